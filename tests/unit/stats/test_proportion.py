import pytest
from scipy.stats import binom

from assay.stats.proportion import bonett_price, clopper_pearson, wilson


def test_wilsons_ends_solve_the_equation_they_come_from() -> None:
    for ones, n in ((3, 10), (18, 20), (1, 400)):
        for end in wilson(ones / n, n, level=0.95):
            assert abs(ones / n - end) / (end * (1 - end) / n) ** 0.5 == pytest.approx(1.959964, abs=1e-6)


def test_clopper_and_pearsons_ends_leave_half_of_alpha_on_either_side() -> None:
    low, high = clopper_pearson(7, 20, level=0.9)
    assert binom.sf(6, 20, low) == pytest.approx(0.05)
    assert binom.cdf(7, 20, high) == pytest.approx(0.05)


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_no_interval_of_a_share_has_length_0_or_leaves_0_to_1(n: int) -> None:
    for mean in (0.0, 1.0):
        for low, high in (wilson(mean, n, level=0.95), clopper_pearson(mean * n, n, level=0.95)):
            assert 0.0 <= low < high <= 1.0
            assert mean in {low, high}


def test_the_rule_of_three_is_what_clopper_and_pearson_say_of_no_failure() -> None:
    assert clopper_pearson(0, 100, level=0.9)[1] == pytest.approx(1 - 0.05 ** (1 / 100))


def test_bonett_and_price_agree_with_the_formula_by_hand() -> None:
    low, high = bonett_price(0.2, 0.4, 10, level=0.95)  # 3 wins, 1 loss, 6 ties: 4/12 and 2/12 after adding
    centre, half = 2 / 12, 1.959964 * ((6 / 12 - (2 / 12) ** 2) / 12) ** 0.5
    assert (low, high) == pytest.approx((centre - half, centre + half))


def test_bonett_and_price_stay_within_what_a_difference_can_be() -> None:
    low, high = bonett_price(1.0, 1.0, 3, level=0.99)
    assert -1.0 <= low < high == 1.0
