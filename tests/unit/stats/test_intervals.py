import math
import subprocess
import sys

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.bootstrap import studentised
from assay.stats.intervals import difference_interval, interval
from assay.stats.sample import sample_of

SKEWED = np.random.default_rng(0).beta(2.0, 0.5, 40)


def test_a_measure_of_zeros_and_ones_gets_the_exact_interval() -> None:
    found = interval([1, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    assert found.kind == "clopper-pearson"
    assert (found.low, found.high) == pytest.approx((0.5550, 0.9975), abs=1e-4)  # as published for 9 of 10


def test_other_values_get_the_studentised_bootstrap() -> None:
    found = interval(SKEWED, seed=3)
    assert found.kind == "studentised"
    assert (found.low, found.high) == studentised(sample_of(SKEWED), level=0.95, seed=3)
    assert found.low < found.mean < found.high


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_all_zeros_or_all_ones_still_have_an_interval_of_some_length(value: float) -> None:
    found = interval([value] * 12)
    assert found.is_known
    assert found.high - found.low > 0.2


@pytest.mark.parametrize("values", [[], [float("nan")], [0.4], [0.4] * 30, [7.0] * 5])
def test_values_that_cannot_say_anything_have_no_ends(values: list[float]) -> None:
    found = interval(values)
    assert found.kind == "unknown"
    assert not found.is_known
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_a_single_zero_or_one_leaves_nearly_everything_open() -> None:
    found = interval([1.0])
    assert (found.low, found.high) == (pytest.approx(0.025), 1.0)


def test_values_nearly_all_equal_fall_back_on_their_bounds() -> None:
    found = interval([1.0] * 19 + [0.5])
    assert found.kind == "clopper-pearson"
    assert 0.7 < found.low < 0.9
    assert found.high < 1.0


def test_values_nearly_all_equal_and_without_bounds_are_unknown() -> None:
    assert interval([10.0] * 19 + [0.5]).kind == "unknown"


def test_an_interval_is_cut_to_what_a_measure_can_be() -> None:
    found = interval([1.0, 0.9, 1.0, 0.2, 1.0, 0.9, 0.95], level=0.999, kind="t")
    assert found.high == 1.0


def test_undefined_values_are_left_out_and_counted() -> None:
    found = interval([*SKEWED, float("nan")])
    assert (found.n, found.n_undefined, found.effective_n) == (40, 1, 40.0)


def test_clusters_widen_an_interval_and_tell_the_effective_size() -> None:
    values, cluster = np.repeat(SKEWED, 4), np.repeat(np.arange(40), 4)
    alone, together = interval(values), interval(values, cluster=cluster)
    assert together.effective_n == pytest.approx(40, rel=0.03)
    assert together.high - together.low > 1.7 * (alone.high - alone.low)


def test_clusters_widen_the_interval_of_zeros_and_ones() -> None:
    values, cluster = np.repeat([1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0], 5), np.repeat(np.arange(8), 5)
    found = interval(values, cluster=cluster)
    assert found.kind == "clopper-pearson"
    assert found.effective_n == pytest.approx(7.2, abs=0.5)
    assert (
        found.high - found.low > interval([1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]).high - 0.349
    )  # 8 alone: 0.349 to 0.968


def test_ones_in_clusters_count_as_many_as_there_are_clusters() -> None:
    found = interval([1.0] * 30, cluster=[number // 10 for number in range(30)])
    assert found.effective_n == 3.0
    assert found.low < 0.3


def test_differences_of_zeros_and_ones_get_bonett_and_prices_interval() -> None:
    found = difference_interval([0] * 95 + [1, 1, 1, 1, -1])
    assert found.kind == "bonett-price"
    assert found.low < 0.03 < found.high


def test_no_difference_at_all_is_an_interval_around_0() -> None:
    found = difference_interval([0.0] * 50)
    assert found.low == -found.high
    assert 0.0 < found.high < 0.1


def test_other_differences_get_the_studentised_bootstrap() -> None:
    assert difference_interval(SKEWED - 0.7).kind == "studentised"


def test_a_few_differences_among_many_ties_fall_back_on_their_bounds() -> None:
    assert difference_interval([0.0] * 60 + [0.5]).kind == "bonett-price"


@pytest.mark.parametrize("kind", ["studentised", "bca", "t", "wilson"])
def test_a_kind_can_be_chosen_by_its_name(kind: str) -> None:
    found = interval(SKEWED, kind=kind)
    assert found.kind == kind
    assert found.low < found.mean < found.high


@pytest.mark.parametrize("kind", ["wilson", "clopper-pearson"])
def test_an_interval_of_shares_is_not_for_other_values(kind: str) -> None:
    with pytest.raises(BadInputError, match=r"values in \[0, 1\]"):
        interval([1.0, 3.0], kind=kind)
    with pytest.raises(BadInputError, match=r"values in \[0, 1\]"):
        difference_interval([1.0, 0.0], kind=kind)


def test_an_interval_of_differences_is_not_for_values() -> None:
    with pytest.raises(BadInputError, match=r"differences in \[-1, 1\]"):
        interval([1.0, 0.0], kind="bonett-price")


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadInputError, match="not 'bootstrap'"):
        interval([1.0, 0.0], kind="bootstrap")


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, float("nan")])
def test_a_level_lies_between_0_and_1(level: float) -> None:
    with pytest.raises(BadInputError, match="level lies between 0 and 1"):
        interval([1.0, 0.0], level=level)


def test_statistics_load_no_more_of_scipy_than_its_special_functions() -> None:
    code = (
        "import sys, pkgutil, importlib, assay.stats as room\n"
        "for found in pkgutil.iter_modules(room.__path__): importlib.import_module(f'assay.stats.{found.name}')\n"
        "print([name for name in ('scipy.stats', 'scipy.optimize', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
