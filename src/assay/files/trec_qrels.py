"""TREC judgements by the compiled scanner: plain ones, all at once; what is odd is left to the reader of lines."""

import os
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.compiled import IS_COMPILED
from assay.data.label_table import LabelTable
from assay.data.qrels import Qrels
from assay.data.query_ids import QueryIds
from assay.data.texts import Ints, Texts
from assay.files.lines import LINE_LIMIT
from assay.files.query_blocks import SLACK
from assay.rankings.threads import in_threads, n_threads

if IS_COMPILED:
    from assay.files.trec_scan_compiled import Labels, joined_labels, scan_labels
    from assay.rankings.placing_compiled import index_labels

_MOST_BYTES = 1 << 30
_LEAST_BYTES = 1 << 20  # what is worth a thread of its own
_BOM = b"\xef\xbb\xbf"

Bytes = NDArray[np.uint8]


def read_plain_qrels(path: Path, name: str) -> Qrels | None:
    """Read judgements; None where nothing is compiled, or something is not plain: large, bad or contradictory."""
    if not IS_COMPILED or not 0 < os.path.getsize(path) <= _MOST_BYTES:
        return None
    held = _held(path, os.path.getsize(path))
    if held is None:
        return None
    cuts = _cuts(held, len(held) - SLACK)
    parts = in_threads(lambda cut: scan_labels(held, *cut), cuts)  # pyright: ignore[reportPossiblyUnboundVariable]
    plain = [part for part in parts if part is not None and np.isfinite(part.grade).all()]
    if len(plain) < len(parts):
        return None
    table = _label_table(joined_labels(plain))  # pyright: ignore[reportPossiblyUnboundVariable]
    return Qrels(grades=table, name=name) if table else None


def _held(path: Path, size: int) -> Bytes | None:
    """Read whole lines, without a byte order mark, and `SLACK` bytes behind them; None where the file changes."""
    data = np.empty(size + 1 + SLACK, dtype=np.uint8)

    def is_read(part: tuple[int, int]) -> bool:
        start, until = part
        with path.open("rb", buffering=0) as file:
            file.seek(start)
            while start < until and (n := file.readinto(data[start:until].data)):
                start += n
            return start == until and (until < size or not file.read(1))

    if not all(in_threads(is_read, _parts(size))):
        return None
    if data[size - 1] != ord("\n"):
        data[size] = ord("\n")
        size += 1
    begin = len(_BOM) if data[: len(_BOM)].tobytes() == _BOM else 0
    return data[begin : size + SLACK] if begin < size else None


def _parts(size: int) -> list[tuple[int, int]]:
    """Cut so many bytes into about equal parts, one a thread."""
    n = max(min(n_threads(), size // _LEAST_BYTES), 1)
    ends = [size * part // n for part in range(n + 1)]
    return list(pairwise(ends))


def _cuts(held: Bytes, size: int) -> list[tuple[int, int]]:
    """Cut whole lines into about equal parts, each of whole lines."""
    ends = [0]
    for _, near in _parts(size)[:-1]:
        feed = held[near : min(near + LINE_LIMIT, size)].tobytes().find(b"\n")
        if feed >= 0:  # else there is a line that is too long to be plain
            ends.append(near + feed + 1)
    return list(pairwise(sorted({*ends, size})))


def _label_table(labels: "Labels") -> LabelTable | None:
    heads, starts, docs, grade = labels.heads, np.append(labels.first, len(labels.grade)), labels.docs, labels.grade
    if not len(grade):
        return None
    index, query_twin, twin = index_labels(heads, starts, docs)  # pyright: ignore[reportPossiblyUnboundVariable]
    if query_twin is not None:
        heads, starts, order = _grouped(query_twin, heads, starts)
        docs, grade = docs.take(order), grade[order]
        index, _, twin = index_labels(heads, starts, docs)  # pyright: ignore[reportPossiblyUnboundVariable]
    if twin is not None:
        if (grade != grade[twin]).any():
            return None
        kept = twin == np.arange(len(twin), dtype=np.int64)  # the same judgement twice is one
        starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])[starts]
        docs, grade = docs.take(np.flatnonzero(kept)), grade[kept]
        index, _, _ = index_labels(heads, starts, docs)  # pyright: ignore[reportPossiblyUnboundVariable]
    return LabelTable(QueryIds(heads), starts=starts, docs=docs, grade=grade, index=index)


def _grouped(twin: Ints, heads: Texts, starts: Ints) -> tuple[Texts, Ints, Ints]:
    """Bring stretches of one query together: the queries, where their rows start, and the order that rows take."""
    own = twin == np.arange(len(twin), dtype=np.int64)
    number = (np.cumsum(own) - 1)[twin]
    row_number = np.repeat(number, np.diff(starts))
    counts = np.bincount(row_number, minlength=int(own.sum()))
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
    return heads.take(np.flatnonzero(own)), starts, np.argsort(row_number, kind="stable")
