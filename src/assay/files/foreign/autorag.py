"""AutoRAG: ``qa.parquet`` (qid, query, retrieval_gt, generation_gt) with ``corpus.parquet`` (doc_id, contents)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.arrow import read_parquet
from assay.files.foreign.collection import Collection, texts_in

_QA, _CORPUS = ("qid", "query", "retrieval_gt", "generation_gt"), ("doc_id", "contents")


def read_autorag(path: Path, corpus: Path | None = None) -> Collection:
    """Read questions with the chunks they need: of every inner list of ``retrieval_gt`` one, of the outer list all.

    Parameters
    ----------
    path
        ``qa.parquet``, or the folder that holds it.
    corpus
        ``corpus.parquet``; the one beside it where None. Each chunk is a document, and the evidence is its whole text;
        without a corpus only the ids are known, and that all are needed is lost.

    Raises
    ------
    BadFileError
        A column that is not there, a chunk that the corpus does not have, or rows of another shape.
    MissingExtraError
        pyarrow is not installed.
    """
    qa = path / "qa.parquet" if path.is_dir() else path
    place = corpus or qa.parent / "corpus.parquet"
    documents = [
        Document(doc_id=str(row["doc_id"]), text=str(row["contents"])) for row in _rows(place, _CORPUS)
    ] if place.is_file() else []  # fmt: skip
    texts = {document.doc_id: document.text for document in documents}
    problems: list[Problem] = []
    cases = [
        _case(row, texts, Problem(path=str(qa), line=number, text=""), problems)
        for number, row in enumerate(_rows(qa, _QA), start=1)
    ]
    if problems:
        raise BadFileError(problems, hint="lines count rows.")
    lost = [] if documents else ["there is no corpus.parquet, so which chunks are alternatives is lost"]
    return Collection(golden=GoldenSet(cases=tuple(cases), name=qa.parent.name), documents=documents, notes=lost)


def _case(row: Mapping[str, Any], texts: Mapping[str, str], at: Problem, problems: list[Problem]) -> RetrievalTestCase:
    groups = [texts_in(group) for group in _groups(row["retrieval_gt"])]
    ids = list(dict.fromkeys(doc_id for group in groups for doc_id in group))
    unknown = [doc_id for doc_id in ids if texts and doc_id not in texts]
    problems += [
        Problem(path=at.path, line=at.line, field="retrieval_gt", text=f"the corpus has no {doc_id!r}")
        for doc_id in unknown
    ]
    evidence = [
        Evidence(doc_id=doc_id, quote=texts[doc_id], start=0, end=len(texts[doc_id]), group=number)
        for number, group in enumerate(groups)
        for doc_id in group
        if texts.get(doc_id)
    ]
    answers = texts_in(row["generation_gt"])
    return RetrievalTestCase(
        str(row["query"]), ids, answers[0] if answers else None, id=str(row["qid"]), evidence=evidence
    )


def _groups(given: Any) -> Sequence[Any]:
    found: list[Any] = [given] if isinstance(given, str) else list(given if given is not None else ())
    return [found] if found and all(isinstance(one, str) for one in found) else found


def _rows(path: Path, names: Sequence[str]) -> list[Mapping[str, Any]]:
    table = read_parquet(str(path), path)
    missing = [name for name in names if name not in table.names]
    if missing:
        text = f"there is no column {missing[0]!r}; it has {', '.join(table.names)}"
        raise BadFileError([Problem(path=str(path), text=text)])
    return [
        dict(zip(names, values, strict=True)) for batch in table.batches(names) for values in zip(*batch, strict=True)
    ]
