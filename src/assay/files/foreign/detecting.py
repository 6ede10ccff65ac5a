"""Whose format a data set is, and its reader."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast, get_args

from assay.errors import BadFileError, BadInputError, Problem
from assay.files.beir import is_beir
from assay.files.corpus import read_corpus
from assay.files.foreign.autorag import read_autorag
from assay.files.foreign.collection import Collection
from assay.files.foreign.contexts import is_deepeval, is_ragas, read_contexts
from assay.files.foreign.llamaindex import read_examples, read_retrieval_pairs
from assay.files.foreign.squad import read_squad
from assay.files.golden import read_golden, reader_of
from assay.files.golden_record import Content
from assay.files.json_text import load_json
from assay.files.text import read_text

Source = Literal["assay", "beir", "squad", "ragas", "llamaindex", "deepeval", "autorag"]
SOURCES: tuple[Source, ...] = get_args(Source)


def read_collection(path: str | Path, source: Source | None = None, *, corpus: str | None = None) -> Collection:
    """Read a data set of any of `SOURCES`.

    Parameters
    ----------
    path
        A file or a folder.
    source
        Whose format it is; told by its content where None.
    corpus
        The documents, where the data set neither carries nor names them.

    Raises
    ------
    BadFileError
        It cannot be read as that format.
    BadInputError
        Nothing is there.
    MissingExtraError
        AutoRAG's Parquet needs pyarrow.
    """
    place = Path(path)
    if not place.exists():
        raise BadInputError(f"there is no data set at {place}\nHint: it is one of {', '.join(SOURCES)}.")
    kind = source or source_of(place)
    if kind == "autorag":
        return read_autorag(place, None if corpus is None else Path(corpus))
    if kind in ("assay", "beir"):
        golden = read_golden(place)
        where = corpus or golden.corpus
        return Collection(golden=golden, documents=[] if where is None else read_corpus(where))
    if kind in ("ragas", "deepeval"):
        return read_contexts(place, _rows(place))
    return _of_json(place, kind)


def source_of(path: Path) -> Source:
    """Tell whose format a data set is by what stands in it; what is nobody's else is a golden set of Assay's.

    Raises
    ------
    BadFileError
        It is no JSON, JSON Lines or CSV.
    """
    if path.is_dir():
        return "autorag" if (path / "qa.parquet").is_file() else "beir" if is_beir(path) else "assay"
    if path.suffix.lower() in (".parquet", ".pq"):
        return "autorag"
    if path.suffix.lower() == ".json":
        whole = load_json(str(path), read_text(path))
        if isinstance(whole, dict):
            return _whose(cast("dict[str, Any]", whole))
    records = reader_of(path)(path).records
    first: Mapping[str, Any] = records[0][1] if records else {}
    return "ragas" if is_ragas(first) else "deepeval" if is_deepeval(first) else "assay"


def _whose(whole: Mapping[str, Any]) -> Source:
    if "data" in whole:
        return "squad"
    return "llamaindex" if "relevant_docs" in whole or "examples" in whole else "assay"


def _of_json(path: Path, kind: Source) -> Collection:
    whole = load_json(str(path), read_text(path))
    if kind == "squad":
        return read_squad(path, whole)
    fields: Mapping[str, Any] = cast("Mapping[str, Any]", whole) if isinstance(whole, dict) else {}
    return (read_examples if "examples" in fields else read_retrieval_pairs)(path, cast("object", whole))


def _rows(path: Path) -> Content:
    content = reader_of(path)(path)
    if not content.records and not content.problems:
        raise BadFileError([Problem(path=str(path), text="no rows in it")])
    return content
