"""A passage to judge as a person sees it: neither its system nor its rank is told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assay.alignment.finding import find_quote
from assay.data.case import Evidence
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError
from assay.golden.queue import QueueRow

_TEXTS = ("text", "passage", "document")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One question with one passage.

    `marks` are the stretches of the text, ``[start, end)`` in characters, in order and apart, that a golden set quotes
    as evidence. `given` are the grades that others gave, in order of size, where they contradict each other.
    """

    query_id: str
    doc_id: str
    query: str
    text: str
    marks: Sequence[tuple[int, int]] = ()
    given: Sequence[float] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What a label is of: query and document."""
        return self.query_id, self.doc_id


def tasks_of(
    rows: Iterable[QueueRow],
    *,
    corpus: Iterable[Document] = (),
    golden: GoldenSet | None = None,
    given: Mapping[tuple[str, str], Sequence[float]] | None = None,
) -> list[Task]:
    """Return what rows of a queue ask, each pair once, with its texts.

    Parameters
    ----------
    rows
        A passage's text is what the row carries as ``text``, else the document of that id.
    corpus
        The documents.
    golden
        Where given, its questions stand in for rows without one, and its evidence is marked.
    given
        Contradicting grades by query and document.

    Raises
    ------
    BadInputError
        A row without a text, or without a question; the first is named.
    """
    texts = {document.doc_id: document.text for document in corpus}
    cases = {} if golden is None else {str(case.id): case for case in golden}
    found: dict[tuple[str, str], Task] = {}
    for row in rows:
        case = cases.get(row.query_id)
        text = _own_text(row) or texts.get(row.doc_id)
        query = row.query or ("" if case is None else case.query)
        if not text:
            raise BadInputError(
                f"there is no text of {row.doc_id!r}, which query {row.query_id!r} is to be judged against\n"
                "Hint: name the documents with --corpus, or let the rows of the queue carry `text`."
            )
        if not query:
            raise BadInputError(
                f"there is no question under the id {row.query_id!r}\n"
                "Hint: name the golden set with --golden, or let the rows of the queue carry `query`."
            )
        key = (row.query_id, row.doc_id)
        marks = () if case is None else _marks(case.evidence, row.doc_id, text)
        others = (given or {}).get(key, ())
        found[key] = Task(query_id=key[0], doc_id=key[1], query=query, text=text, marks=marks, given=others)
    return list(found.values())


def _own_text(row: QueueRow) -> str | None:
    carried = row.model_extra or {}
    return next((carried[name] for name in _TEXTS if isinstance(carried.get(name), str)), None)


def _marks(evidence: Sequence[Evidence], doc_id: str, text: str) -> list[tuple[int, int]]:
    """Return where quotes of the document stand in the text, overlapping ones as one stretch."""
    places = sorted(
        (found.start, found.end)
        for piece in evidence
        if piece.doc_id == doc_id and piece.quote
        for found in find_quote(piece.quote, text, prefix=piece.prefix, suffix=piece.suffix)
    )
    marks: list[tuple[int, int]] = []
    for start, end in places:
        if marks and start <= marks[-1][1]:
            marks[-1] = (marks[-1][0], max(end, marks[-1][1]))
        else:
            marks.append((start, end))
    return marks
