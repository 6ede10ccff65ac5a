"""A document as the user wrote it, and a chunk of it as an index holds it."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text of the user's corpus under the id that labels refer to.

    Parameters
    ----------
    doc_id
        Unique in its corpus; for a folder of files the path below it, with forward slashes.
    text
        The text that offsets count in, in characters (code points).
    title
        Shown beside hits and indexed with the text; may be empty.
    metadata
        Whatever else the user's record carried.
    """

    doc_id: str
    text: str
    title: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document that an index holds: ``text == document.text[start:end]``.

    `start` and `end` count characters of the document. `heading` is the trail of headings above the chunk
    (``"Recall > Common mistakes"``), empty where there is none: indexes may read it, offsets never include it.
    """

    chunk_id: str
    doc_id: str
    start: int
    end: int
    text: str
    heading: str = ""


def sha256_of(documents: Iterable[Document]) -> str:
    """Return a hash of what documents say, under which ids, in any order."""
    digests = sorted(
        hashlib.sha256(
            f"{len(one.doc_id)} {len(one.title)} {one.doc_id}{one.title}{one.text}".encode("utf-8", "surrogatepass")
        ).digest()
        for one in documents
    )
    return hashlib.sha256(b"".join(digests)).hexdigest()
