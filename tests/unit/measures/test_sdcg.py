import math

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures.sdcg import SDCG

SECOND = 1 / math.log2(3)  # the discount of rank 2


def test_sdcg_is_the_share_of_what_k_best_documents_would_gain() -> None:
    judged = judge([["b", "a"]], [{"a": 4, "b": 1}])
    assert (SDCG(max_grade=4) @ 3).per_query(judged).tolist() == pytest.approx([(0.25 + SECOND) / (1.5 + SECOND)])


def test_sdcg_does_not_ask_how_many_documents_are_relevant() -> None:
    judged = judge([["a", "x"], ["a", "x"]], [{"a": 1}, {"a": 1, "b": 1}])
    assert (SDCG() @ 2).per_query(judged).tolist() == pytest.approx([1 / (1 + SECOND)] * 2)


def test_without_a_cutoff_the_hits_are_the_depth() -> None:
    judged = judge([["a", "x"], ["a"], []], [{"a": 1}] * 3)
    assert SDCG().per_query(judged).tolist() == pytest.approx([1 / (1 + SECOND), 1.0, 0.0])


def test_sdcg_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan((SDCG(max_grade=1) @ 2).per_query(judge([["a"]], [{"a": 0}]))).all()


def test_a_grade_above_the_stated_top_is_an_error() -> None:
    with pytest.raises(MeasureParameterError, match=r"Hint: SDCG\(max_grade=5\)"):
        (SDCG(max_grade=4) @ 2).per_query(judge([["a"]], [{"a": 5}]))


def test_a_cutoff_too_deep_to_sum_is_refused() -> None:
    with pytest.raises(MeasureParameterError, match="SDCG: k is at most 1000000"):
        SDCG() @ 1_000_001


def test_the_deepest_cutoff_is_summed() -> None:
    found = (SDCG() @ 1_000_000).per_query(judge([["a"]], [{"a": 1}]))
    most = sum(1 / math.log2(rank + 1) for rank in range(1, 1_000_001))
    assert found.tolist() == pytest.approx([1 / most])
