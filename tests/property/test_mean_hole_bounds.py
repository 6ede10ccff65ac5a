"""Bounds of means over holes equal the extremes over every way to judge all holes, tried one by one."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures import parse
from assay.measures.bounds import bounds
from assay.measures.bounds_of_means import bounds_of_mean
from assay.measures.holes import Holes

Queries = tuple[list[list[str]], list[dict[str, float]]]
MEASURES = ["P@2", "R@2", "RR", "AP@3", "nDCG@2", "F1@2", "Rprec", "ERR@3"]


@st.composite
def queries(draw: st.DrawFn) -> Queries:
    """Draw three queries with at most four holes in all; some have no relevant document unless a hole is one."""
    left, rankings, labels = 4, [], []
    for _ in range(3):
        n_holes = draw(st.integers(0, min(2, left)))
        left -= n_holes
        n_judged = draw(st.integers(0, 2))
        rankings.append(
            draw(st.permutations([f"hole{n}" for n in range(n_holes)] + [f"hit{n}" for n in range(n_judged)]))
        )
        found = {f"hit{n}": float(draw(st.sampled_from([0, 0, 1, 2]))) for n in range(n_judged)}
        labels.append(found | ({"missed": 1.0} if draw(st.booleans()) else {}))
    return rankings, labels


@pytest.mark.parametrize("as_zero", [False, True], ids=["skip", "zero"])
@pytest.mark.parametrize("text", MEASURES)
@settings(max_examples=40, deadline=None)
@given(queries())
def test_bounds_of_a_mean_are_the_extremes_over_all_labellings(text: str, as_zero: bool, drawn: Queries) -> None:
    measure, (rankings, labels) = parse(text), drawn
    holes = [(n, doc) for n, ranking in enumerate(rankings) for doc in ranking if doc not in labels[n]]
    means: list[float] = []
    for way in product(range(3), repeat=len(holes)):
        tried = [dict(one) for one in labels]
        for (n, doc), grade in zip(holes, way, strict=True):
            tried[n][doc] = float(grade)
        # a fourth query that states the scale, and whose value is left out
        values = measure.per_query(judge([*rankings, []], [*tried, {"top": 2.0}]))[:3]
        counted = np.nan_to_num(values) if as_zero else values[~np.isnan(values)]
        means.append(float(np.mean(counted)) if len(counted) else np.nan)
    judged = judge([*rankings, []], [*labels, {"top": 2.0}])
    found = bounds(measure, judged, Holes.between(judged))
    assert found is not None
    first = type(found)(low=found.low[:3], high=found.high[:3])
    mean = bounds_of_mean(measure.per_query(judged)[:3], first, undefined_as_zero=as_zero)
    np.testing.assert_allclose(
        [mean.low, mean.high], [np.fmin.reduce(means), np.fmax.reduce(means)], rtol=1e-12, atol=1e-15
    )
