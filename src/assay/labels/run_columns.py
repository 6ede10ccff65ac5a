"""Columns of any table library as texts and scores, with no Python object a row where the library has none."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from numbers import Real
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from assay.compiled import IS_COMPILED
from assay.data.identifier import as_id
from assay.data.texts import Ints, Texts, run_starts
from assay.errors import BadInputError
from assay.measures.judged_hits import Floats

if IS_COMPILED:
    from assay.compiled import scanner

NAMES = {
    "query": ("query_id", "qid", "q_id", "query"),
    "document": ("doc_id", "docid", "docno", "document_id", "doc"),
    "score": ("score", "sim"),
}
_TEXT_TYPES = ("string", "large_string", "string_view", "int", "uint", "dictionary")
_ARROW_OFFSETS = {"string": np.int32, "large_string": np.int64}
_ARROW_NUMBERS = {
    **{"double": np.float64, "float": np.float32, "halffloat": np.float16},
    **{name: np.dtype(name) for name in ("int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8")},
}
_PLAIN_KINDS = ("S", "U", "i", "u")
_ASCII = 127
_STEPS = {"S": 1, "U": 4}  # bytes of a character
_WORD = 8
_DIGITS = 20  # of an int64, its sign included


def column_names(table: object) -> list[str] | None:
    """Return the names of a table's columns (Arrow, pandas, polars, a mapping of columns); None for anything else."""
    names = getattr(table, "column_names", None)
    if names is None:
        names = getattr(table, "columns", None)
    if names is None and isinstance(table, Mapping):
        names = cast("Mapping[object, object]", table)
    if names is None or callable(names) or not isinstance(names, Iterable):
        return None
    return [str(name) for name in cast("Iterable[object]", names)]


def pick_columns(table: Any) -> tuple[Any, Any, Any]:
    """Return the columns of query, document and score by any of their usual names.

    Raises
    ------
    BadInputError
        One of them is not there.
    """
    names = column_names(table) or []
    picked: list[Any] = []
    for meaning, known in NAMES.items():
        name = next((name for name in known if name in names), None)
        if name is None:
            raise BadInputError(
                f"the run has no column of the {meaning}: it has {', '.join(names)}\nHint: call it {known[0]!r}."
            )
        picked.append(table[name])
    return picked[0], picked[1], picked[2]


def is_column(given: object) -> bool:
    """Whether something is an array or a column of a table library, and not one row or a list of them."""
    return hasattr(given, "dtype") or hasattr(given, "combine_chunks") or hasattr(given, "buffers")


def text_slices(column: Any, name: str) -> Callable[[slice], Texts]:
    """Return what gives the ids of a stretch of rows; arrays of fixed width become texts only then.

    Raises
    ------
    BadInputError
        As `text_column`, now or when a stretch is asked for.
    """
    values = _as_array(column)
    if not IS_COMPILED or _kind(values) not in _PLAIN_KINDS:
        return text_column(values, name).take
    _check_shape(values, name)
    return lambda rows: _checked_ids(_fixed_texts(values[rows]), name, above=rows.start)


def query_runs(column: Any) -> tuple[Ints, Texts]:
    """Return where runs of rows of one query start, and the id of each run; both n_runs."""
    values = _as_array(column)
    if _kind(values) in _PLAIN_KINDS and len(values):
        _check_shape(values, "query id")
        starts = _fixed_runs(np.ascontiguousarray(values))
        return starts, text_column(values[starts], "query id")
    texts = text_column(values, "query id")
    starts = run_starts(texts)
    return starts, texts.take(starts)


def text_column(column: Any, name: str) -> Texts:
    """Return a column of ids; whole numbers become text.

    Raises
    ------
    BadInputError
        A value that is neither text nor a whole number, is empty, or is missing.
    """
    values = _as_array(column)
    if hasattr(values, "buffers"):
        texts = _arrow_texts(values, name)
    elif _kind(values) in _PLAIN_KINDS:
        _check_shape(values, name)
        texts = _fixed_texts(values)
    else:
        objects = _as_list(values)
        if not set(map(type, objects)) <= {str}:
            objects = [as_id(one, name) for one in objects]
        texts = Texts.of(cast("list[str]", objects))
    return _checked_ids(texts, name)


def _checked_ids(texts: Texts, name: str, above: int = 0) -> Texts:
    if len(texts) and not texts.length.min():
        row = above + int(texts.length.argmin()) + 1
        raise BadInputError(f"{name}: an id is text or a whole number, row {row} is empty")
    return texts


def _fixed_runs(values: NDArray[Any]) -> Ints:
    """Return where runs of equal values begin; shape (n_runs,)."""
    if not IS_COMPILED:
        return np.concatenate([[0], np.flatnonzero(values[1:] != values[:-1]) + 1]).astype(np.int64)
    starts = np.empty(len(values), dtype=np.int64)
    return starts[: scanner.runs_of(values.dtype.itemsize, values.view(np.uint8), starts)].copy()  # pyright: ignore[reportPossiblyUnboundVariable]


def score_column(column: Any) -> Floats:
    """Return a column of scores as float64.

    Raises
    ------
    BadInputError
        A value that is no number, or NaN.
    """
    values = _as_array(column)
    if hasattr(values, "buffers"):
        values = _arrow_numbers(values)
    if _kind(values) in (None, "O"):
        return scores_of(_as_list(values))
    _check_shape(values, "score")
    if _kind(values) not in ("f", "i", "u"):
        raise BadInputError(f"a score is a number, got a column of {values.dtype}")
    return refuse_nan(values.astype(np.float64))


def scores_of(values: Sequence[object]) -> Floats:
    """Return Python numbers as float64; text that looks like a number is none."""
    refuse_types(set(map(type, values)))
    try:
        return refuse_nan(np.fromiter(cast("Sequence[float]", values), np.float64, len(values)))
    except OverflowError as exc:
        raise BadInputError("a score is a number that a float can hold") from exc


def refuse_types(types: set[type]) -> None:
    """Refuse scores of types that are no numbers."""
    for one in types:
        if one is bool or not issubclass(one, Real):
            raise BadInputError(f"a score is a number, got {one.__name__}\nHint: convert scores with float().")


def refuse_nan(scores: Floats) -> Floats:
    """Return the scores, none of which is NaN: it has no place in an order."""
    if np.isnan(scores).any():
        raise BadInputError(f"row {int(np.isnan(scores).argmax()) + 1}: a score is a number, got NaN")
    return scores


def _kind(values: Any) -> str | None:
    """Return what a NumPy array holds, as its letter; None for anything else."""
    return cast("NDArray[Any]", values).dtype.kind if isinstance(values, np.ndarray) else None


def _as_array(column: Any) -> Any:
    """Return Arrow for what can be shared as Arrow, NumPy for what has it, else the column."""
    if isinstance(column, np.ndarray):
        return cast("Any", column)
    if hasattr(column, "combine_chunks"):
        return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if hasattr(column, "__arrow_c_stream__"):
        try:
            arrow = import_module("pyarrow")
        except ImportError:
            return column.to_numpy()
        return _as_array(arrow.chunked_array(column))
    return column.to_numpy() if hasattr(column, "to_numpy") and not hasattr(column, "buffers") else column


def _as_list(values: Any) -> list[object]:
    if isinstance(values, np.ndarray):
        return cast("list[object]", values.tolist())
    return cast("list[object]", values if isinstance(values, list) else list(values))


def _check_shape(values: Any, name: str) -> None:
    if values.ndim != 1:
        raise BadInputError(f"{name}: a column has one dimension, got {values.ndim}")


def _arrow_texts(array: Any, name: str) -> Texts:
    if array.null_count:
        raise BadInputError(f"{name}: {array.null_count} rows have none")
    if not str(array.type).startswith(_TEXT_TYPES):
        raise BadInputError(f"{name}: an id is text or a whole number, got a column of {array.type}")
    array = array.dictionary_decode() if str(array.type).startswith("dictionary") else array
    if str(array.type) not in _ARROW_OFFSETS:
        array = array.cast("large_string")
    if not len(array):
        return Texts.of([])
    _, offsets, data = array.buffers()
    width = _ARROW_OFFSETS[str(array.type)]
    ends = np.frombuffer(offsets, dtype=width)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    raw = np.frombuffer(data, dtype=np.uint8)[int(ends[0]) : int(ends[-1])] if data else np.zeros(0, dtype=np.uint8)
    return Texts.packed(raw, np.diff(ends))


def _arrow_numbers(array: Any) -> Any:
    """Return an array of numbers in place: Arrow's own conversion would load pandas."""
    if array.null_count:
        raise BadInputError(f"a score is a number, {array.null_count} rows have none")
    kind = _ARROW_NUMBERS.get(str(array.type))
    if kind is None:
        raise BadInputError(f"a score is a number, got a column of {array.type}")
    if not len(array):
        return np.zeros(0, dtype=np.float64)
    return np.frombuffer(array.buffers()[1], dtype=kind)[array.offset : array.offset + len(array)]


def _fixed_texts(values: Any) -> Texts:
    """Return an array of fixed-width text, or of integers."""
    packed = _packed(np.ascontiguousarray(values)) if IS_COMPILED and len(values) else None
    if packed is not None:
        return packed
    if values.dtype.kind in "iu":
        values = values.astype("S21")
    if values.dtype.kind == "U":
        points = np.ascontiguousarray(values).view(np.uint32)
        if points.max(initial=0) > _ASCII:
            return Texts.of(values.tolist())
        values = points.astype(np.uint8).view(f"S{values.dtype.itemsize // 4}")
    elif not np.ascontiguousarray(values).view(np.uint8).max(initial=0) <= _ASCII:
        return Texts.of([_decoded(one) for one in values.tolist()])
    width = values.dtype.itemsize
    held = np.zeros(len(values) * width + 8, dtype=np.uint8)
    held[:-8] = np.ascontiguousarray(values).view(np.uint8)
    length = np.char.str_len(values).astype(np.int64)
    return Texts(data=held, start=np.arange(len(values), dtype=np.int64) * width, length=length)


def _packed(values: NDArray[Any]) -> Texts | None:
    """Pack ASCII text or whole numbers by the compiled scanner; None for what it leaves to NumPy."""
    if values.dtype.kind == "u" and values.dtype.itemsize == _WORD:
        return None
    whole = values.dtype.kind in "iu"
    values = values.astype(np.int64, copy=False) if whole else values
    step = _WORD if whole else _STEPS[values.dtype.kind]
    width = values.dtype.itemsize // step
    if not width or not values.dtype.isnative:
        return None
    data = np.empty(len(values) * (_DIGITS if whole else width) + _WORD, dtype=np.uint8)
    start, length = np.empty((2, len(values)), dtype=np.int64)
    used = scanner.pack(step, width, values.view(np.uint8), data[:-_WORD], start, length)  # pyright: ignore[reportPossiblyUnboundVariable]
    return Texts(data=data, start=start, length=length) if used >= 0 else None


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as exc:
        raise BadInputError(f"an id is UTF-8, got {raw!r:.200}") from exc
