import math

import pytest

from assay.errors import MeasureParameterError
from assay.measures.alpha_ndcg import AlphaNDCG
from assay.measures.aspects import judge_aspects

SECOND, THIRD = 1 / math.log2(3), 0.5  # discounts
LABELS = {"q": {"ab": {"a": 1, "b": 1}, "a": {"a": 1}, "c": {"c": 1}}}


def value(ranking: list[str], measure: AlphaNDCG) -> float:
    return float(measure.per_query(judge_aspects({"q": ranking}, LABELS))[0])


def test_an_aspect_gains_less_each_time_it_is_answered() -> None:
    ideal = 2 + SECOND + 0.5 * THIRD  # ab, c, a
    assert value(["a", "ab", "x"], AlphaNDCG()) == pytest.approx((1 + (0.5 + 1) * SECOND) / ideal)


def test_the_greedy_order_scores_one() -> None:
    assert value(["ab", "c", "a"], AlphaNDCG()) == 1.0


def test_the_ideal_is_cut_at_k_as_the_ranking_is() -> None:
    assert value(["a"], AlphaNDCG() @ 1) == 0.5


def test_an_alpha_of_one_pays_for_the_first_answer_only() -> None:
    assert value(["a", "ab"], AlphaNDCG(alpha=1)) == pytest.approx((1 + SECOND) / (2 + SECOND))


def test_an_alpha_of_zero_pays_for_every_answer() -> None:
    assert value(["a", "ab"], AlphaNDCG(alpha=0)) == pytest.approx((1 + 2 * SECOND) / (2 + SECOND + THIRD))


def test_the_greedy_ideal_takes_the_greatest_id_among_equals() -> None:
    # d3 comes first, after it d2 gains two aspects and d1 one
    labels = {"q": {"d1": {"a": 1, "b": 1}, "d2": {"a": 1, "c": 1}, "d3": {"b": 1, "d": 1}}}
    found = AlphaNDCG(alpha=1).per_query(judge_aspects({"q": ["d3", "d2", "d1"]}, labels))
    assert found.tolist() == [1.0]


def test_a_better_ranking_than_the_greedy_one_passes_one() -> None:
    # greedy takes the document with four aspects first; the other two cover all six
    labels = {"q": {"big": dict.fromkeys("abcd", 1), "left": dict.fromkeys("abe", 1), "right": dict.fromkeys("cdf", 1)}}
    found = (AlphaNDCG(alpha=1) @ 2).per_query(judge_aspects({"q": ["left", "right"]}, labels))
    assert found.tolist() == pytest.approx([(3 + 3 * SECOND) / (4 + SECOND)])
    assert 1.0 < found[0] < AlphaNDCG.bounds[1]


@pytest.mark.parametrize("alpha", [-0.1, 1.1, "half"])
def test_an_alpha_that_is_no_share_is_refused(alpha: object) -> None:
    with pytest.raises(MeasureParameterError, match="alpha_nDCG: alpha is a number from 0 to 1"):
        AlphaNDCG(alpha=alpha)
