"""Which holes bring systems into their right order."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from assay.golden.holes import most_telling
from assay.golden.retrieved import Retrieved
from assay.golden.right_order import Doubts, agreement, in_turn
from assay.measures import parse


@pytest.mark.parametrize("a", [-1.5, -0.2, 0.7, 3.0])
@pytest.mark.parametrize("b", [-2.0, 0.1, 1.2])
@pytest.mark.parametrize("correlation", [-0.6, 0.0, 0.3, 0.95])
def test_agreement_of_signs_is_that_of_the_bivariate_normal(a: float, b: float, correlation: float) -> None:
    # over a fine grid of the first variable, the chance of the second having its sign
    first = np.linspace(a - 8, a + 8, 40_001)
    density = np.exp(-((first - a) ** 2) / 2) / math.sqrt(2 * math.pi)
    given = (b + correlation * (first - a)) / math.sqrt(1 - correlation**2)
    same = [NormalDist().cdf(z if x > 0 else -z) for x, z in zip(first.tolist(), given.tolist(), strict=True)]
    expected = float((density * np.array(same)).sum() * (first[1] - first[0]))
    found = agreement(np.array([a]), np.array([b]), np.array([correlation]))
    assert found[0] == pytest.approx(expected, abs=1e-3)


def test_of_two_holes_the_one_that_can_turn_the_pair_comes_first() -> None:
    # shown 0.1 behind, truly 0.1 ahead: only the second hole is large enough to show it
    doubts = Doubts(
        shown=np.array([-0.1]),
        moves=np.array([[0.01, 0.3]]),
        true=np.array([0.1]),
        true_moves=np.array([[0.01, 0.3]]),
        chances=np.array([0.7, 0.7]),
    )
    assert next(in_turn(doubts))[0] == 1


def test_close_systems_are_judged_before_those_far_apart() -> None:
    # a and b differ by nothing but hole x; c misses all: what it retrieved cannot bring it near
    known = {f"q{n}": {"good": 1.0, "bad": 0.0} for n in range(8)}
    rankings = {name: {query: ["good", "bad"] for query in known} for name in ("a", "b")}
    rankings["c"] = {query: ["bad"] for query in known}
    rankings["b"]["q0"] = ["x", "good"]
    rankings["c"]["q1"] = ["y"]
    (first, *_) = most_telling(Retrieved(rankings=rankings, labels=known), parse("P@1"), budget=2)
    assert (first.query_id, first.doc_id) == ("q0", "x")


def test_suggestions_are_the_same_each_time() -> None:
    labels = {f"q{n}": {"a": 1.0} for n in range(5)}
    rankings = {
        "one": {query: ["a", "x", "y"] for query in labels},
        "two": {query: ["z", "a", "x"] for query in labels},
    }
    given = Retrieved(rankings=rankings, labels=labels)
    assert most_telling(given, parse("nDCG@3")) == most_telling(given, parse("nDCG@3"))
