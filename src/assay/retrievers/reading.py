"""Whatever a pipeline returns, read as hits."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from assay.data.case import as_id
from assay.data.hit import Hit
from assay.errors import BadInputError, HitShapeError

_DOC_ID = ("doc_id", "document_id")
_CHUNK_ID = ("chunk_id",)
_ID = ("id", "_id")
_LAST_RESORT = ("source",)  # where LangChain's loaders leave the path of the document
_SCORE = ("score", "similarity", "distance")
_TEXT = ("text", "page_content", "content")
_METADATA = ("metadata", "meta")


def read_hits(result: object, k: int) -> list[Hit]:
    """Read what a retriever returned, cut to the first `k`.

    Parameters
    ----------
    result
        An iterable of ids, ``(id, score)`` or ``(document, score)`` pairs, dicts, `Hit`, or objects with metadata and
        text.
    k
        Number of hits to keep, at least 1.

    Raises
    ------
    HitShapeError
        Something that cannot be read; the message shows what came and what is accepted.
    """
    if isinstance(result, str | bytes | Mapping) or not isinstance(result, Iterable):
        raise HitShapeError(cast("object", result), "the retriever did not return a list of hits")
    items = list(cast("Iterable[object]", result))[:k]
    return [_read(item, rank) for rank, item in enumerate(items, start=1)]


def _read(item: object, rank: int) -> Hit:
    if isinstance(item, Hit):
        return item
    if isinstance(item, str | int) and not isinstance(item, bool):
        return Hit(doc_id=str(item))
    try:
        if isinstance(item, tuple | list):
            return _read_pair(cast("tuple[object, ...]", item), rank)
        return _read_record(item)
    except (BadInputError, LookupError) as exc:
        raise HitShapeError(cast("object", item), f"hit {rank} cannot be read") from exc


def _read_pair(pair: tuple[object, ...], rank: int) -> Hit:
    first, score = pair
    hit = _read(first, rank)
    return Hit(hit.doc_id, _number(score), hit.chunk_id, hit.text, hit.start, hit.end, hit.metadata)


def _read_record(item: object) -> Hit:
    node = getattr(item, "node", None)  # LlamaIndex wraps its nodes to give them a score
    record = _Record(item if node is None else node)
    doc_id, chunk_id = _ids(record)
    score = record.first(_SCORE) if node is None else _Record(item).first(_SCORE)
    text = record.first(_TEXT)
    start, end = record.first(("start",)), record.first(("end",))
    return Hit(
        doc_id=doc_id,
        score=None if score is None else _number(score),
        chunk_id=chunk_id,
        text=text if isinstance(text, str) else None,
        start=start if isinstance(start, int) else None,
        end=end if isinstance(end, int) else None,
        metadata=record.metadata,
    )


def _ids(record: "_Record") -> tuple[str, str | None]:
    """Tell the document's id from the chunk's; a record with one id only is taken as it is."""
    document, chunk, plain = record.first(_DOC_ID), record.first(_CHUNK_ID), record.first(_ID)
    part = plain if chunk is None else chunk
    whole = next((found for found in (document, plain, chunk, record.first(_LAST_RESORT)) if found is not None), None)
    doc_id = as_id(whole, "id")
    chunk_id = None if part is None or (chunk is None and document is None) else as_id(part, "chunk_id")
    return doc_id, None if chunk is None and chunk_id == doc_id else chunk_id


class _Record:
    """A dict or an object, looked into by any of several names, its metadata last."""

    def __init__(self, item: object) -> None:
        self.item = item
        found = self._own(_METADATA)
        self.metadata: Mapping[str, Any] = cast("Mapping[str, Any]", found) if isinstance(found, Mapping) else {}

    def first(self, names: tuple[str, ...]) -> object:
        own = self._own(names)
        if own is not None:
            return own
        return next((self.metadata[name] for name in names if self.metadata.get(name) is not None), None)

    def _own(self, names: tuple[str, ...]) -> object:
        if isinstance(self.item, Mapping):
            mapping = cast("Mapping[str, object]", self.item)
            return next((mapping[name] for name in names if mapping.get(name) is not None), None)
        return next((found for name in names if (found := getattr(self.item, name, None)) is not None), None)


def _number(score: object) -> float:
    if isinstance(score, bool | str) or not hasattr(score, "__float__"):
        raise BadInputError(f"a score is a number, got {score!r}")
    return float(cast("float", score))
