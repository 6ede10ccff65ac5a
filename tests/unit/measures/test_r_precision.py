import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import P, R, Rprec

JUDGED = judge([["a", "x", "b", "y", "c", "z"]], [{"a": 1, "b": 1, "c": 1, "d": 1}])


def test_it_is_precision_and_recall_at_the_number_of_relevant_documents() -> None:
    found = [measure.per_query(JUDGED).item() for measure in (Rprec, P @ 4, R @ 4)]
    assert found == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(("mult", "value"), [(0.01, 0.0), (0.25, 1.0), (0.5, 0.5), (1, 0.5), (1.25, 0.6), (5, 0.15)])
def test_it_is_precision_at_a_multiple_of_them(mult: float, value: float) -> None:
    assert Rprec(mult=mult).per_query(JUDGED).tolist() == pytest.approx([value])


def test_places_beyond_the_end_hold_nothing() -> None:
    assert Rprec.per_query(judge([["a"]], [{"a": 1, "b": 1}])).tolist() == [0.5]


def test_it_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan(Rprec.per_query(judge([["a"]], [{}]))).all()


@pytest.mark.parametrize("mult", [0, -1, "2", True])
def test_a_multiple_is_a_number_above_zero(mult: object) -> None:
    with pytest.raises(MeasureParameterError, match="Rprec: mult is a number above 0"):
        Rprec(mult=mult)
