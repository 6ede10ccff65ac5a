import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.lab.best import best


@given(st.lists(st.integers(0, 5).map(float), min_size=1, max_size=40), st.integers(1, 50))
def test_the_best_are_those_of_a_stable_sort(scores: list[float], k: int) -> None:
    expected = sorted(range(len(scores)), key=lambda at: (-scores[at], at))[:k]
    assert best(np.array(scores), k).tolist() == expected


@pytest.mark.parametrize("k", [1, 5])
def test_nothing_has_no_best(k: int) -> None:
    assert best(np.array([]), k).tolist() == []
