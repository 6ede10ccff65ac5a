import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.sample import differences, sample_of


def test_undefined_values_are_left_out_and_counted() -> None:
    sample = sample_of([1.0, float("nan"), 0.5])
    assert sample.values.tolist() == [1.0, 0.5]
    assert (sample.n, sample.n_undefined, sample.mean) == (2, 1, 0.75)


def test_clusters_are_numbered_in_the_order_they_come_and_without_those_whose_values_are_undefined() -> None:
    sample = sample_of([1.0, float("nan"), 0.5, 0.25], cluster=["b", "gone", ("a", 1), "b"])
    assert sample.unit.tolist() == [0, 1, 0]
    assert sample.sums.tolist() == [1.25, 0.5]
    assert sample.sizes.tolist() == [2.0, 1.0]
    assert sample.is_clustered


def test_clusters_of_one_query_each_are_no_clusters() -> None:
    assert not sample_of([1.0, 0.5], cluster=["a", "b"]).is_clustered


def test_labels_in_an_array_are_labels_as_well() -> None:
    assert sample_of([1.0, 0.5, 0.0], cluster=np.array(["x", "y", "x"])).unit.tolist() == [0, 1, 0]


def test_a_sample_without_values_has_no_mean() -> None:
    sample = sample_of([float("nan")])
    assert np.isnan(sample.mean)
    assert (sample.n, sample.n_units, sample.is_constant) == (0, 0, True)


def test_values_that_differ_by_rounding_are_constant() -> None:
    assert sample_of([0.3, 0.1 + 0.2]).is_constant
    assert not sample_of([0.3, 0.3001]).is_constant


def test_values_given_are_not_written_to() -> None:
    given = np.array([1.0, np.nan])
    sample_of(given)
    assert np.isnan(given[1])


@pytest.mark.parametrize("values", [[[1.0, 2.0]], ["a"], [float("inf")], 3.0, None])
def test_what_is_not_a_row_of_finite_numbers_is_refused(values: object) -> None:
    with pytest.raises(BadInputError, match="values are"):
        sample_of(values)


def test_a_cluster_must_be_named_for_every_query() -> None:
    with pytest.raises(BadInputError, match="3 values but 2 clusters"):
        sample_of([1.0, 2.0, 3.0], cluster=["a", "b"])


def test_a_difference_is_of_b_less_a_and_undefined_where_either_is() -> None:
    found = differences([0.5, float("nan"), 1.0], [1.0, 1.0, float("nan")])
    assert found[0] == 0.5
    assert np.isnan(found[1:]).all()


def test_pairs_are_of_the_same_queries() -> None:
    with pytest.raises(BadInputError, match="1 on one side, 2 on the other"):
        differences([1.0], [1.0, 2.0])
