import pytest

from assay.errors import MeasureParameterError
from assay.measures.aspects import judge_aspects
from assay.measures.nrbp import NNRBP, NRBP

HITS = judge_aspects({"q": ["a", "ab"]}, {"q": {"ab": {"a": 1, "b": 1}, "a": {"a": 1}}})


def test_nrbp_discounts_novel_gains_by_patience() -> None:
    assert NRBP().per_query(HITS).tolist() == [(1 + 0.5 * 1.5) * (1 - 0.5 * 0.5) / 2]
    assert NRBP(alpha=1, beta=0.8).per_query(HITS).tolist() == [(1 + 0.8) / 2]


def test_a_cutoff_keeps_the_norm() -> None:
    assert (NRBP() @ 1).per_query(HITS).tolist() == [(1 - 0.5 * 0.5) / 2]


def test_nnrbp_divides_by_the_greedy_ideal() -> None:
    assert NNRBP().per_query(HITS).tolist() == [(1 + 0.5 * 1.5) / (2 + 0.5 * 0.5)]


def test_the_ideal_of_nnrbp_is_cut_as_the_ranking_is() -> None:
    assert (NNRBP() @ 1).per_query(HITS).tolist() == [0.5]


def test_no_patience_sees_the_first_hit_only() -> None:
    assert NNRBP(beta=0).per_query(HITS).tolist() == [0.5]


@pytest.mark.parametrize("beta", [1, -0.1])
def test_a_patience_without_end_is_refused(beta: float) -> None:
    with pytest.raises(MeasureParameterError, match="beta is a number from 0 to below 1"):
        NNRBP(beta=beta)
