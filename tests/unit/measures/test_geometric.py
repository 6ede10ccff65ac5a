import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AP, GMAP, Bpref, GMBpref, Measure

BOTH = pytest.mark.parametrize("measure", [GMAP, GMBpref], ids=str)


def test_the_value_of_a_query_is_that_of_the_plain_measure() -> None:
    judged = judge([["x", "a"], ["a"], ["u", "a"]], [{"a": 1, "u": 0}] * 3)
    assert GMAP.per_query(judged).tolist() == AP.per_query(judged).tolist()
    assert GMBpref.per_query(judged).tolist() == Bpref.per_query(judged).tolist()


@BOTH
def test_the_figure_for_many_queries_is_the_geometric_mean(measure: Measure) -> None:
    assert measure.aggregate(np.array([0.1, 0.4, 0.2])) == pytest.approx(0.2)


@BOTH
def test_a_failed_query_counts_as_a_hundred_thousandth(measure: Measure) -> None:
    assert measure.aggregate(np.array([1.0, 0.0])) == pytest.approx(10**-2.5)


@BOTH
def test_an_undefined_value_is_left_out(measure: Measure) -> None:
    assert measure.aggregate(np.array([0.25, np.nan, 1.0])) == pytest.approx(0.5)


@BOTH
def test_of_no_values_there_is_no_mean(measure: Measure) -> None:
    assert np.isnan(measure.aggregate(np.array([np.nan])))
