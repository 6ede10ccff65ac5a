from dataclasses import replace

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AP, infAP


def test_with_every_document_judged_it_is_average_precision_but_for_epsilon() -> None:
    judged = judge([["a", "u", "b", "v", "c"]], [{"a": 1, "b": 1, "c": 1, "u": 0, "v": 0}])
    assert infAP.per_query(judged) == pytest.approx(AP.per_query(judged), abs=1e-4)


def test_what_was_pooled_and_not_judged_is_taken_to_be_relevant_as_often_as_the_rest() -> None:
    """Before b: one relevant, one not, two only pooled. 1/5 + 4/5 * (4/4) * (1/2), and 1 for a; over R = 2."""
    label = {"a": 1, "u": 0, "p": -1, "q": -1, "b": 1}
    judged = replace(judge([["a", "u", "p", "q", "b"]], [label]), negatives="pooled")
    assert infAP.per_query(judged).tolist() == pytest.approx([(1 + 0.2 + 0.8 * 0.5) / 2], abs=1e-4)


def test_what_is_outside_the_pool_is_not_relevant() -> None:
    """Before b: a, and two hits outside: 1/4 + 3/4 * (1/3) * 1."""
    judged = judge([["a", "x", "y", "b"]], [{"a": 1, "b": 1}])
    assert infAP.per_query(judged).tolist() == pytest.approx([(1 + 0.25 + 0.25) / 2], abs=1e-4)


def test_it_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan(infAP.per_query(judge([["u"]], [{"u": 0}]))).all()
