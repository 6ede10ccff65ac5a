"""Rows as they come, in runs of one query, brought together by query."""

from collections.abc import Iterator

import numpy as np

from assay.data.texts import Ints, Texts
from assay.measures.judged_hits import Floats
from assay.rankings.rows import Rows


def is_grouped(numbers: Ints) -> bool:
    """Whether no judged query has two runs of rows."""
    judged = np.sort(numbers[numbers >= 0])
    return bool((judged[1:] != judged[:-1]).all())


def grouped(run_starts: Ints, numbers: Ints, docs: Texts, scores: Floats, line: Ints) -> Rows:
    """Bring the rows of each judged query together, in the order they came in; the others are left out.

    Parameters
    ----------
    run_starts, numbers
        int64, shape (n_runs,): first row of each run, and the number of its query, -1 where nobody judged it.
    docs, scores, line
        As in `Rows`.
    """
    sizes = np.diff(np.append(run_starts, len(scores)))
    judged = numbers >= 0
    in_one_piece = is_grouped(numbers)
    if in_one_piece and judged.all():
        starts = np.append(run_starts, len(scores))
        return Rows(query=numbers, starts=starts, docs=docs, scores=scores, line=line)
    if in_one_piece:
        query, counts = numbers[judged], sizes[judged]
        order = np.flatnonzero(np.repeat(judged, sizes))
    else:
        number = np.repeat(numbers, sizes)
        order = np.flatnonzero(number >= 0)
        order = order[np.argsort(number[order], kind="stable")]
        query, counts = np.unique(number[order], return_counts=True)
    return Rows(
        query=query,
        starts=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        docs=docs.take(order),
        scores=scores[order],
        line=line[order] if len(line) else line,
    )


def stretches(starts: Ints, n_rows: int) -> Iterator[tuple[int, int]]:
    """Cut groups into stretches of about `n_rows` rows: the first group of each, and the one behind its last.

    Parameters
    ----------
    starts
        int64, shape (n_groups + 1,): ascending, the first row of each group and the number of rows.
    """
    first = 0
    while first < len(starts) - 1:
        until = int(np.searchsorted(starts, int(starts[first]) + n_rows, side="right")) - 1
        until = min(max(until, first + 1), len(starts) - 1)
        yield first, until
        first = until
