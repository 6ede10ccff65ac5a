import json
import math
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from assay.errors import AssayError, BadInputError, MeasureParameterError
from assay.measures import AP, F1, MEASURES, RR, HitRate, Measure, P, R, nDCG

EVERY = pytest.mark.parametrize("measure", MEASURES.values(), ids=str)
WITH_K = pytest.mark.parametrize("measure", [each for each in MEASURES.values() if each.takes_k], ids=str)
WITHOUT_K = pytest.mark.parametrize("measure", [each for each in MEASURES.values() if not each.takes_k], ids=str)
BINARY = pytest.mark.parametrize("measure", [HitRate, P, R, F1, RR, AP], ids=str)
NOT_A_CUTOFF = [0, -1, True, False, np.bool_(True), "5", "x", 2.0, 2.5, math.nan, np.float64(3), np.array([1, 2]), [5]]
NOT_A_LEVEL = [math.nan, math.inf, -math.inf, True, np.bool_(True), "1", [1], 1j, 10**400]


@pytest.mark.parametrize("k", NOT_A_CUTOFF, ids=repr)
def test_a_cutoff_is_a_whole_number_of_at_least_one(k: object) -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1, got "):
        nDCG @ k


@WITH_K
def test_every_measure_refuses_a_bad_cutoff(measure: Measure) -> None:
    with pytest.raises(MeasureParameterError, match="at least 1, got 0"):
        measure(k=0)


def test_a_numpy_cutoff_equals_the_plain_one() -> None:
    assert P @ np.int64(5) == P @ 5


def test_a_numpy_cutoff_becomes_a_plain_number_that_json_can_write() -> None:
    assert json.dumps((P @ np.int64(5)).k) == "5"


@pytest.mark.parametrize("rel", NOT_A_LEVEL, ids=lambda rel: repr(rel)[:12])
def test_a_relevance_level_is_a_finite_number(rel: object) -> None:
    with pytest.raises(MeasureParameterError, match="rel is a finite number"):
        P(rel=rel)


@BINARY
def test_every_binary_measure_refuses_a_level_that_is_no_number(measure: Measure) -> None:
    with pytest.raises(MeasureParameterError, match=f"{measure.symbol}: rel is a finite number above 0, got nan"):
        measure(rel=math.nan)


@WITH_K
def test_an_unknown_parameter_is_named_with_those_there_are(measure: Measure) -> None:
    with pytest.raises(MeasureParameterError, match=rf"^{measure.symbol} has no parameter 'K'\nHint: it takes k[,.]"):
        measure(K=5)


@pytest.mark.parametrize(
    ("measure", "wrong", "known"),
    [
        (P, {"depth": "n"}, "depth is one of 'k', 'retrieved', got 'n'"),
        (F1, {"depth": None}, "depth is one of 'k', 'retrieved', got None"),
        (AP, {"norm": "found"}, "norm is one of 'relevant', 'retrieved', got 'found'"),
        (nDCG, {"gain": "log"}, "gain is one of 'linear', 'exponential' or a mapping such as {1: 3, 2: 9}, got 'log'"),
        (nDCG, {"ideal": 1}, "ideal is one of 'judged', 'retrieved', got 1"),
    ],
    ids=["P", "F1", "AP", "gain", "ideal"],
)
def test_a_wrong_choice_is_named_with_the_right_ones(measure: Measure, wrong: dict[str, object], known: str) -> None:
    with pytest.raises(MeasureParameterError, match=re.escape(f"{measure.symbol}: {known}")):
        measure(**wrong)


@pytest.mark.parametrize("kind", [AssayError, BadInputError, ValueError])
def test_an_error_about_a_parameter_can_be_caught_as_bad_input(kind: type[Exception]) -> None:
    with pytest.raises(kind):
        P(depth="n")


@WITHOUT_K
def test_a_measure_of_the_whole_ranking_takes_no_cutoff(measure: Measure) -> None:
    with pytest.raises(MeasureParameterError, match=f"{measure.symbol} takes no cutoff|recall is a number from 0 to 1"):
        measure @ 5


@WITHOUT_K
def test_a_measure_of_the_whole_ranking_does_not_name_k_among_its_parameters(measure: Measure) -> None:
    with pytest.raises(MeasureParameterError, match=f"^{measure.symbol} has no parameter 'k'\nHint: it takes (?!k)"):
        measure(k=5)


def test_setting_a_cutoff_leaves_the_measure_as_it_was() -> None:
    before = P(rel=2)
    before @ 5
    assert before.k is None


def test_a_second_cutoff_replaces_the_first_and_keeps_the_rest() -> None:
    assert (P(rel=2, depth="retrieved") @ 5) @ 10 == P(rel=2, depth="retrieved", k=10)


@EVERY
def test_a_measure_cannot_be_written_to(measure: Measure) -> None:
    with pytest.raises(FrozenInstanceError):
        measure.k = 3


def test_equal_measures_are_one_key() -> None:
    assert {nDCG @ 10: 1}[nDCG(k=10)] == 1


def test_measures_of_one_family_with_equal_parameters_are_still_different() -> None:
    assert P @ 5 != F1 @ 5


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (nDCG @ 10, "nDCG@10"),
        (RR, "RR"),
        (P(rel=2) @ 5, "P(rel=2)@5"),
        (R(rel=2.5) @ 5, "R(rel=2.5)@5"),
        (HitRate(rel=2.0) @ 3, "HitRate(rel=2)@3"),
        (F1(rel=2, depth="retrieved") @ 1, "F1(rel=2, depth=retrieved)@1"),
        (AP(norm="relevant"), "AP"),
        (nDCG(ideal="retrieved", gain="exponential"), "nDCG(gain=exponential, ideal=retrieved)"),
    ],
    ids=str,
)
def test_a_measure_is_written_with_what_is_not_the_default(measure: Measure, text: str) -> None:
    assert (str(measure), repr(measure)) == (text, text)


def test_a_measure_without_a_formula_cannot_be_made() -> None:
    with pytest.raises(TypeError):
        Measure()
