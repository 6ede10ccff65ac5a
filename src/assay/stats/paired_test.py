"""What a test of paired differences found."""

from dataclasses import dataclass

from assay.stats.sample import Alternative


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTest:
    """The result of a classical paired test.

    Parameters
    ----------
    name
        Which test.
    statistic
        What it compares; NaN where undefined.
    p
        In [0, 1]; NaN where the test is undefined.
    alternative
        ``"two-sided"``, ``"greater"`` (B is better) or ``"less"``.
    n, n_undefined
        Pairs, and those left out because either value is undefined.
    n_used
        Pairs, or clusters, that the test goes by: without those it drops.
    is_exact
        Whether p is exact and not an approximation for large n.
    degrees_of_freedom
        Of the t distribution; NaN for tests without.
    """

    name: str
    statistic: float
    p: float
    alternative: Alternative
    n: int
    n_undefined: int
    n_used: int
    is_exact: bool
    degrees_of_freedom: float = float("nan")


def p_of(upper: float, lower: float, alternative: Alternative) -> float:
    """Return p from the chances of a statistic at least as large, and at most as large, as the one found."""
    if alternative == "greater":
        return upper
    return lower if alternative == "less" else min(1.0, 2.0 * min(upper, lower))
