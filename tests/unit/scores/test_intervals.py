"""The interval of a run's mean: what it stands on, and when it is unknown."""

import math

import pytest
from scipy import stats

import assay
from assay.errors import BadInputError

JUDGED = {f"q{n}": {"d": 1} for n in range(20)}
FOUND = {f"q{n}": {"d" if n < 15 else "x": 1.0} for n in range(20)}


def test_zeros_and_ones_have_the_exact_interval_of_a_share() -> None:
    found = assay.score(JUDGED, FOUND, "HitRate@1").interval("HitRate@1")
    expected = stats.binomtest(15, 20).proportion_ci(0.95, method="exact")
    assert (found.mean, found.level, found.kind, found.n) == (0.75, 0.95, "clopper-pearson", 20)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_another_level_is_another_interval() -> None:
    found = assay.score(JUDGED, FOUND, "RR").interval("RR", level=0.8)
    expected = stats.binomtest(15, 20).proportion_ci(0.8, method="exact")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_queries_that_share_a_label_are_drawn_together() -> None:
    scores = assay.score(JUDGED, FOUND, "RR")
    pages = {f"q{n}": n // 5 for n in range(20)}  # five queries a page, which find all or nothing
    alone, together = scores.interval("RR"), scores.interval("RR", cluster=pages)
    assert together.effective_n == pytest.approx(60 / 19)  # s2 / n = 3.75/19/20, SE2 = 18.75 * 4/3 / 20**2
    assert together.high - together.low > alone.high - alone.low


def test_a_query_without_a_label_stands_alone() -> None:
    scores = assay.score(JUDGED, FOUND, "RR")
    assert scores.interval("RR", cluster={"q0": "page"}) == scores.interval("RR")


def test_labels_that_no_query_has_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"no judged query has a cluster.*for example q0, q1"):
        assay.score(JUDGED, FOUND, "RR").interval("RR", cluster={"Q0": 1})


@pytest.mark.parametrize("measure", ["NumRet", "GMAP"])
def test_a_figure_that_is_no_mean_has_no_interval(measure: str) -> None:
    scores = assay.score(JUDGED, FOUND, measure)
    found = scores.interval(measure)
    assert (found.mean, found.is_known, math.isnan(found.low)) == (scores.mean(measure), False, True)


def test_undefined_values_that_count_as_zero_do_so_in_the_interval() -> None:
    judged = {**JUDGED, "z": {"d": 0}}
    left_out = assay.score(judged, FOUND, "RR").interval("RR")
    counted = assay.score(judged, FOUND, "RR", undefined="zero").interval("RR")
    assert (left_out.n, left_out.n_undefined, counted.n, counted.n_undefined) == (20, 1, 21, 0)


def test_of_several_runs_one_must_be_named() -> None:
    scores = assay.score(JUDGED, {"a": FOUND, "b": JUDGED}, "RR")
    assert scores.interval("RR", run="b").mean == 1.0
    with pytest.raises(BadInputError, match="which run"):
        scores.interval("RR")


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 95.0])
def test_a_level_that_is_none_is_refused(level: float) -> None:
    with pytest.raises(BadInputError, match="level lies between 0 and 1"):
        assay.score(JUDGED, FOUND, "RR").interval("RR", level=level)


@pytest.mark.parametrize("grade", [1e160, 1e300])
def test_values_whose_squares_are_beyond_all_numbers_have_no_interval(grade: float) -> None:
    scores = assay.score({"q": {"d": grade}, "r": {"d": 1}, "s": {"d": 2}}, {q: {"d": 1.0} for q in "qrs"}, "DCG")
    assert not scores.interval("DCG").is_known


def test_a_mean_beyond_all_numbers_has_no_interval() -> None:
    run = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}
    assert not assay.score({"q": {"a": 1e308, "b": 1e308, "c": 1e308}}, run, "DCG").interval("DCG").is_known
