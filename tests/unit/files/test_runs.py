"""Runs from files."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from assay.data.run import Run
from assay.errors import BadFileError
from assay.files.runs import read_run


def rows_of(run: Run) -> list[tuple[str, str, float]]:
    return [
        (query_id, run.doc_ids[row], float(run.scores[row]))
        for number, query_id in enumerate(run.query_ids)
        for row in range(run.starts[number], run.starts[number + 1])
    ]


@pytest.fixture(params=["plain", "gzip"])
def packed(request: pytest.FixtureRequest) -> bool:
    """The two ways a TREC run can be read by must say the same."""
    return request.param == "gzip"


def written(folder: Path, text: str | bytes, *, packed: bool = False) -> Path:
    path = folder / "given.trec"
    raw = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(gzip.compress(raw) if packed else raw)
    return path


def test_rows_are_grouped_by_query_in_the_order_given(tmp_path: Path, packed: bool) -> None:
    text = "b Q0 d1 1 0.5 t\na Q0 d1 1 7 t\nb\tQ0\td2   2 .25 t\r\n\nb Q0 d1 3 1e-3 t\n"
    run = read_run(written(tmp_path, text, packed=packed))
    assert rows_of(run) == [("b", "d1", 0.5), ("b", "d2", 0.25), ("b", "d1", 0.001), ("a", "d1", 7.0)]
    assert (run.name, run.scores.dtype, run.starts.dtype) == ("t", np.float64, np.int64)


def test_infinite_scores_are_read(tmp_path: Path, packed: bool) -> None:
    text = "q Q0 a 1 inf t\nq Q0 b 2 -inf t\nq Q0 c 3 1e300 t"
    assert read_run(written(tmp_path, text, packed=packed)).scores.tolist() == [np.inf, -np.inf, 1e300]


@pytest.mark.parametrize("score", ["abc", "1,5", "1_0", "0x10", "nan", "NaN", "１"])
def test_a_score_that_is_no_number_names_its_line(tmp_path: Path, packed: bool, score: str) -> None:
    with pytest.raises(BadFileError) as caught:
        read_run(written(tmp_path, f"q Q0 a 1 0.5 t\nq Q0 b 2 {score} t\n", packed=packed))
    assert [problem.line for problem in caught.value.problems] == [2]


@pytest.mark.parametrize("line", ["q Q0 b 2 0.5", "q Q0 b 2 0.5 t x"])
def test_five_or_seven_columns_are_an_error(tmp_path: Path, packed: bool, line: str) -> None:
    with pytest.raises(BadFileError) as caught:
        read_run(written(tmp_path, f"q Q0 a 1 0.5 t\n{line}\nq Q0 c 3 0.1 t\n", packed=packed))
    assert [problem.line for problem in caught.value.problems] == [2]


def test_bytes_that_are_not_utf8_name_their_line(tmp_path: Path, packed: bool) -> None:
    with pytest.raises(BadFileError) as caught:
        read_run(written(tmp_path, b"q Q0 a 1 0.5 t\nq Q0 \xe9 2 0.4 t\n", packed=packed))
    assert [problem.line for problem in caught.value.problems] == [2]


def test_a_no_break_space_belongs_to_an_id(tmp_path: Path, packed: bool) -> None:
    text = "\ufeffq Q0 a\u00a0b 1 0.5 t\nq Q0 #1 2 0.4 t\n"
    assert tuple(read_run(written(tmp_path, text, packed=packed)).doc_ids) == ("a\u00a0b", "#1")


def test_trec_eval_s_own_run_is_read(data_folder: Path) -> None:
    path = data_folder / "trec_eval-golden/test/results.test"
    expected = [line.split() for line in path.read_text("utf-8").splitlines()]
    run = read_run(path)
    assert rows_of(run) == [(q, d, float(s)) for q, _, d, _, s, _ in expected]
    assert run.name == "STANDARD"


@pytest.mark.parametrize(
    "text",
    [
        "query_id\tdoc_id\tscore\nq\td1\t0.5\nq\td2\t0.25\n",
        "q\td1\t0.5\nq\td2\t0.25\n",
        "rank,score,docno,qid\n1,0.5,d1,q\n2,0.25,d2,q\n",
        '{"q": {"d1": 0.5, "d2": 0.25}}',
        '{"query_id": "q", "scores": {"d1": 0.5, "d2": 0.25}}\n',
    ],
    ids=["heading", "no heading", "CSV", "JSON", "JSON Lines"],
)
def test_every_format_says_the_same(tmp_path: Path, text: str) -> None:
    run = read_run(written(tmp_path, text))
    assert rows_of(run) == [("q", "d1", 0.5), ("q", "d2", 0.25)]
    assert run.name == "given"


@pytest.mark.parametrize("text", ["query_id,doc_id,rank\nq,d,1\n", "query_id,doc_id,grade\nq,d,1\n"])
def test_a_run_needs_scores(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFileError, match=r"no column for the score|these are judgements"):
        read_run(written(tmp_path, text))


def test_a_score_beyond_the_range_of_a_float_is_infinite_in_every_format(tmp_path: Path, packed: bool) -> None:
    for text in ("q Q0 d 1 1e999 t\n", "q\td\t1e999\n", '{"q": {"d": 1e999}}', '{"q": {"d": "1e999"}}'):
        assert read_run(written(tmp_path, text, packed=packed)).scores.tolist() == [np.inf]
