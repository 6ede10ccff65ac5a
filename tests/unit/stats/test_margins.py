import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.intervals import difference_interval
from assay.stats.margins import equivalent, non_inferior

NOISE = np.random.default_rng(0).normal(0.0, 0.05, 100)
CENTRED = NOISE - NOISE.mean()


def test_a_system_that_is_the_same_is_no_worse_and_equivalent() -> None:
    assert non_inferior(CENTRED, 0.02).holds
    assert equivalent(CENTRED, 0.02).holds


def test_a_better_system_is_no_worse_but_not_equivalent() -> None:
    assert non_inferior(CENTRED + 0.1, 0.02).holds
    found = equivalent(CENTRED + 0.1, 0.02)
    assert (found.holds, found.is_refuted) == (False, True)


def test_a_worse_system_is_refuted() -> None:
    found = non_inferior(CENTRED - 0.1, 0.02)
    assert (found.holds, found.is_refuted) == (False, True)


def test_a_margin_smaller_than_the_noise_cannot_be_told() -> None:
    found = non_inferior(CENTRED, 0.001)
    assert (found.holds, found.is_refuted) == (False, False)


def test_it_is_read_from_the_interval_that_leaves_alpha_below_it() -> None:
    found = non_inferior(CENTRED, 0.02, alpha=0.025, seed=5)
    assert found.interval == difference_interval(CENTRED, level=0.95, seed=5)


def test_what_has_no_interval_is_never_shown() -> None:
    for ask in (non_inferior, equivalent):
        found = ask([0.3], 0.9)
        assert (found.holds, found.is_refuted) == (False, False)


def test_clusters_make_it_harder() -> None:
    cluster = np.arange(100) // 10
    values = CENTRED + np.repeat(np.random.default_rng(1).normal(0.0, 0.05, 10), 10)
    alone, together = non_inferior(values, 0.02), non_inferior(values, 0.02, cluster=cluster)
    assert together.interval.low < alone.interval.low


@pytest.mark.parametrize("wrong", [{"margin": -0.1}, {"margin": float("nan")}, {"alpha": 0.5}, {"alpha": 0.0}])
def test_a_margin_or_an_alpha_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        non_inferior(CENTRED, **{"margin": 0.1, **wrong})
