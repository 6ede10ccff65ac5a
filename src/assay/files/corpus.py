"""A corpus on disk as documents: which kind it is, and the documents of folders and text files."""

import re
from collections.abc import Iterable
from pathlib import Path

from assay.data.document import Document
from assay.errors import BadFileError, BadInputError, Problem
from assay.files.corpus_records import read_json_corpus, read_json_lines_corpus
from assay.files.text import read_text

_TEXTS = (".md", ".markdown", ".txt")
_EXPECTED = "a folder of *.md and *.txt, a corpus.jsonl, a .json list, or one .md or .txt file"
_FENCE = re.compile(r" {0,3}(```|~~~)")
_TITLE = re.compile(r"#[ \t]+(.*?)[ \t]*#*[ \t]*$")


def read_corpus(path: str | Path) -> list[Document]:
    """Read every document below `path`.

    Parameters
    ----------
    path
        - A folder that holds a ``corpus.jsonl``: that file.
        - Another folder: its ``*.md``, ``*.markdown`` and ``*.txt`` at any depth, sorted by path, hidden ones left out.
          `doc_id` is the path below the folder with forward slashes; the title is the first ``# `` heading of
          Markdown, else the file's name without its ending.
        - ``*.jsonl`` (one record a line) or ``*.json`` (a list of records): ``_id`` (or ``id``, ``doc_id``;
          whole numbers become text), ``text``, optional ``title``; whatever else is there becomes metadata.
        - One ``.md`` or ``.txt`` file.

    Returns
    -------
    list of Document
        In the file's order, or sorted by path. A document may have no text.

    Raises
    ------
    BadFileError
        Lines that cannot be read, **all** of them with path, line and field: not UTF-8, not JSON, no id, no
        text, or an id seen before (both lines are named).
    BadInputError
        Nothing is there, or nothing in it.

    Notes
    -----
    UTF-8; a byte order mark is dropped. In text files CRLF becomes LF, as `open` does, and offsets count after
    that; the text of a JSON record is kept as it is. O(bytes).
    """
    place = Path(path)
    if not place.exists():
        raise BadInputError(f"there is no corpus at {place}\nHint: give {_EXPECTED}.")
    documents = _read(place)
    if not documents:
        raise BadInputError(f"the corpus at {place} holds no documents\nHint: give {_EXPECTED}.")
    return documents


def _read(place: Path) -> list[Document]:
    if place.is_dir():
        listed = place / "corpus.jsonl"
        return _read(listed) if listed.is_file() else _from_folder(place)
    kind = place.suffix.lower()
    if kind == ".jsonl":
        return read_json_lines_corpus(place)
    if kind == ".json":
        return read_json_corpus(place)
    if kind in _TEXTS:
        return _from_texts([(place.name, place)])
    raise BadInputError(f"{place} is not a kind of corpus Assay reads\nHint: give {_EXPECTED}.")


def _from_folder(folder: Path) -> list[Document]:
    files = [(file.relative_to(folder), file) for file in folder.rglob("*") if file.suffix.lower() in _TEXTS]
    shown = [(below.as_posix(), file) for below, file in files if not any(part.startswith(".") for part in below.parts)]
    return _from_texts(sorted((name, file) for name, file in shown if file.is_file()))


def _from_texts(files: Iterable[tuple[str, Path]]) -> list[Document]:
    problems: list[Problem] = []
    documents: list[Document] = []
    for name, file in files:
        try:
            text = read_text(file)
        except BadFileError as exc:
            problems.extend(exc.problems)
        else:
            documents.append(Document(doc_id=name, text=text, title=_title(file, text)))
    if problems:
        raise BadFileError(problems, hint="save the file as UTF-8.")
    return documents


def _title(file: Path, text: str) -> str:
    if file.suffix.lower() == ".txt":
        return file.stem
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (found := _TITLE.match(line)) and found[1]:
            return found[1]
    return file.stem
