"""The rows of some lines of a run, as columns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words

Floats = NDArray[np.float64]

_MOST_SUSPECTS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """Find the first two neighbours of a query of which the higher score has the larger rank."""
    if len(scores) < 2:
        return None
    suspect = (scores[1:] > scores[:-1]) & (rank[1:] > rank[:-1])
    suspect |= (scores[1:] < scores[:-1]) & (rank[1:] < rank[:-1])
    suspect[starts[starts > 0] - 1] = False
    for row in np.flatnonzero(suspect)[:_MOST_SUSPECTS].tolist():
        above, below = _rank_of(int(rank[row])), _rank_of(int(rank[row + 1]))
        if above is None or below is None or (above < below) != (scores[row] < scores[row + 1]) or above == below:
            continue  # leading zeros, or no numbers
        return Contradiction(
            lines=(int(line[row]), int(line[row + 1])),
            ranks=(above, below),
            scores=(float(scores[row]), float(scores[row + 1])),
        )
    return None


def _rank_of(word: int) -> int | None:
    text = word.to_bytes(8, "big").lstrip(b"\0")
    return int(text) if text.isdigit() else None
