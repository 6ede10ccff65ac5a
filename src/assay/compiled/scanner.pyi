"""What the C extension offers. Arrays are contiguous; those it writes to are allocated by the caller.

Texts are three arrays: bytes (uint8), and where each text starts and how long it is (int64).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_Bytes = NDArray[np.uint8]
_Ints = NDArray[np.int64]
_Floats = NDArray[np.float64]
_Index = object

def lines(
    n_columns: int, longest: int, block: _Bytes, rows: _Ints, values: _Floats, runs: _Ints, /
) -> tuple[int, int, int, int] | None:
    """Read whole lines of 6 columns (a run) or 4 (judgements), 8 bytes behind them; None where one is not plain.

    `rows` takes, each of shape (len(values),), where the document starts, its length and, of a run only, its rank as a
    word and its line; `runs`, a third of its length each, the first row of each run of one query, where the query's id
    starts, its length.
    Returns rows, runs, lines, and the first row whose rank contradicts its neighbour's, else -1.
    """

def index_labels(
    query_data: _Bytes,
    query_start: _Ints,
    query_length: _Ints,
    first: _Ints,
    doc_data: _Bytes,
    doc_start: _Ints,
    doc_length: _Ints,
    twin: _Ints,
    /,
) -> _Index:
    """Index queries, with room for the labels ``first[q]`` to ``first[q + 1]`` of query q.

    `twin` takes, for each query, the first one of the same text.
    """

def enter_labels(index: _Index, from_query: int, until_query: int, twin: _Ints, /) -> int:
    """Index the labels of some queries; threads may enter those of different queries at once.

    `twin`, of all labels, takes the first label of the query that has the same text. Returns how many are another one.
    """

def query_numbers(index: _Index, data: _Bytes, start: _Ints, length: _Ints, numbers: _Ints, /) -> None:
    """Look queries up: their numbers, -1 for one without labels."""

def place(
    index: _Index,
    drops_repeats: bool,
    drops_self: bool,
    query: _Ints,
    starts: _Ints,
    data: _Bytes,
    start: _Ints,
    length: _Ints,
    scores: _Floats,
    n_kept: _Ints,
    found: _Ints,
    /,
) -> tuple[int, int, int, int, int]:
    """Rank the labelled rows of whole queries.

    `n_kept` takes the rows of each group that have a rank; `found`, a fifth of its length each, group, label, rank, and
    where the tie starts and how many it has. Returns how many were found, repeats, dropped for being the query itself,
    and the two rows of the first repeat.
    """

def place_dicts(index: _Index, runs: list[Any], query: _Ints, n_kept: _Ints, found: _Ints, /) -> int | None:
    """Rank the labelled documents of rankings {text: number}; None where one is not plain. `found` as for `place`."""

def runs_of(width: int, items: _Bytes, starts: _Ints, /) -> int:
    """Find where runs of equal items of so many bytes begin; return their number."""

def pack(step: int, width: int, items: _Bytes, data: _Bytes, start: _Ints, length: _Ints, /) -> int:
    """Pack items as texts: `width` ASCII characters of 1 or 4 bytes, NUL behind, or for step 8 an int64 in decimal.

    `data` takes up to `width` bytes an item, 20 for a number. Returns the bytes used, -1 where not all is ASCII.
    """
