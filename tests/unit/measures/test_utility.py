import math

import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import Utility

TABLE = judge([["a", "x", "u"], ["x"], []], [{"a": 1, "b": 1, "u": 0}, {}, {"a": 1}])


def test_a_hit_that_is_relevant_is_worth_one_and_any_other_costs_one() -> None:
    assert Utility.per_query(TABLE).tolist() == [-1.0, -1.0, 0.0]


def test_each_cell_has_its_own_worth() -> None:
    worth = Utility(a=10, b=-1, c=-100, d=0.5, n_docs=1000)
    assert worth.per_query(TABLE).tolist() == [
        10 - 2 - 100 + 0.5 * (1000 - 4),
        -1 + 0.5 * 999,
        -100 + 0.5 * 999,
    ]


def test_it_is_averaged_over_queries() -> None:
    assert Utility.aggregate(Utility.per_query(TABLE)) == pytest.approx(-2 / 3)


@pytest.mark.parametrize("wrong", [{"d": 1}, {"n_docs": 100}], ids=str)
def test_the_size_of_the_collection_goes_with_a_worth_of_the_rest(wrong: dict[str, object]) -> None:
    with pytest.raises(MeasureParameterError, match="n_docs, the size of the collection, goes with a d"):
        Utility(**wrong)


@pytest.mark.parametrize(
    "wrong", [{"a": math.inf}, {"b": "1"}, {"d": 1, "n_docs": 0}, {"d": 1, "n_docs": 1.5}], ids=str
)
def test_a_worth_is_a_finite_number_and_a_size_a_whole_one(wrong: dict[str, object]) -> None:
    with pytest.raises(MeasureParameterError, match=r"Utility: (a is a finite|b is a finite|n_docs is a whole) number"):
        Utility(**wrong)
