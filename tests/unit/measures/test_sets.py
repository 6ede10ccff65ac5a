import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import Measure, SetAP, SetF, SetP, SetR, SetRelativeP

EVERY = pytest.mark.parametrize("measure", [SetP, SetR, SetF, SetAP, SetRelativeP], ids=str)
THREE_OF_FIVE = judge([["a", "b", "c", *"uvwxyz", "."]], [dict.fromkeys("abcde", 1)])  # P 0.3, R 0.6


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        (SetP, 0.3),
        (SetR, 0.6),
        (SetF, 0.4),
        (SetF(beta=2), 0.5),
        (SetF(beta=2, form="trec_eval"), 0.45),
        (SetAP, 0.18),
        (SetRelativeP, 0.6),
    ],
    ids=str,
)
def test_ten_hits_that_hold_three_of_five(measure: Measure, value: float) -> None:
    assert measure.per_query(THREE_OF_FIVE).tolist() == pytest.approx([value])


def test_relative_precision_asks_no_more_than_there_are_hits() -> None:
    assert SetRelativeP.per_query(judge([["a", "x"]], [dict.fromkeys("abcde", 1)])).tolist() == [0.5]


@EVERY
def test_nothing_back_is_zero(measure: Measure) -> None:
    assert measure.per_query(judge([[]], [{"a": 1}])).tolist() == [0.0]


@EVERY
def test_nothing_relevant_is_undefined(measure: Measure) -> None:
    assert np.isnan(measure.per_query(judge([["a"], []], [{"a": 0}, {}]))).all()


def test_the_order_of_the_hits_plays_no_part() -> None:
    label = {"a": 1, "b": 1}
    table = judge([["a", "x", "b"], ["x", "b", "a"]], [label, label])
    assert [len(set(measure.per_query(table))) for measure in (SetP, SetR, SetF, SetAP, SetRelativeP)] == [1] * 5


def test_the_weight_of_recall_is_above_zero() -> None:
    with pytest.raises(MeasureParameterError, match="SetF: beta is a number above 0, got 0"):
        SetF(beta=0)
