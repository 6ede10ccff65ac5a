"""Judgements and runs given in memory: mappings, rows, arrays and frames."""

from collections import namedtuple
from collections.abc import Callable
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadFileError, BadInputError
from assay.files.qrels import read_qrels
from assay.files.runs import read_run

TWO = {"q1": {"d1": 2.0, "d2": 0.0}, "q2": {"d1": 1.0}}
ROWS = [("q1", "d1", 2), ("q1", "d2", 0), ("q2", "d1", 1)]
COLUMNS = {"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d2", "d1"], "grade": [2, 0, 1]}


class Qrel(NamedTuple):
    """As ir_measures and ir_datasets give a judgement."""

    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


def lines_of(source: object) -> list[int | None]:
    with pytest.raises(BadFileError) as caught:
        read_qrels(source)
    return [problem.line for problem in caught.value.problems]


@pytest.mark.parametrize(
    "given",
    [
        TWO,
        MappingProxyType(TWO),
        {"q1": MappingProxyType({"d1": np.int8(2), "d2": Decimal(0)}), "q2": {"d1": np.float32(1)}},
        ROWS,
        iter(ROWS),
        [list(row) for row in ROWS],
        [Qrel(*row) for row in ROWS],
        [dict(zip(COLUMNS, row, strict=True)) for row in ROWS],
        np.array(ROWS),
        np.array(ROWS, dtype=[("query_id", "U4"), ("doc_id", "S4"), ("grade", "f8")]),
        np.array(ROWS, dtype=[("qid", "O"), ("docno", "O"), ("label", "O")]),
    ],
    ids=["dicts", "read-only", "numbers of libraries", "rows", "generator", "lists", "named tuples", "records",
         "text array", "structured", "objects"],
)  # fmt: skip
def test_every_form_says_the_same(given: object) -> None:
    assert read_qrels(given).grades == TWO


def test_judgements_and_runs_pass_through() -> None:
    qrels, run = Qrels.of(TWO), read_run(TWO)
    assert read_qrels(qrels) is qrels
    assert read_run(run) is run
    assert isinstance(run, Run)


def test_what_is_given_is_never_changed() -> None:
    given = {"q1": {"d1": 1}}
    read_qrels(given).grades["q1"]["d9"] = 1.0  # pyright: ignore
    assert given == {"q1": {"d1": 1}}


def test_whole_numbers_of_any_library_become_text() -> None:
    assert read_qrels([(1, np.int64(7), 1)]).grades == {"1": {"7": 1.0}}


def test_an_id_in_two_types_is_one_query() -> None:
    with pytest.raises(BadInputError, match="document 'd1' of query '1' is graded 1 once and 2 here"):
        read_qrels({1: {"d1": 1}, "1": {"d1": 2}})


@pytest.mark.parametrize(
    "grade",
    [
        float("nan"),
        float("inf"),
        None,
        "high",
        True,
        [1],
        10**400,
        pytest.param(10**5000, id="huge"),
        np.bool_(True),
        1j,
    ],
)
def test_a_bad_grade_names_its_row(grade: object) -> None:
    assert lines_of([("q1", "d1", 1), ("q1", "d2", grade)]) == [2]


@pytest.mark.parametrize(
    "doc_id",
    [None, 1.0, float("nan"), "", b"", True, ("d",), "\ud800", b"\xff", pytest.param(10**5000, id="huge"), np.zeros(2)],
)
def test_a_bad_id_names_its_row(doc_id: object) -> None:
    assert lines_of([("q1", "d1", 1), ("q1", doc_id, 1)]) == [2]


@pytest.mark.parametrize(
    "row", ["q1 0 d1 1", ("q1", "d1"), ("q1", 0, "d1", 1), 5, None, {"a": 1}, b"abc", {"q", "d", "g"}]
)
def test_a_row_of_another_shape_is_named(row: object) -> None:
    assert lines_of([("q1", "d1", 1), row]) == [2]


@pytest.mark.parametrize(
    "given", [5, None, 1.5, b"q1 0 d1 1", object(), {"q1": ["d1"]}, {"q1": "d1"}, [], {}, np.zeros(3), iter(())]
)
def test_what_is_no_table_is_an_error(given: object) -> None:
    with pytest.raises(BadInputError):
        read_qrels(given)


def test_a_run_keeps_the_order_of_its_rows_and_their_repeats() -> None:
    run = read_run([("b", "d1", 1), ("a", "d1", 5), ("b", "d1", 1), ("b", "d0", float("inf"))])
    assert (run.query_ids, run.starts.tolist()) == (("b", "a"), [0, 3, 4])
    assert (tuple(run.doc_ids), run.scores.tolist()) == (("d1", "d1", "d0", "d1"), [1.0, 1.0, float("inf"), 5.0])
    assert (run.starts.dtype, run.scores.dtype) == (np.int64, np.float64)


def test_a_run_keeps_a_query_that_retrieved_nothing() -> None:
    run = read_run({"q1": {}, "q2": {"d1": 0.5}})
    assert (run.query_ids, run.starts.tolist()) == (("q1", "q2"), [0, 0, 1])


def test_scores_keep_their_64_bits() -> None:
    given = {"q": {"a": 0.9000000001, "b": 0.9, "c": 16777217, "d": np.float32(0.1), "e": 5e-324}}
    assert read_run(given).scores.tolist() == [0.9000000001, 0.9, 16777217.0, float(np.float32(0.1)), 5e-324]


def test_a_score_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(BadFileError, match="the given list:1: field 'score'"):
        read_run([("q", "d", float("nan"))])


def frames() -> list[Any]:
    def pandas() -> Any:
        return pytest.importorskip("pandas").DataFrame(COLUMNS)

    def pandas_indexed() -> Any:
        return pytest.importorskip("pandas").DataFrame(COLUMNS, index=[7, 7, 7])

    def pandas_categories() -> Any:
        return pytest.importorskip("pandas").DataFrame(COLUMNS).astype({"query_id": "category", "grade": "Int8"})

    def polars() -> Any:
        return pytest.importorskip("polars").DataFrame(COLUMNS)

    def arrow() -> Any:
        return pytest.importorskip("pyarrow").table(COLUMNS)

    def arrow_batches() -> Any:
        table = pytest.importorskip("pyarrow").table(COLUMNS)
        return table.to_reader(max_chunksize=2)

    def arrow_dictionary() -> Any:
        table = pytest.importorskip("pyarrow").table(COLUMNS)
        return table.set_column(0, "qid", table.column(0).dictionary_encode())

    return [pandas, pandas_indexed, pandas_categories, polars, arrow, arrow_batches, arrow_dictionary]


@pytest.mark.parametrize("make", frames(), ids=lambda make: make.__name__)
def test_frames_and_arrow_tables_say_the_same(make: Callable[[], Any]) -> None:
    assert read_qrels(make()).grades == TWO


def test_ids_of_a_frame_that_became_floats_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"qid": [1.0, None], "docno": ["d1", "d2"], "label": [1, 1]})
    assert lines_of(frame) == [1, 2]


def test_missing_values_of_a_frame_are_named_by_row() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"qid": ["a", None], "docno": ["d1", "d2"], "label": pandas.array([None, 1], dtype="Int64")}
    )
    assert lines_of(frame) == [1, 2]


def test_two_columns_of_one_name_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([["q", "d", 1, 2]], columns=["qid", "docid", "rel", "rel"])
    with pytest.raises(BadInputError, match="two columns of the frame are called 'rel'"):
        read_qrels(frame)


def test_a_lazy_frame_says_what_to_do() -> None:
    polars = pytest.importorskip("polars")
    with pytest.raises(BadInputError, match=r"call \.collect\(\) first"):
        read_qrels(polars.DataFrame(COLUMNS).lazy())


@pytest.mark.parametrize("ending", ["parquet", "arrow", "npy"])
def test_column_files_are_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "anything"
    if ending == "npy":
        with path.open("wb") as file:
            np.save(file, np.array(ROWS, dtype=[("query_id", "U4"), ("doc_id", "U4"), ("grade", "i4")]))
    else:
        pyarrow = pytest.importorskip("pyarrow")
        table = pyarrow.table({**COLUMNS, "note": ["x"] * 3})
        if ending == "parquet":
            from pyarrow import parquet

            parquet.write_table(table, path)
        else:
            from pyarrow import feather

            feather.write_feather(table, path, compression="uncompressed")
    assert read_qrels(path).grades == TWO


def test_a_damaged_parquet_file_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "q.parquet"
    path.write_bytes(b"PAR1\x15" + b"\x00" * 500 + b"PAR1")
    with pytest.raises(BadFileError, match="not Parquet that can be read"):
        read_qrels(path)


def test_an_array_of_objects_in_a_file_is_never_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "q.npy"
    np.save(path, np.array([(1, "d", 2)], dtype=object), allow_pickle=True)
    with pytest.raises(BadFileError, match=r"not a \.npy file that can be read"):
        read_qrels(path)


@pytest.mark.parametrize(
    "header", [b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}", b"{", b"__import__('os')"]
)
def test_a_hostile_npy_header_is_an_error(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "q.npy"
    padded = header.ljust(117) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded)
    with pytest.raises(BadFileError):
        read_qrels(path)


def test_an_array_without_columns_is_refused(tmp_path: Path) -> None:
    buffer = BytesIO()
    np.save(buffer, np.zeros(3))
    path = tmp_path / "q.npy"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(BadFileError, match="expected a structured array"):
        read_qrels(path)


def test_named_tuples_of_scores_make_a_run() -> None:
    scored = namedtuple("ScoredDoc", ["query_id", "doc_id", "score"])
    assert read_run([scored("q", "d", 0.5)]).doc_ids == ("d",)
