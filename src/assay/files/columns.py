"""The names columns go by in the field's tables, and which of them hold the query, the document and the value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from assay.errors import BadInputError
from assay.files.problems import Problems
from assay.files.rows import Row

Kind = Literal["qrels", "run"]

_QUERY = ("query_id", "qid", "q_id", "queryid")
_DOC = ("doc_id", "docid", "corpus_id", "docno", "document_id")
_GRADE = ("grade", "rel", "relevance", "label")
_SCORE = ("score",)
_OF_RUNS = ("rank", "tag", "run_id", "runid")
_GROUPED = {"qrels": "grades", "run": "scores"}
VALUE = {"qrels": "grade", "run": "score"}


class Names(NamedTuple):
    """The names, as written, of the three columns that count."""

    query: str
    doc: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnTable:
    """A table whose columns have names, read in batches.

    `batches` takes the wanted names and gives their values, a column each, batch after batch.
    """

    names: tuple[str, ...]
    batches: Callable[[Sequence[str]], Iterator[tuple[Sequence[object], ...]]]


def find_names(given: Sequence[str], kind: Kind) -> Names:
    """Find the columns of judgements or of a run; case and ``-`` for ``_`` make no difference.

    Raises
    ------
    BadInputError
        One is missing, or there are two for one purpose.
    """
    value = [name for name in given if folded(name) in (_GRADE if kind == "qrels" else _SCORE)]
    if kind == "qrels" and not value and not any(folded(name) in _OF_RUNS for name in given):
        value = [name for name in given if folded(name) in _SCORE]  # as BEIR calls a grade
    query = [name for name in given if folded(name) in _QUERY]
    doc = [name for name in given if folded(name) in _DOC]
    value_names: tuple[str, ...] = (*_GRADE, *_SCORE) if kind == "qrels" else _SCORE
    for purpose, found, names in (
        ("query's id", query, _QUERY),
        ("document's id", doc, _DOC),
        (VALUE[kind], value, value_names),
    ):
        if len(found) != 1:
            what = f"several columns for the {purpose}" if found else f"no column for the {purpose}"
            listed = ", ".join(name[:40] for name in given[:12])
            raise BadInputError(f"{what}: expected one of {', '.join(names)}, found the columns {listed}")
    return Names(query[0], doc[0], value[0])


def is_heading(cells: Iterable[str]) -> bool:
    """Whether a line names columns: one for the query and one for the document are among them."""
    names = {folded(cell) for cell in cells}
    return not names.isdisjoint(_QUERY) and not names.isdisjoint(_DOC)


def kind_of(given: Iterable[str]) -> Kind | None:
    """Tell judgements from a run by the names of columns; None where they do not tell."""
    names = {folded(name) for name in given}
    graded = not names.isdisjoint((*_GRADE, _GROUPED["qrels"]))
    ranked = not names.isdisjoint((*_OF_RUNS, _GROUPED["run"]))
    if graded != ranked:
        return "qrels" if graded else "run"
    return "qrels" if not graded and {"query_id", "corpus_id", "score"} <= names else None  # BEIR's qrels


def grouped_by(record: Iterable[str], kind: Kind) -> tuple[str, str] | None:
    """Return the names of a record that holds a whole query (its id, and a mapping of documents), if it is one."""
    by_name = {folded(name): name for name in record}
    query = next((by_name[name] for name in _QUERY if name in by_name), None)
    group = by_name.get(_GROUPED[kind])
    return None if query is None or group is None else (query, group)


def folded(name: str) -> str:
    """Return a column's name as it is compared."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def column_rows(table: ColumnTable, kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of a table with named columns; the first row is number 1.

    Raises
    ------
    BadFileError
        A column is missing, or there are two for one purpose.
    """
    try:
        names = find_names(table.names, kind)
    except BadInputError as exc:
        raise problems.stop(None, str(exc)) from exc
    number = 0
    for queries, docs, values in table.batches(names):
        for query_id, doc_id, value in zip(queries, docs, values, strict=True):
            number += 1
            yield number, query_id, doc_id, value
