"""TREC judgements by the compiled scanner: plain ones, all at once; what is odd is left to the reader of lines."""

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.compiled import IS_COMPILED
from assay.data.label_table import LabelTable
from assay.data.qrels import Qrels
from assay.data.texts import Ints, Texts
from assay.files.lines import LINE_LIMIT
from assay.files.query_blocks import SLACK

if IS_COMPILED:
    from assay.files.trec_scan_compiled import scan_columns
    from assay.rankings.placing_compiled import index_labels

_MOST_BYTES = 1 << 30
_BOM = b"\xef\xbb\xbf"


def read_plain_qrels(path: Path, name: str) -> Qrels | None:
    """Read judgements; None where nothing is compiled, or something is not plain: large, bad or contradictory."""
    if not IS_COMPILED or os.path.getsize(path) > _MOST_BYTES:
        return None
    held = np.empty(os.path.getsize(path) + 1 + SLACK, dtype=np.uint8)
    with path.open("rb", buffering=0) as file:
        size = file.readinto(held[: -1 - SLACK].data)
        if file.read(1):
            return None  # it grows
    data = held[len(_BOM) :] if held[: len(_BOM)].tobytes() == _BOM else held
    size -= len(held) - len(data)
    if size and data[size - 1] != ord("\n"):
        data[size] = ord("\n")
        size += 1
    table = _label_table(data[: size + SLACK], size) if size else None
    return Qrels(grades=table, name=name) if table else None


def _label_table(data: NDArray[np.uint8], size: int) -> LabelTable | None:
    found = scan_columns(data, size, n_columns=4, longest=LINE_LIMIT)  # pyright: ignore[reportPossiblyUnboundVariable]
    if found is None:
        return None
    first, heads, docs, grade, *_ = found
    if not len(grade) or not np.isfinite(grade).all():
        return None
    heads, starts, order = _grouped(first, heads, len(grade))
    if order is not None:
        docs, grade = docs.take(order), grade[order]
    index, twin = index_labels(heads, starts, docs)  # pyright: ignore[reportPossiblyUnboundVariable]
    if (grade != grade[twin]).any():
        return None
    kept = twin == np.arange(len(twin), dtype=np.int64)
    if not kept.all():  # the same judgement twice is one
        starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])[starts]
        docs, grade = docs.take(np.flatnonzero(kept)), grade[kept]
        index, _ = index_labels(heads, starts, docs)  # pyright: ignore[reportPossiblyUnboundVariable]
    return LabelTable(tuple(heads.to_list()), starts=starts, docs=docs, grade=grade, index=index)


def _grouped(first: Ints, heads: Texts, n_rows: int) -> tuple[Texts, Ints, Ints | None]:
    """Bring stretches of one query together: the queries, where their rows start, and the order that rows take."""
    whole = np.array([0, len(heads)], dtype=np.int64)
    _, twin = index_labels(Texts.of(["all"]), whole, heads)  # pyright: ignore[reportPossiblyUnboundVariable]
    own = twin == np.arange(len(twin), dtype=np.int64)
    if own.all():
        return heads, np.append(first, n_rows), None
    number = (np.cumsum(own) - 1)[twin]
    row_number = np.repeat(number, np.diff(np.append(first, n_rows)))
    counts = np.bincount(row_number, minlength=int(own.sum()))
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
    return heads.take(np.flatnonzero(own)), starts, np.argsort(row_number, kind="stable")
