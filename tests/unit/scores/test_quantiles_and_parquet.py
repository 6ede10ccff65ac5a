import math
from pathlib import Path

import pytest

from assay import score
from assay.errors import BadFileError, BadInputError
from assay.scores.parquet import write_scores

QRELS = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 0}}
RUN = {"q1": {"a": 3.0}, "q2": {"x": 2.0, "a": 1.0}, "q3": {"x": 3.0, "y": 2.0, "z": 1.5, "a": 1.0}, "q4": {"a": 1.0}}


def test_the_median_of_queries_leaves_undefined_ones_out() -> None:
    assert score(QRELS, RUN, "RR").quantile("RR", 0.5) == 0.5  # of 1, 1/2 and 1/4


def test_the_median_counts_undefined_queries_as_zero_where_the_mean_does() -> None:
    assert score(QRELS, RUN, "RR", undefined="zero").quantile("RR", 0.5) == 0.375  # between 1/4 and 1/2


def test_the_outermost_quantiles_are_the_least_and_the_greatest() -> None:
    found = score(QRELS, RUN, "RR")
    assert (found.quantile("RR", 0), found.quantile("RR", 1)) == (0.25, 1.0)


def test_a_quantile_of_no_values_is_undefined() -> None:
    assert math.isnan(score({"q": {"a": 0}}, {"q": {"a": 1.0}}, "RR").quantile("RR", 0.5))


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_a_share_outside_of_zero_and_one_is_refused(share: float) -> None:
    with pytest.raises(BadInputError, match="a share is between 0 and 1"):
        score(QRELS, RUN, "RR").quantile("RR", share)


def test_parquet_holds_a_row_a_run_query_and_measure(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write_scores(score(QRELS, RUN, "RR", name="mine"), tmp_path / "scores.parquet")
    rows = parquet.read_table(tmp_path / "scores.parquet").to_pylist()
    assert rows == [
        {"run": "mine", "query_id": query_id, "measure": "RR", "value": value}
        for query_id, value in (("q1", 1.0), ("q2", 0.5), ("q3", 0.25), ("q4", None))
    ]


def test_parquet_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(BadFileError, match="cannot be written"):
        write_scores(score(QRELS, RUN, "RR"), tmp_path / "no" / "folder.parquet")
