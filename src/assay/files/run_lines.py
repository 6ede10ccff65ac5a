"""The rows of some lines of a run, as columns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words

Floats = NDArray[np.float64]

_RANK_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunLines:
    """The rows of some lines, in their order.

    Parameters
    ----------
    starts, heads
        First row of each stretch of rows of one query, int64 and ascending, and the id of its query; both n_stretches.
    docs
        Document ids, n_rows.
    scores
        float64, shape (n_rows,): never NaN.
    rank
        uint64, shape (n_rows,): the rank column's bytes as a number that orders as the ranks do, if both have no
        leading zeros; 0 where it is longer than 8 bytes.
    line
        int64, shape (n_rows,): number of the line, 1 = first of the file, or of the block.
    n_lines
        Lines there were, blank ones included.
    tag
        The last column of the first row; empty where there is no row.
    may_contradict
        Whether the rank column may contradict the scores somewhere.
    """

    starts: Ints
    heads: Texts
    docs: Texts
    scores: Floats
    rank: Words
    line: Ints
    n_lines: int
    tag: str
    may_contradict: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two rows of a query of which the one with the higher score has the larger rank."""

    lines: tuple[int, int]
    ranks: tuple[int, int]
    scores: tuple[float, float]

    def told(self, path: str, shift: int = 0) -> str:
        """Say where, with line numbers moved by the lines above."""
        (above, below), (first, second) = self.lines, self.scores
        return (
            f"{path}:{below + shift}: rank {self.ranks[1]} with score {second:g}, "
            f"and rank {self.ranks[0]} with {first:g} in line {above + shift}"
        )


def first_contradiction(starts: Ints, scores: Floats, rank: Words, line: Ints) -> Contradiction | None:
    """Find two neighbours of a query of which the higher score has the larger rank: the first ones in the file."""
    if len(scores) < 2:
        return None
    suspect = (scores[1:] > scores[:-1]) & (rank[1:] > rank[:-1])
    suspect |= (scores[1:] < scores[:-1]) & (rank[1:] < rank[:-1])
    suspect[starts[starts > 0] - 1] = False
    row = np.flatnonzero(suspect)
    above, below = _ranks_of(rank[row]), _ranks_of(rank[row + 1])
    is_so = (above >= 0) & (below >= 0) & (above != below) & ((above < below) == (scores[row] < scores[row + 1]))
    if not is_so.any():  # leading zeros, or no numbers
        return None
    found = np.flatnonzero(is_so)
    first = int(found[np.argmin(line[row[found] + 1])])
    at = int(row[first])
    return Contradiction(
        lines=(int(line[at]), int(line[at + 1])),
        ranks=(int(above[first]), int(below[first])),
        scores=(float(scores[at]), float(scores[at + 1])),
    )


def _ranks_of(words: Words) -> Ints:
    """Return the numbers that the rank column's bytes write, -1 where they write none."""
    rank, begun = np.zeros(len(words), dtype=np.int64), np.zeros(len(words), dtype=np.bool_)
    good = words > 0
    for place in range(_RANK_BYTES - 1, -1, -1):
        byte = (words >> np.uint64(8 * place)).astype(np.uint8)
        begun |= byte > 0
        good &= ~begun | ((byte >= ord("0")) & (byte <= ord("9")))
        rank = np.where(begun, 10 * rank + byte - ord("0"), rank)
    return np.where(good, rank, -1)
