"""Whatever a pipeline returns, read as hits."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from typing import Any, SupportsIndex, cast

from assay.data.hit import Hit
from assay.data.identifier import as_id
from assay.data.number import as_whole
from assay.errors import BadInputError, HitShapeError

_DOC_ID = ("doc_id", "document_id", "ref_doc_id")
_CHUNK_ID = ("chunk_id",)
_ID = ("id", "_id")
_NODE_ID = ("node_id",)  # LlamaIndex's own, beside what the user's metadata says
_SOURCE = ("source",)  # where LangChain's loaders leave the path of the document
_SCORE = ("score", "similarity", "distance")
_TEXT = ("text", "page_content", "content")
_METADATA = ("metadata", "meta")


def read_hits(result: object, k: int) -> list[Hit]:
    """Read what a retriever returned, cut to the first `k`.

    Parameters
    ----------
    result
        An iterable of ids, ``(id, score)`` or ``(document, score)`` pairs, dicts, `Hit`, or objects with metadata and
        text. A set is refused: it has no order.
    k
        Number of hits to keep, at least 1; no more are read.

    Raises
    ------
    HitShapeError
        Something that cannot be read; the message shows what came and what is accepted.
    """
    if isinstance(result, str | bytes | Mapping | AbstractSet) or not isinstance(result, Iterable):
        raise HitShapeError(cast("object", result), "the retriever did not return a list of hits")
    items = islice(cast("Iterable[object]", result), k)
    return [_read(item, rank) for rank, item in enumerate(items, start=1)]


def _read(item: object, rank: int) -> Hit:
    try:
        if isinstance(item, Hit):
            return _checked(item)
        if isinstance(item, str | SupportsIndex):
            return Hit(doc_id=as_id(item, "id"))
        if isinstance(item, tuple | list):
            return _read_pair(cast("tuple[object, ...]", item), rank)
        return _read_record(item, rank)
    except BadInputError as exc:
        raise HitShapeError(cast("object", item), f"hit {rank} cannot be read") from exc


def _checked(hit: Hit) -> Hit:
    """Return a hit whose ids are text: whoever made it may have given whole numbers."""
    doc_id = as_id(hit.doc_id, "doc_id")
    chunk_id = None if hit.chunk_id is None else as_id(hit.chunk_id, "chunk_id")
    return hit if (doc_id, chunk_id) == (hit.doc_id, hit.chunk_id) else replace(hit, doc_id=doc_id, chunk_id=chunk_id)


def _read_pair(pair: tuple[object, ...], rank: int) -> Hit:
    if len(pair) != 2:
        raise BadInputError(f"a pair has two parts, got {len(pair)}")
    hit = _read(pair[0], rank)
    return Hit(hit.doc_id, _number(pair[1]), hit.chunk_id, hit.text, hit.start, hit.end, hit.metadata)


def _read_record(item: object, rank: int) -> Hit:
    node = getattr(item, "node", None)  # LlamaIndex wraps its nodes to give them a score
    record = _Record(item if node is None else node)
    doc_id, chunk_id = _ids(record, rank)
    score = record.first(_SCORE) if node is None else _Record(item).first(_SCORE)
    text, start, end = record.first(_TEXT), record.first(("start",)), record.first(("end",))
    return Hit(
        doc_id=doc_id,
        score=_number(score),
        chunk_id=chunk_id,
        text=text if isinstance(text, str) else None,
        start=_offset(start),
        end=_offset(end),
        metadata=record.metadata,
    )


def _ids(record: "_Record", rank: int) -> tuple[str, str | None]:
    """Tell the document's id from the chunk's; a record with one id only is taken as it is.

    An id beside the document's own is the chunk's.
    """
    document, plain, node, chunk = (record.id(names) for names in (_DOC_ID, _ID, _NODE_ID, _CHUNK_ID))
    source = record.id(_SOURCE)
    doc_id = as_id(next((found for found in (document, plain, chunk, node, source) if found is not None), None), "id")
    if all(found is None for found in (document, plain, chunk, node)):
        return doc_id, f"{doc_id}#{rank}"  # a piece of that source: where in it is not told
    if chunk is not None:
        return doc_id, as_id(chunk, "chunk_id")
    part = plain if plain is not None else node
    if document is None or part is None or as_id(part, "id") == doc_id:
        return doc_id, None
    return doc_id, as_id(part, "id")


class _Record:
    """A dict or an object, looked into by any of several names, its metadata last."""

    def __init__(self, item: object) -> None:
        self._item = item
        found = self._own(_METADATA)
        self.metadata: Mapping[str, Any] = cast("Mapping[str, Any]", found) if isinstance(found, Mapping) else {}

    def first(self, names: tuple[str, ...]) -> object:
        own = self._own(names)
        return _first_in(self.metadata, names) if own is None else own

    def id(self, names: tuple[str, ...]) -> object:
        """Look an id up: of an object the metadata comes first, because attributes may be the framework's own ids."""
        noted = None if isinstance(self._item, Mapping) else _first_in(self.metadata, names)
        return self.first(names) if noted is None else noted

    def _own(self, names: tuple[str, ...]) -> object:
        if isinstance(self._item, Mapping):
            return _first_in(cast("Mapping[str, object]", self._item), names)
        return next((found for name in names if (found := getattr(self._item, name, None)) is not None), None)


def _first_in(mapping: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((mapping[name] for name in names if mapping.get(name) is not None), None)


def _offset(given: object) -> int | None:
    offset = None if given is None else as_whole(given, least=0)
    if given is not None and offset is None:
        raise BadInputError(f"start and end are whole numbers of characters, got {given!r:.60}")
    return offset


def _number(score: object) -> float | None:
    if score is None:
        return None
    if not isinstance(score, bool | str) and hasattr(score, "__float__"):
        try:
            return float(cast("float", score))
        except (TypeError, ValueError) as exc:  # an array has the method but is no number
            raise BadInputError(f"a score is a number: {exc}") from exc
    raise BadInputError(f"a score is a number, got {score!r}")
