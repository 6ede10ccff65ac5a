import math

import pytest

from assay.errors import MeasureParameterError
from assay.measures.aspects import judge_aspects
from assay.measures.err_ia import ERRIA, NERRIA

HITS = judge_aspects({"q": ["a", "ab"]}, {"q": {"ab": {"a": 1, "b": 1}, "a": {"a": 1}}})
GAINS = 1 + (0.5 + 1) / 2


def test_err_ia_divides_by_what_full_answers_gain() -> None:
    assert (ERRIA() @ 2).per_query(HITS).tolist() == [GAINS / (2 * (1 + 0.5 / 2))]


def test_err_ia_divides_at_the_first_rank_too() -> None:
    assert (ERRIA() @ 1).per_query(HITS).tolist() == [0.5]


def test_without_a_cutoff_the_full_answers_are_endless() -> None:
    assert ERRIA().per_query(HITS).tolist() == pytest.approx([GAINS / (2 * 2 * math.log(2))])


def test_over_aspects_it_is_the_mean_of_their_err() -> None:
    of_a, of_b = 0.5 + 0.5 * 0.5 / 2, 0.5 / 2
    assert ERRIA(norm="aspects").per_query(HITS).tolist() == [(of_a + of_b) / 2]


def test_an_alpha_of_one_stops_at_the_first_answer() -> None:
    assert ERRIA(alpha=1).per_query(HITS).tolist() == [(1 + 1 / 2) / 2]
    assert ERRIA(alpha=1, norm="aspects").per_query(HITS).tolist() == [(1 + 1 / 2) / 2]


def test_nerr_ia_divides_by_the_greedy_ideal() -> None:
    assert NERRIA().per_query(HITS).tolist() == [GAINS / (2 + 0.5 / 2)]


@pytest.mark.parametrize("measure", [ERRIA, NERRIA])
def test_readers_who_are_never_satisfied_are_refused(measure: type[ERRIA]) -> None:
    with pytest.raises(MeasureParameterError, match=r"alpha is a number from 0\.001 to 1"):
        measure(alpha=0)


def test_a_cutoff_too_deep_to_sum_is_refused() -> None:
    with pytest.raises(MeasureParameterError, match="ERR_IA: k is at most 1000000"):
        ERRIA() @ 2_000_000
