import numpy as np
import pytest

from assay.models.encoder import unit, well_formed


def test_vectors_are_scaled_to_length_one() -> None:
    assert unit(np.array([[3.0, 4.0]])).tolist() == pytest.approx(np.array([[0.6, 0.8]]))


def test_a_zero_vector_stays_zero() -> None:
    assert unit(np.zeros((1, 3))).tolist() == [[0.0, 0.0, 0.0]]


def test_no_vectors_stay_none() -> None:
    assert unit(np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize(("text", "expected"), [("检索 😀", "检索 😀"), ("a\ud800b", "a?b")])
def test_a_surrogate_on_its_own_is_replaced(text: str, expected: str) -> None:
    assert well_formed(text) == expected
