"""What an index holds: the chunks of a corpus, or its whole documents, with the text that is indexed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.data.document import Document
from assay.data.hit import Hit
from assay.errors import BadInputError
from assay.files.corpus import read_corpus
from assay.lab.chunking import check_sizes, chunk

Corpus = Sequence[Document] | str | Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One row of an index.

    `hit` is what a search returns for it, but for the score; `indexed` is what it is searched by: title and trail
    of headings, where the text does not begin with them already, then the text.
    """

    hit: Hit
    indexed: str

    def scored(self, score: float) -> Hit:
        """Return the hit with its score."""
        hit = self.hit
        return Hit(hit.doc_id, score, hit.chunk_id, hit.text, hit.start, hit.end, hit.metadata)


def documents_of(corpus: Corpus) -> tuple[Document, ...]:
    """Return the documents of a corpus, read from disk where it is a path.

    Raises
    ------
    BadInputError
        No documents, or two under one id.
    """
    documents = tuple(read_corpus(corpus) if isinstance(corpus, (str, Path)) else corpus)
    if not documents:
        raise BadInputError("the corpus is empty\nHint: give at least one Document, or a path to some.")
    seen: set[str] = set()
    for document in documents:
        if document.doc_id in seen:
            raise BadInputError(f"two documents of the corpus have the id {document.doc_id!r}")
        seen.add(document.doc_id)
    return documents


def passages_of(documents: Sequence[Document], size: int | None, overlap: int) -> tuple[Passage, ...]:
    """Return what an index of `documents` holds, in their order.

    Parameters
    ----------
    size, overlap
        As in `assay.lab.chunking.chunk`; a `size` of None or 0 keeps documents whole.

    Returns
    -------
    tuple of Passage
        None for a document that has neither text nor title; the whole document for one that has a title only.

    Raises
    ------
    BadInputError
        `size` or `overlap` is out of range.
    """
    if size:
        check_sizes(size, overlap)
    return tuple(passage for document in documents for passage in _passages(document, size, overlap))


def _passages(document: Document, size: int | None, overlap: int) -> list[Passage]:
    if not size or not document.text.strip():
        whole = Passage(
            hit=Hit(document.doc_id, text=document.text, metadata=_about(title=document.title)),
            indexed=_indexed(document.title, "", document.text),
        )
        return [whole] if whole.indexed.strip() else []
    return [
        Passage(
            hit=Hit(
                piece.doc_id,
                chunk_id=piece.chunk_id,
                text=piece.text,
                start=piece.start,
                end=piece.end,
                metadata=_about(title=document.title, heading=piece.heading),
            ),
            indexed=_indexed(document.title, piece.heading, piece.text),
        )
        for piece in chunk(document, size=size, overlap=overlap)
    ]


def _about(**known: str) -> Mapping[str, str]:
    return {name: value for name, value in known.items() if value}


def _indexed(title: str, heading: str, text: str) -> str:
    """Join the three, leaving out what the next part begins with already."""
    begins = text.lstrip("# \t\r\n")
    trail = [name for name in heading.split(" > ") if name and name != title and not begins.startswith(name)]
    above = [] if not title or begins.startswith(title) else [title]
    return "\n".join([*above, *trail, text])
