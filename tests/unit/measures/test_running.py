import numpy as np

from assay.measures.running import previous, product_before


def test_the_row_before_is_of_the_same_query() -> None:
    found = previous(np.array([0, 0, 2, 2, 2]), np.array([1.0, 2.0, 3.0, 4.0, 5.0]), first=9.0)
    assert found.tolist() == [9.0, 1.0, 9.0, 3.0, 4.0]


def test_the_factors_before_a_row_are_multiplied_within_its_query() -> None:
    found = product_before(np.array([0, 1, 1, 1, 3]), np.array([0.5, 0.5, 0.25, 0.0, 0.5]))
    assert found.tolist() == [1.0, 1.0, 0.5, 0.125, 1.0]


def test_a_factor_of_zero_ends_its_own_query_only() -> None:
    found = product_before(np.array([0, 0, 0, 1, 1]), np.array([0.0, 0.5, 0.5, 0.5, 0.5]))
    assert found.tolist() == [1.0, 0.0, 0.0, 1.0, 0.5]


def test_no_rows_have_no_product() -> None:
    assert product_before(np.array([], dtype=np.int64), np.array([])).tolist() == []


def test_what_is_given_is_not_written_to() -> None:
    factor = np.array([0.5, 0.25])
    factor.flags.writeable = False
    product_before(np.array([0, 0]), factor)
    assert factor.tolist() == [0.5, 0.25]
