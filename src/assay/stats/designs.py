"""What is to be shown, and by which test: the same three questions asked of each."""

import math
from dataclasses import dataclass
from typing import Protocol

from assay.errors import BadInputError
from assay.stats.power import cases_needed, detectable_difference, power_at
from assay.stats.power_of_shares import (
    gain_and_loss,
    shares_cases_needed,
    shares_detectable_difference,
    shares_detectable_margin,
    shares_non_inferior_cases_needed,
    shares_non_inferior_power_at,
    shares_power_at,
)
from assay.stats.sample import Alternative


class Design(Protocol):
    """A comparison as it is planned: a size is a difference to be found, or a margin to stay within.

    `design_effect` is how many cases say as much as one that is independent of the others: 1 without clusters.
    """

    @property
    def design_effect(self) -> float:
        """At least 1."""
        ...

    def power_at(self, n: int, size: float) -> float:
        """Return how often n cases show it, in [0, 1]; NaN where they are worth fewer than two independent ones."""
        ...

    def cases_needed(self, size: float, power: float) -> int:
        """Return how many cases show it with the given power."""
        ...

    def detectable(self, n: int, power: float) -> float:
        """Return the size n cases show with the given power; infinite if none, NaN where n is worth fewer than two."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceOfMeans:
    """A difference to be found by the paired t-test, or the randomisation test; see `assay.stats.power`."""

    spread: float
    alpha: float = 0.05
    alternative: Alternative = "two-sided"
    design_effect: float = 1.0

    def power_at(self, n: int, size: float) -> float:
        """As `power_at`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 2.0:
            return math.nan
        return power_at(worth, size, spread=self.spread, alpha=self.alpha, alternative=self.alternative)

    def cases_needed(self, size: float, power: float) -> int:
        """As `cases_needed`, times the design effect."""
        found = cases_needed(size, spread=self.spread, power=power, alpha=self.alpha, alternative=self.alternative)
        return _times(found, self.design_effect)

    def detectable(self, n: int, power: float) -> float:
        """As `detectable_difference`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 2.0:
            return math.nan
        return detectable_difference(
            worth, spread=self.spread, power=power, alpha=self.alpha, alternative=self.alternative
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginOfMeans:
    """That B is worse by less than a margin, when its true difference is `difference`, by one-sided t."""

    spread: float
    difference: float = 0.0
    alpha: float = 0.05
    design_effect: float = 1.0

    def power_at(self, n: int, size: float) -> float:
        """As `power_at` of the difference above -margin."""
        return self._shifted.power_at(n, self.difference + size)

    def cases_needed(self, size: float, power: float) -> int:
        """As `cases_needed` of the difference above -margin."""
        return self._shifted.cases_needed(self.difference + size, power)

    def detectable(self, n: int, power: float) -> float:
        """As `detectable_difference` above -margin; at least 0."""
        return max(self._shifted.detectable(n, power) - self.difference, 0.0)

    @property
    def _shifted(self) -> DifferenceOfMeans:
        return DifferenceOfMeans(
            spread=self.spread, alpha=self.alpha, alternative="greater", design_effect=self.design_effect
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceOfShares:
    """A difference of 0/1 measures to be found by the exact test; see `assay.stats.power_of_shares`."""

    disagreement: float
    alpha: float = 0.05
    alternative: Alternative = "two-sided"
    design_effect: float = 1.0

    def power_at(self, n: int, size: float) -> float:
        """As `shares_power_at`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 1.0:
            return math.nan
        gain, loss = gain_and_loss(size, self.disagreement)
        return shares_power_at(worth, gain=gain, loss=loss, alpha=self.alpha, alternative=self.alternative)

    def cases_needed(self, size: float, power: float) -> int:
        """As `shares_cases_needed`, times the design effect."""
        gain, loss = gain_and_loss(size, self.disagreement)
        found = shares_cases_needed(gain=gain, loss=loss, power=power, alpha=self.alpha, alternative=self.alternative)
        return _times(found, self.design_effect)

    def detectable(self, n: int, power: float) -> float:
        """As `shares_detectable_difference`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 1.0:
            return math.nan
        return shares_detectable_difference(
            worth, disagreement=self.disagreement, power=power, alpha=self.alpha, alternative=self.alternative
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginOfShares:
    """That B is worse by less than a margin on a 0/1 measure, when its true difference is `difference`."""

    disagreement: float
    difference: float = 0.0
    alpha: float = 0.05
    design_effect: float = 1.0

    def power_at(self, n: int, size: float) -> float:
        """As `shares_non_inferior_power_at`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 1.0:
            return math.nan
        gain, loss = self._shares
        return shares_non_inferior_power_at(worth, size, gain=gain, loss=loss, alpha=self.alpha)

    def cases_needed(self, size: float, power: float) -> int:
        """As `shares_non_inferior_cases_needed`, times the design effect."""
        gain, loss = self._shares
        found = shares_non_inferior_cases_needed(size, gain=gain, loss=loss, power=power, alpha=self.alpha)
        return _times(found, self.design_effect)

    def detectable(self, n: int, power: float) -> float:
        """As `shares_detectable_margin`, of the effective number of cases."""
        worth = n / self.design_effect
        if worth < 1.0:
            return math.nan
        gain, loss = self._shares
        return shares_detectable_margin(worth, gain=gain, loss=loss, power=power, alpha=self.alpha)

    @property
    def _shares(self) -> tuple[float, float]:
        return gain_and_loss(self.difference, max(self.disagreement, 1e-9))  # systems that never differ are no limit


def design_effect_of(cluster_size: float, icc: float) -> float:
    r"""Return how many cases in clusters say as much as one that stands alone.

    .. math:: \mathrm{deff} = 1 + (m - 1)\, \rho

    Parameters
    ----------
    cluster_size
        Cases a cluster, m, on average: at least 1.
    icc
        Intraclass correlation of what is averaged, in [0, 1]: 0 if cases of a cluster are as different as any, 1 if
        they are alike.

    Returns
    -------
    float
        At least 1.

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Notes
    -----
    Kish (1965); where sizes of clusters differ it is a little more.

    Examples
    --------
    >>> design_effect_of(5, 0.5)
    3.0
    """
    if not 1.0 <= cluster_size < math.inf or not 0.0 <= icc <= 1.0:
        raise BadInputError(
            "clusters have one case or more and an intraclass correlation in [0, 1]: "
            f"{cluster_size!r} and {icc!r} are not"
        )
    return 1.0 + (cluster_size - 1.0) * icc


def _times(cases: int, design_effect: float) -> int:
    return math.ceil(cases * design_effect - 1e-9)
