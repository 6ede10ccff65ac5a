"""Tables in memory, known by what they can do: none of the libraries they come from is imported."""

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from tokenize import TokenError
from typing import Any, BinaryIO, cast

import numpy as np

from assay.errors import BadFileError, BadInputError, Problem
from assay.files.arrow import read_arrow_table
from assay.files.columns import ColumnTable

_UNREADABLE = (  # NumPy reads the header of a .npy file as literals of Python, and raises what that raises
    ValueError,
    TypeError,
    ArithmeticError,
    EOFError,
    OSError,
    MemoryError,
    RecursionError,
    SyntaxError,
    TokenError,
)


def column_table(given: Any) -> ColumnTable | None:
    """Return a pandas or polars frame, a NumPy structured array or an Arrow table as columns; None for anything else.

    Raises
    ------
    BadInputError
        Two columns have one name, or it is a lazy frame.
    MissingExtraError
        It is an Arrow table and pyarrow is not installed.
    """
    libraries = {kind.__module__.partition(".")[0] for kind in type(given).__mro__}
    if isinstance(given, np.ndarray):
        array = cast("np.ndarray[Any, np.dtype[Any]]", given)
        return _structured(array) if array.dtype.names else None
    if "polars" in libraries and hasattr(given, "collect"):
        raise BadInputError(f"a {type(given).__name__} has no rows yet\nHint: call .collect() first.")
    if libraries & {"pandas", "polars"} and hasattr(given, "columns"):
        return _frame(given)
    return read_arrow_table(given) if hasattr(given, "__arrow_c_stream__") else None


def read_npy(path: str, stream: BinaryIO) -> ColumnTable:
    """Read a structured array from a ``.npy`` file; one that holds pickled objects is refused.

    Raises
    ------
    BadFileError
        Not such a file, objects in it, or no named columns.
    """
    try:
        found: Any = np.load(BytesIO(stream.read()), allow_pickle=False)
    except _UNREADABLE as exc:
        raise BadFileError([Problem(path=path, text=f"not a .npy file that can be read: {exc!s:.200}")]) from exc
    array = cast("np.ndarray[Any, np.dtype[Any]]", found)
    if not array.dtype.names:
        raise BadFileError([Problem(path=path, text="expected a structured array, with named columns")])
    return _structured(array)


def _structured(given: np.ndarray[Any, np.dtype[Any]]) -> ColumnTable:
    flat = given.reshape(-1)
    return ColumnTable(
        names=tuple(given.dtype.names or ()), batches=lambda names: iter([tuple(flat[name].tolist() for name in names)])
    )


def _frame(given: Any) -> ColumnTable:
    names = [str(name) for name in given.columns]
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise BadInputError(f"two columns of the frame are called {twice[0]!r}")
    original = dict(zip(names, given.columns, strict=True))

    def batches(wanted: Sequence[str]) -> Iterator[tuple[Sequence[object], ...]]:
        yield tuple(given[original[name]].to_list() for name in wanted)

    return ColumnTable(names=tuple(names), batches=batches)
