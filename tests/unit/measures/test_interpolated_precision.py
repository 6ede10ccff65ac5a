import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import ElevenPoint, IPrec

TWELVE = judge([["a", *"xyz", "b"]], [dict.fromkeys("abcdefghijkl", 1)])
FOUND = judge([["x", "a", "b", "y", "c"]], [dict.fromkeys("abc", 1)])  # precision 1/2, 2/3, 3/5 at a, b, c


@pytest.mark.parametrize(("recall", "value"), [(0, 2 / 3), (0.3, 2 / 3), (0.6, 2 / 3), (0.75, 0.6), (1, 0.6)])
def test_it_is_the_best_precision_from_that_recall_on(recall: float, value: float) -> None:
    assert (IPrec @ recall).per_query(FOUND).tolist() == pytest.approx([value])


def test_a_recall_that_is_never_reached_has_no_precision() -> None:
    assert (IPrec @ 0.5).per_query(TWELVE).tolist() == [0.0]


@pytest.mark.parametrize(("rounding", "value"), [("up", 0.4), ("nearest", 1.0)])
def test_a_tenth_of_twelve_documents_is_two_or_as_trec_eval_10_has_it_one(rounding: str, value: float) -> None:
    assert IPrec(recall=0.1, rounding=rounding).per_query(TWELVE).tolist() == pytest.approx([value])


def test_halves_are_rounded_up_to_the_nearest() -> None:
    judged = judge([["a", "x", "b"]], [dict.fromkeys("abc", 1)])  # half of three documents: two
    assert IPrec(recall=0.5, rounding="nearest").per_query(judged).tolist() == pytest.approx([2 / 3])


def test_at_sets_the_recall() -> None:
    assert (str(IPrec @ 0.1), (IPrec @ 0.1).recall) == ("IPrec@0.1", 0.1)


def test_the_eleven_points_are_averaged() -> None:
    found = [(IPrec @ (tenth / 10)).per_query(FOUND).item() for tenth in range(11)]
    assert ElevenPoint.per_query(FOUND).tolist() == pytest.approx([sum(found) / 11])


def test_other_levels_are_averaged_where_they_are_named() -> None:
    assert ElevenPoint(levels=[0, 1]).per_query(FOUND).tolist() == pytest.approx([(2 / 3 + 0.6) / 2])


def test_it_is_undefined_without_a_relevant_document() -> None:
    judged = judge([["a"]], [{"a": 0}])
    assert np.isnan([IPrec.per_query(judged), ElevenPoint.per_query(judged)]).all()


@pytest.mark.parametrize("levels", [[], [1.5], [-0.1], ["a"], "0.5", 0.5, None])
def test_levels_are_numbers_from_zero_to_one(levels: object) -> None:
    with pytest.raises(MeasureParameterError, match="11ptAvg: levels is a list of numbers from 0 to 1"):
        ElevenPoint(levels=levels)
