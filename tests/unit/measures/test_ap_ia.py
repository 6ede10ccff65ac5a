from assay.measures.ap_ia import APIA, PIA
from assay.measures.aspects import judge_aspects

LABELS = {"q": {"d1": {"a": 1}, "d2": {"a": 1, "b": 1}, "d3": {"b": 1, "nobody": 0}}}
HITS = judge_aspects({"q": ["d1", "x", "d2"]}, LABELS)


def test_ap_ia_is_the_mean_over_aspects() -> None:
    of_a, of_b = (1 + 2 / 3) / 2, (1 / 3) / 2
    assert APIA().per_query(HITS).tolist() == [(of_a + of_b) / 2]


def test_ap_ia_takes_the_hits_up_to_k() -> None:
    assert (APIA() @ 2).per_query(HITS).tolist() == [(1 / 2 + 0) / 2]


def test_p_ia_is_the_mean_over_aspects() -> None:
    assert (PIA() @ 3).per_query(HITS).tolist() == [(2 / 3 + 1 / 3) / 2]


def test_p_ia_divides_by_k_where_fewer_came_back() -> None:
    assert (PIA() @ 6).per_query(HITS).tolist() == [3 / 12]


def test_without_a_cutoff_the_hits_are_the_depth() -> None:
    assert PIA().per_query(HITS).tolist() == [0.5]
