"""What must hold of statistics for any values."""

import math
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.stats.effects import effect_size
from assay.stats.intervals import difference_interval, interval
from assay.stats.letters import letter_display
from assay.stats.margins import equivalent, non_inferior
from assay.stats.max_t import max_t_test
from assay.stats.multiplicity import benjamini_hochberg, holm
from assay.stats.paired_t import paired_t_test
from assay.stats.randomisation import randomisation_test
from assay.stats.sequences import confidence_sequence
from assay.stats.sign_tests import sign_test
from assay.stats.wilcoxon import wilcoxon_test

undefined = st.just(math.nan)
scores = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0), undefined)
changes = st.one_of(st.sampled_from([-1.0, 0.0, 0.25, 1.0]), st.floats(-1.0, 1.0), undefined)
labels = st.integers(0, 4)


@given(st.lists(st.tuples(scores, labels), max_size=40), st.booleans())
@settings(deadline=None)
def test_an_interval_holds_the_mean_and_stays_within_0_and_1(rows: list[tuple[float, int]], is_clustered: bool) -> None:
    values, cluster = [row[0] for row in rows], [row[1] for row in rows]
    found = interval(values, cluster=cluster if is_clustered else None)
    assert found.n + found.n_undefined == len(values)
    if found.is_known:
        assert 0.0 <= found.low <= found.high <= 1.0
        assert 1.0 - 1e-9 <= found.effective_n <= found.n
    else:
        assert math.isnan(found.low)
        assert math.isnan(found.high)


@given(st.lists(changes, max_size=25))
@settings(deadline=None)
def test_the_names_of_two_systems_do_not_matter(values: list[float]) -> None:
    swapped = [-value for value in values]
    for test in (randomisation_test, sign_test, wilcoxon_test, paired_t_test):
        there, back = test(values).p, test(swapped).p
        assert math.isclose(there, back, rel_tol=1e-6) or (math.isnan(there) and math.isnan(back))
        one_sided = test(values, alternative="greater").p, test(swapped, alternative="less").p
        assert math.isclose(*one_sided, rel_tol=1e-6) or math.isnan(one_sided[0])
    there, back = effect_size(values), effect_size(swapped)
    assert (there.wins, there.losses, there.ties) == (back.losses, back.wins, back.ties)


@given(st.lists(changes, max_size=30))
@settings(deadline=None)
def test_a_p_value_lies_between_its_smallest_and_1(values: list[float]) -> None:
    found = randomisation_test(values, n_flips=1000)
    assert found.smallest_p <= found.p <= 1.0


@given(st.lists(st.lists(changes, min_size=8, max_size=8), min_size=1, max_size=6))
@settings(deadline=None)
def test_adjusting_for_more_comparisons_never_helps(table: list[list[float]]) -> None:
    found = max_t_test(table)
    assert (found.adjusted >= found.p - 1e-12).all()
    fewer = max_t_test(table[:1])
    assert found.adjusted[0] >= fewer.adjusted[0] - 1e-12


@given(st.lists(st.one_of(st.floats(0.0, 1.0), undefined), max_size=30))
def test_holm_is_stricter_than_benjamini_hochberg_and_both_keep_the_order(p: list[float]) -> None:
    strict, mild = holm(p), benjamini_hochberg(p)
    defined = ~np.isnan(p) if p else np.array([], dtype=bool)
    assert (strict[defined] >= mild[defined] - 1e-12).all()
    assert (mild[defined] >= np.array(p)[defined] - 1e-12).all()
    order = np.argsort(np.array(p)[defined], kind="stable")
    assert (np.diff(strict[defined][order]) >= 0).all()
    assert (np.diff(mild[defined][order]) >= 0).all()


@given(st.lists(changes, min_size=2, max_size=30), st.floats(0.0, 0.5), st.floats(0.01, 0.4))
@settings(deadline=None)
def test_what_is_equivalent_is_no_worse_and_what_holds_is_not_refuted(
    values: list[float], margin: float, alpha: float
) -> None:
    same, no_worse = equivalent(values, margin, alpha=alpha), non_inferior(values, margin, alpha=alpha)
    assert no_worse.holds or not same.holds
    assert not (no_worse.holds and no_worse.is_refuted)
    assert no_worse.interval == same.interval or not no_worse.interval.is_known
    expected = difference_interval(values, level=1 - 2 * alpha)
    assert no_worse.holds == (expected.low > -margin)


@given(st.lists(scores, max_size=40))
@settings(deadline=None)
def test_a_confidence_sequence_only_narrows(values: list[float]) -> None:
    found = confidence_sequence(values)
    assert (np.diff(found.low) >= 0).all()
    assert (np.diff(found.high) <= 0).all()
    assert ((found.low >= 0.0) & (found.low <= found.high) & (found.high <= 1.0)).all()


@given(
    st.integers(0, 9).flatmap(
        lambda n: st.tuples(st.permutations(range(n)), st.sets(st.sampled_from([*combinations(range(n), 2), None])))
    )
)
def test_two_systems_share_a_letter_exactly_if_they_were_not_told_apart(
    drawn: tuple[list[int], set[tuple[int, int] | None]],
) -> None:
    means, chosen = drawn
    differ = {pair for pair in chosen if pair is not None}
    words = letter_display([float(mean) for mean in means], differ)
    assert all(words)
    for a, b in combinations(range(len(means)), 2):
        assert bool(set(words[a]) & set(words[b])) != ((a, b) in differ)
