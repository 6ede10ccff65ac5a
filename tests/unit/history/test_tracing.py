"""A history: what is held against what, which way it went, and where nothing is said."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from assay.errors import BadInputError, UnknownMeasureError
from assay.history.course import Figure
from assay.history.tracing import history_of
from assay.store.seam import Store

Save = Callable[..., str]

MISSES = {f"q{number}": 0.0 for number in range(20)}
HITS = {f"q{number}": 1.0 for number in range(20)}
MIXED = {query: float(number % 2) for number, query in enumerate(HITS)}


def last(store: Store, measure: str = "R@10", **how: Any) -> Figure:
    return history_of(store, **how).moments[-1].figures[measure]


def test_an_empty_store_has_an_empty_history(store: Store) -> None:
    found = history_of(store)
    assert (found.moments, found.n_older, found.place) == ((), 0, store.place)


def test_moments_stand_the_oldest_first(store: Store, save: Save) -> None:
    ids = [save(HITS) for _ in range(3)]
    assert [moment.entry.id for moment in history_of(store).moments] == ids


def test_the_mean_and_its_interval_are_those_that_were_saved(store: Store, save: Save) -> None:
    save({"q1": 0.25, "q2": 0.75, "q3": 0.5})
    figure = last(store)
    assert (figure.mean, figure.low, figure.high, figure.scored, figure.asked) == (0.5, 0.0, 1.0, 3, 3)


def test_the_first_is_held_against_nothing(store: Store, save: Save) -> None:
    save(HITS)
    (moment,) = history_of(store).moments
    assert (moment.before, moment.changes) == (None, ("first",))
    assert (moment.figures["R@10"].drift, moment.figures["R@10"].mark) == (None, None)


@pytest.mark.parametrize(
    ("earlier", "later", "difference", "mark"),
    [
        (MISSES, HITS, 1.0, "up"),
        (HITS, MISSES, -1.0, "down"),
        (MIXED, MIXED, 0.0, "level"),
        (HITS, MIXED, -0.5, "down"),
    ],
)
def test_the_drift_is_the_mean_difference_with_a_mark(
    store: Store, save: Save, *, earlier: Any, later: Any, difference: float, mark: str
) -> None:
    save(earlier)
    save(later)
    figure = last(store)
    assert figure.drift is not None
    assert (figure.drift.mean, figure.drift.n, figure.mark) == (difference, 20, mark)


def test_one_better_and_one_worse_of_twenty_shows_no_change(store: Store, save: Save) -> None:
    save({**MIXED, "q0": 1.0})
    save({**MIXED, "q1": 0.0, "q2": 1.0, "q0": 1.0})
    assert last(store).mark == "level"


def test_a_single_question_with_a_fraction_is_too_little_to_tell(store: Store, save: Save) -> None:
    save({"q1": 0.25})
    save({"q1": 0.75})
    figure = last(store)
    assert figure.drift is not None
    assert (figure.drift.mean, figure.mark) == (0.5, "unknown")


def test_only_questions_that_both_were_asked_are_held_against_each_other(store: Store, save: Save) -> None:
    save({"a": 0.0, "b": 0.5, "gone": 1.0}, sha256="aa")
    save({"new": 0.0, "b": 1.0, "a": 1.0}, sha256="bb")
    (_, moment) = history_of(store).moments
    assert moment.changes == ("golden",)
    assert (moment.n_shared, moment.n_questions) == (2, 3)
    drift = moment.figures["R@10"].drift
    assert drift is not None
    assert (drift.mean, drift.n) == (0.75, 2)


def test_a_question_that_was_rewritten_is_another_one(store: Store, save: Save) -> None:
    save({"a": 0.0, "b": 0.0}, sha256="aa")
    save({"a": 1.0, "b": 0.5}, sha256="bb", texts={"a": "rewritten"})
    drift = last(store).drift
    assert drift is not None
    assert (drift.mean, drift.n) == (0.5, 1)


def test_a_question_that_was_labelled_anew_is_another_one(store: Store, save: Save) -> None:
    save({"a": 0.0, "b": 0.0}, sha256="aa")
    save({"a": 1.0, "b": 0.5}, sha256="bb", labels={"a": {"d2": 1.0}})
    assert history_of(store).moments[-1].n_shared == 1


def test_without_a_question_in_common_nothing_is_said(store: Store, save: Save) -> None:
    save(HITS, sha256="aa")
    save(MISSES, sha256="bb", texts=dict.fromkeys(MISSES, "rewritten"))
    (_, moment) = history_of(store).moments
    assert moment.changes == ("golden", "no_shared")
    assert moment.figures["R@10"].drift is None


@pytest.mark.parametrize(
    ("setting", "before", "after"),
    [
        ("rel", 1, 2),
        ("unit", "document", "chunk"),
        ("undefined", "skip", "zero"),
        ("convention", "assay", "trec_eval"),
    ],
)
def test_figures_that_were_measured_otherwise_are_not_held_against_each_other(
    store: Store, save: Save, setting: str, before: object, after: object
) -> None:
    save(HITS, **{setting: before})
    save(MISSES, **{setting: after})
    (_, moment) = history_of(store).moments
    assert moment.changes == (setting,)
    assert moment.figures["R@10"].drift is None


@pytest.mark.parametrize(
    ("setting", "before", "after", "change"),
    [
        ("corpus_sha256", "c1", "c2", ("corpus",)),
        ("corpus_sha256", None, "c2", ()),
        ("parameters", {"size": 500}, {"size": 800}, ("parameters",)),
        ("seed", 0, 1, ()),
    ],
)
def test_another_corpus_or_parameter_is_said_beside_the_drift(
    store: Store, save: Save, *, setting: str, before: object, after: object, change: tuple[str, ...]
) -> None:
    save(HITS, **{setting: before})
    save(MISSES, **{setting: after})
    (_, moment) = history_of(store).moments
    assert moment.changes == change
    assert moment.figures["R@10"].mark == "down"


def test_each_retriever_and_golden_set_has_a_line_of_its_own(store: Store, save: Save) -> None:
    first = save(HITS, retriever="bm25")
    save(MISSES, retriever="dense")
    save(MISSES, retriever="bm25", golden="other")
    save(MISSES, retriever="bm25")
    found = history_of(store)
    assert [None if moment.before is None else moment.before.id for moment in found.moments] == [
        None,
        None,
        None,
        first,
    ]
    assert list(found.lines()) == [("bm25", "faq"), ("dense", "faq"), ("bm25", "other")]


def test_a_history_can_be_that_of_one_golden_set_or_retriever(store: Store, save: Save) -> None:
    ids = [save(HITS, retriever=r, golden=g) for r, g in (("a", "x"), ("b", "x"), ("a", "y"))]
    assert [moment.entry.id for moment in history_of(store, golden="x").moments] == ids[:2]
    assert [moment.entry.id for moment in history_of(store, retriever="a").moments] == [ids[0], ids[2]]


def test_what_was_never_saved_is_refused_and_what_was_is_said(store: Store, save: Save) -> None:
    save(HITS)
    with pytest.raises(BadInputError, match=r"no such evaluation is saved in .*\nHint: there are bm25 on faq\."):
        history_of(store, golden="absent")


def test_the_last_ones_are_still_held_against_what_came_before_them(store: Store, save: Save) -> None:
    ids = [save(values) for values in (HITS, HITS, MISSES)]
    found = history_of(store, last=1)
    assert [moment.entry.id for moment in found.moments] == ids[2:]
    assert found.n_older == 2
    assert found.moments[0].before is not None
    assert (found.moments[0].before.id, found.moments[0].figures["R@10"].mark) == (ids[1], "down")


def test_a_measure_without_a_cutoff_is_taken_at_the_largest(store: Store, save: Save) -> None:
    save(HITS)
    assert history_of(store, "R").measures == ("R@10",)


def test_a_measure_may_be_given_by_another_name(store: Store, save: Save) -> None:
    save(HITS, measure="RR@10")
    assert history_of(store, ["MRR@10"]).measures == ("RR@10",)


def test_a_measure_nobody_took_is_refused_and_those_there_are_are_said(store: Store, save: Save) -> None:
    save(HITS)
    with pytest.raises(BadInputError, match=r"P@5 was not measured\nHint: there are R@10\."):
        history_of(store, ["P@5"])


def test_a_measure_that_does_not_exist_is_refused(store: Store, save: Save) -> None:
    save(HITS)
    with pytest.raises(UnknownMeasureError):
        history_of(store, ["Recal@5"])


def test_a_sum_over_questions_has_no_drift(store: Store, save: Save) -> None:
    save(HITS, measure="NumRelRet")
    save(MISSES, measure="NumRelRet")
    assert last(store, "NumRelRet", measures="NumRelRet").drift is None


def test_questions_from_one_source_weigh_as_one(store: Store, save: Save) -> None:
    save(MIXED, source="page")
    save(HITS, source="page")
    figure = last(store)
    assert figure.drift is not None
    assert figure.drift.effective_n < 20
    assert math.isclose(figure.drift.mean, 0.5)


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_a_level_that_is_none_is_refused(store: Store, level: float) -> None:
    with pytest.raises(BadInputError, match="level"):
        history_of(store, level=level)
