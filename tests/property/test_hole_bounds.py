"""Bounds over holes equal the extremes over every way to judge them, tried one by one."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures import parse
from assay.measures.bounds import bounds
from assay.measures.holes import Holes

MEASURES = [
    *("P@3", "P(rel=2)@2", "P(depth=retrieved)@5", "P", "HitRate@2", "HitRate", "RR", "RR(rel=2)@3", "R@2", "R@4", "R"),
    *(
        "F1@3",
        "F(beta=2, depth=retrieved)@2",
        "AP",
        "AP@3",
        "AP(rel=2)@2",
        "AP(norm=retrieved)@3",
        "AP(norm=retrieved)",
    ),
    *("Rprec", "Rprec(mult=0.5)", "DCG@3", "DCG(gain=exponential)", "RBP", "RBP(gain=graded, max_grade=3)@3"),
    *("ERR(max_grade=3)", "ERR@3", "nDCG", "nDCG@2", "nDCG@4", "nDCG(gain=exponential)@3", "nDCG(gain={1:3,2:9})@3"),
    *("nDCG(ideal=retrieved)", "nDCG(ideal=retrieved)@3", "nDCG(gain={1:0,2:1.5})"),
]


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[str], dict[str, float]]:
    """Draw a ranking of up to seven hits, at most four of which are holes, and labels of others."""
    grade = st.integers(0, 2)
    n_holes, n_judged = draw(st.integers(0, 4)), draw(st.integers(0, 3))
    ranking = draw(st.permutations([f"hole{n}" for n in range(n_holes)] + [f"hit{n}" for n in range(n_judged)]))
    labels = {f"hit{n}": float(draw(grade)) for n in range(n_judged)}
    labels |= {f"missed{n}": float(draw(grade)) for n in range(draw(st.integers(0, 3)))}
    return ranking, labels


@pytest.mark.parametrize("text", MEASURES)
@settings(max_examples=120, deadline=None)
@given(rankings())
def test_bounds_are_the_extremes_over_all_labellings(text: str, drawn: tuple[list[str], dict[str, float]]) -> None:
    measure, (ranking, labels) = parse(text), drawn
    holes = [doc for doc in ranking if doc not in labels]
    ways = [labels | dict(zip(holes, map(float, way), strict=True)) for way in product(range(3), repeat=len(holes))]
    # the second query only states the scale
    values = [measure.per_query(judge([ranking, []], [way, {"top": 2.0}]))[0] for way in ways]
    judged = judge([ranking, []], [labels, {"top": 2.0}])
    found = bounds(measure, judged, Holes.between(judged))
    assert found is not None
    np.testing.assert_allclose(
        [found.low[0], found.high[0]], [np.fmin.reduce(values), np.fmax.reduce(values)], rtol=1e-12, atol=1e-15
    )


@pytest.mark.parametrize("text", MEASURES)
@settings(max_examples=80, deadline=None)
@given(rankings(), st.integers(0, 3))
def test_with_documents_that_were_not_retrieved_bounds_are_the_extremes_as_well(
    text: str, drawn: tuple[list[str], dict[str, float]], n_unretrieved: int
) -> None:
    measure, (ranking, labels) = parse(text), drawn
    unknown = [doc for doc in ranking if doc not in labels] + [f"elsewhere{n}" for n in range(n_unretrieved)]
    ways = [labels | dict(zip(unknown, map(float, way), strict=True)) for way in product(range(3), repeat=len(unknown))]
    # every way is a query of its own; the last query only states the scale
    values = measure.per_query(judge([ranking] * len(ways) + [[]], [*ways, {"top": 2.0}]))[:-1]
    judged = judge([ranking, []], [labels, {"top": 2.0}])
    found = bounds(measure, judged, Holes.between(judged), unretrieved=np.array([n_unretrieved, 0]))
    assert found is not None
    np.testing.assert_allclose(
        [found.low[0], found.high[0]], [np.fmin.reduce(values), np.fmax.reduce(values)], rtol=1e-12, atol=1e-15
    )
