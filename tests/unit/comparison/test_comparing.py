"""The verb: verdicts and the figures they stand on."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from scipy import stats

from assay import compare
from assay.comparison.system import Question, System
from assay.errors import BadInputError

Made = Callable[..., System]
NAN = math.nan


def test_a_system_that_wins_every_query_is_better_with_the_smallest_p_there_is(made: Made) -> None:
    found = compare(made("a", {"RR": [0.1] * 8}), made("b", {"RR": [0.3, 0.4] * 4}))
    assert found.verdict("RR") == "better"
    assert found.difference("RR").p == 2 / 2**8


def test_the_verdict_is_about_the_second_against_the_first(made: Made) -> None:
    found = compare(made("a", {"RR": [0.3, 0.4] * 4}), made("b", {"RR": [0.1] * 8}))
    assert (found.verdict("RR"), round(found.difference("RR").difference, 12)) == ("worse", -0.25)


def test_systems_that_differ_on_no_query_are_identical(made: Made) -> None:
    assert compare(made("a", {"RR": [0.5, 1.0]}), made("b", {"RR": [0.5, 1.0]})).verdict() == "identical"


def test_means_that_agree_over_queries_that_do_not_are_not_identical(made: Made) -> None:
    assert compare(made("a", {"RR": [0.5, 1.0]}), made("b", {"RR": [1.0, 0.5]})).verdict() == "cannot tell"


def test_within_a_stated_margin_a_system_is_no_worse(made: Made) -> None:
    a, b = made("a", {"RR": [0.5, 0.51] * 20}), made("b", {"RR": [0.51, 0.5] * 20})
    assert compare(a, b).verdict() == "cannot tell"
    assert compare(a, b, margin=0.05).verdict() == "no worse"


def test_a_margin_that_is_not_shown_to_hold_says_nothing(made: Made) -> None:
    a, b = made("a", {"RR": [0.5, 0.9] * 20}), made("b", {"RR": [0.9, 0.5] * 20})
    assert compare(a, b, margin=0.05).verdict() == "cannot tell"


def test_a_difference_cannot_be_told_where_no_result_could_reach_alpha(made: Made) -> None:
    found = compare(made("a", {"RR": [0.1] * 4}), made("b", {"RR": [0.9] * 4}))
    assert found.verdict() == "cannot tell"
    assert found.difference().test.smallest_p == 2 / 2**4
    assert "no result could reach a p below 0.125" in found.to_markdown()


def test_queries_on_which_either_has_no_value_are_left_out_of_both_means(made: Made) -> None:
    found = compare(made("a", {"RR": [1.0, NAN, 0.0]}), made("b", {"RR": [NAN, 1.0, 0.5]})).difference()
    assert (found.n, found.mean_a, found.mean_b) == (1, 0.0, 0.5)


def test_nothing_can_be_told_without_a_query_that_both_have_a_value_of(made: Made) -> None:
    found = compare(made("a", {"RR": [NAN, 1.0]}), made("b", {"RR": [1.0, NAN]}))
    assert (found.verdict(), found.difference().n) == ("cannot tell", 0)
    assert "0 queries with a value in both are too few" in found.to_markdown()


def test_p_is_adjusted_by_holm_over_measures_and_pairs(made: Made) -> None:
    values = {"RR": [0.3, 0.4] * 4, "AP": [0.1] * 7 + [0.0]}
    found = compare(made("a", {"RR": [0.1] * 8, "AP": [0.0] * 8}), made("b", values), measures="RR AP")
    assert [one.p for one in found.differences] == [2 / 2**8, 2 / 2**7]
    assert [one.p_adjusted for one in found.differences] == [2 * 2 / 2**8, 2 / 2**7]  # the larger one is left as it is


def test_without_correction_p_stands_as_it_is(made: Made) -> None:
    values = {"RR": [0.3, 0.4] * 4, "AP": [0.1] * 8}
    a = made("a", {"RR": [0.1] * 8, "AP": [0.0] * 8})
    found = compare(a, made("b", values), measures="RR AP", correction="none")
    assert [one.p_adjusted for one in found.differences] == [2 / 2**8] * 2


def test_benjamini_and_hochberg_adjust_by_rank(made: Made) -> None:
    values = {"RR": [0.3, 0.4] * 4, "AP": [0.1] * 7 + [0.0]}
    a = made("a", {"RR": [0.1] * 8, "AP": [0.0] * 8})
    found = compare(a, made("b", values), measures="RR AP", correction="benjamini-hochberg")
    assert [one.p_adjusted for one in found.differences] == [2 * 2 / 2**8, 2 / 2**7]


def test_max_t_knows_that_two_measures_are_one(made: Made) -> None:
    values = {"RR": [0.3, 0.4] * 4, "AP": [0.3, 0.4] * 4}
    a = made("a", {"RR": [0.1] * 8, "AP": [0.1] * 8})
    found = compare(a, made("b", values), measures="RR AP", correction="max-t")
    assert [one.p_adjusted for one in found.differences] == [2 / 2**8] * 2


def test_further_tests_agree_with_scipy(made: Made) -> None:
    a, b = [0.1, 0.5, 0.2, 0.9, 0.4, 0.0, 0.3], [0.3, 0.55, 0.1, 1.0, 0.8, 0.35, 0.31]
    found = compare(made("a", {"AP": a}), made("b", {"AP": b})).difference().others
    assert found["t"] == pytest.approx(stats.ttest_rel(b, a).pvalue)
    assert found["wilcoxon"] == pytest.approx(stats.wilcoxon(b, a).pvalue)
    assert found["sign"] == pytest.approx(stats.binomtest(6, 7).pvalue)
    assert "mcnemar" not in found


def test_values_of_0_and_1_are_tested_by_mcnemar_too(made: Made) -> None:
    a, b = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 0.0, 0.0, 1.0]
    found = compare(made("a", {"HitRate@1": a}), made("b", {"HitRate@1": b})).difference().others
    assert found["mcnemar"] == pytest.approx(stats.binomtest(3, 4).pvalue)


def test_wins_losses_and_ties_are_counted(made: Made) -> None:
    effect = compare(made("a", {"RR": [0.1, 0.2, 0.3]}), made("b", {"RR": [0.2, 0.1, 0.3]})).difference().effect
    assert (effect.wins, effect.losses, effect.ties) == (1, 1, 1)


def test_only_common_queries_are_compared_and_the_others_are_named(made: Made) -> None:
    a = made("a", {"RR": [0.1, 0.2, 0.3]}, ids=["x", "y", "z"])
    found = compare(a, made("b", {"RR": [0.9, 0.5]}, ids=["z", "new"]))
    assert (found.n_common, found.dropped) == (1, ("x", "y", "new"))
    assert (found.difference().mean_a, found.difference().mean_b) == (0.3, 0.9)


def test_means_over_own_queries_that_point_the_other_way_are_remarked_on(made: Made) -> None:
    a = made("a", {"RR": [0.5, 0.5, 0.0]}, ids=["x", "y", "hard"])
    found = compare(a, made("b", {"RR": [0.4, 0.4]}, ids=["x", "y"]))
    assert [one.code for one in found.remarks] == ["own_means"]
    assert found.difference().difference == pytest.approx(-0.1)


def test_clustered_queries_are_flipped_together(made: Made) -> None:
    questions = [Question(source="one" if number < 4 else "two") for number in range(8)]
    a = made("a", {"RR": [0.1] * 8}, questions=questions)
    b = made("b", {"RR": [0.3, 0.4] * 4}, questions=questions)
    assert compare(a, b).difference().p == 2 / 2**2
    assert compare(a, b, cluster=None).difference().p == 2 / 2**8


def test_a_cluster_field_that_no_case_has_is_refused(made: Made) -> None:
    with pytest.raises(BadInputError, match="no case has the field 'topic' to tell clusters by"):
        compare(made("a", {"RR": [0.1]}), made("b", {"RR": [0.2]}), cluster="topic")


def test_three_systems_are_compared_pair_by_pair_and_given_letters(made: Made) -> None:
    low, mid, high = ([base + 0.001 * n for n in range(12)] for base in (0.1, 0.1004, 0.8))
    mid = [value + (0.01 if place % 2 else -0.01) for place, value in enumerate(mid)]
    found = compare(made("low", {"RR": low}), made("mid", {"RR": mid}), made("high", {"RR": high}))
    pairs = [(one.a, one.b, one.verdict) for one in found.differences]
    assert pairs == [("low", "mid", "cannot tell"), ("low", "high", "better"), ("mid", "high", "better")]
    assert found.letters("RR") == {"high": "a", "mid": "b", "low": "b"}


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"alpha": 0.0}, "alpha lies between 0 and 1"),
        ({"level": 1.0}, "level lies between 0 and 1"),
        ({"power": 2}, "power lies between 0 and 1"),
        ({"margin": -0.1}, "a margin is at least 0"),
        ({"margin": NAN}, "a margin is at least 0"),
        ({"correction": "tukey"}, "a correction is one of holm, benjamini-hochberg, max-t, none"),
        ({"names": ["one"]}, "names are one for each of the 2 systems"),
        ({"names": ["same", "same"]}, "no two alike"),
        ({"measures": "AP"}, "AP was not measured of a"),
        ({"measures": []}, "no measure is given"),
        ({"by": "topic"}, "no case has the field 'topic'"),
    ],
)
def test_choices_out_of_range_are_refused(made: Made, how: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        compare(made("a", {"RR": [0.1, 0.2]}), made("b", {"RR": [0.2, 0.3]}), **how)


@pytest.mark.parametrize(("measure", "message"), [("NumRet", "says nothing of quality"), ("GMAP", "is no mean")])
def test_measures_by_which_nothing_is_better_are_refused(made: Made, measure: str, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        compare(made("a", {measure: [0.1, 0.2]}), made("b", {measure: [0.2, 0.3]}), measures=measure)


def test_measures_of_no_quality_are_left_out_unless_named(made: Made) -> None:
    a, b = (made(name, {"Rprec": [0.1, 0.2], "NumRet": [3.0, 4.0]}) for name in "ab")
    assert [str(measure) for measure in compare(a, b).measures] == ["Rprec"]


def test_by_default_the_usual_measures_are_compared_at_their_largest_cutoff(made: Made) -> None:
    values = {name: [0.1, 0.2] for name in ("nDCG@1", "nDCG@10", "P@1", "R@5", "R@10", "RR@10", "R(rel=2)@20")}
    found = compare(made("a", values), made("b", values))
    assert [str(measure) for measure in found.measures] == ["nDCG@10", "R@10", "RR@10"]


def test_one_system_is_no_comparison(made: Made) -> None:
    with pytest.raises(BadInputError, match="no query in common"):
        compare(made("a", {"RR": [0.1]}), made("b", {"RR": [0.1]}, ids=["other"]))


def test_the_same_seed_gives_the_same_figures(made: Made) -> None:
    a = made("a", {"AP": [0.01 * (n * 7 % 23) for n in range(40)]})
    b = made("b", {"AP": [0.01 * (n * 5 % 19) for n in range(40)]})
    assert compare(a, b, seed=3).to_json() == compare(a, b, seed=3).to_json()
    assert compare(a, b, seed=3).difference().p != compare(a, b, seed=4).difference().p


def test_a_verdict_names_how_many_cases_would_be_needed(made: Made) -> None:
    a = made("a", {"AP": [0.5] * 40})
    b = made("b", {"AP": [0.5 + (0.3 if n % 2 else -0.25) for n in range(40)]})
    found = compare(a, b).difference()
    spread = 0.55 / 2 * math.sqrt(40 / 39)  # two values a distance of 0.55 apart, as often as each other
    theory = (1.959964 + 0.841621) ** 2 * spread**2 / found.difference**2
    assert found.needed == pytest.approx(theory, rel=0.02)
    assert found.detectable == pytest.approx((1.959964 + 0.841621) * spread / math.sqrt(40), rel=0.04)
