import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import P, R, RelativeP

LABEL = {"a": 1, "b": 1, "c": 1}


@pytest.mark.parametrize(("k", "value"), [(1, 1.0), (2, 0.5), (3, 2 / 3), (10, 2 / 3)])
def test_it_divides_by_the_smaller_of_k_and_the_relevant_documents(k: int, value: float) -> None:
    assert (RelativeP @ k).per_query(judge([["a", "x", "b"]], [LABEL])).tolist() == pytest.approx([value])


def test_it_is_precision_up_to_the_number_of_relevant_documents_and_recall_beyond() -> None:
    judged = judge([["a", "x", "b", "y", "z", "c"]], [LABEL])
    found = [(RelativeP @ k).per_query(judged).item() for k in (2, 3, 4, 6)]
    assert found == [(measure @ k).per_query(judged).item() for measure, k in ((P, 2), (P, 3), (R, 4), (R, 6))]


def test_it_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan((RelativeP @ 3).per_query(judge([["a"]], [{}]))).all()
