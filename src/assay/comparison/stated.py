"""What is stated for a plan: held to its range, and told what is missing."""

import math

from assay.comparison.pilot import Pilot
from assay.errors import BadInputError
from assay.stats.designs import design_effect_of
from assay.stats.discordant import require_shares
from assay.stats.pilots import Estimate
from assay.stats.randomisation import require_alternative
from assay.stats.sample import Alternative, require_share


def require_certainty(power: float, alpha: float, alternative: Alternative, n: int | None) -> None:
    """Refuse a power, a level, a direction or a number of cases out of its range.

    Raises
    ------
    BadInputError
        The message says which.
    """
    require_share("power", power)
    require_share("alpha", alpha)
    require_alternative(alternative)
    if power <= alpha:
        raise BadInputError(f"power is above alpha: {power} is not above {alpha}")
    if n is not None and n < 1:
        raise BadInputError(f"a plan is for one case or more: {n} are too few")


def require_one_source(pilots: int, spread: float | None, gain: float | None, loss: float | None) -> None:
    """Refuse figures from nowhere, or from two places.

    Raises
    ------
    BadInputError
        Not exactly one of a pilot, a spread, and a gain with a loss.
    """
    if (gain is None) != (loss is None):
        raise BadInputError("of two systems state both what B gains and what it loses\nHint: a loss may be 0.")
    sources = [pilots > 0, spread is not None, gain is not None]
    if sum(sources) != 1:
        raise BadInputError(
            "power comes from how much two systems differ, case by case: from a pilot, a spread, or a gain and a loss, "
            f"and from one of them: {sum(sources)} are given\n"
            "Hint: for example power(a, b, difference=0.03), or power(spread=0.3, difference=0.03)."
        )


def require_size(size: float | None, true: float | None, alternative: Alternative, alpha: float) -> None:
    """Refuse a difference or a margin that no number of cases shows.

    Parameters
    ----------
    size
        The difference to be found; where `true` is given, the true difference, the margin.
    alternative, alpha
        Of the test.

    Raises
    ------
    BadInputError
        The message says what could be shown instead.
    """
    if true is not None:
        if alternative != "two-sided":
            raise BadInputError(f"a margin has one side already: leave alternative as it is, not {alternative!r}")
        if size is None or not 0.0 < size < 1.0:
            raise BadInputError(f"a margin lies between 0 and 1, both excluded: {size!r} does not")
        require_share("2 alpha", 2.0 * alpha)  # the interval that a margin is read from has the level 1 - 2 alpha
        if true + size <= 0.0:
            raise BadInputError(
                f"B is truly worse by {-true:g}, so that nothing shows it to be worse by less than {size:g}\n"
                "Hint: the margin must be wider than what is truly lost."
            )
    elif size is not None and (not -math.inf < size < math.inf or size == 0.0):
        raise BadInputError(
            f"a difference to be found is a number other than 0: {size!r} is not\n"
            "Hint: that nothing was lost is shown with a margin."
        )
    elif size is not None and (size > 0.0 if alternative == "less" else alternative == "greater" and size < 0.0):
        raise BadInputError(f"a difference of {size:g} is never found by a test for {alternative!r} alone")


def stated_spread(spread: float | None, gain: float | None, loss: float | None) -> Estimate:
    """Return a stated spread, or the share on which systems with a stated gain and loss differ.

    Raises
    ------
    BadInputError
        It is not above 0, or the shares are none.
    """
    if gain is not None and loss is not None:
        require_shares(gain, loss)
    value = spread if spread is not None else (gain or 0.0) + (loss or 0.0)
    if not 0.0 < value < math.inf:
        raise BadInputError(f"the standard deviation of differences is above 0: {value!r} is not")
    return Estimate(value=value, low=value, high=value)


def effect_of(pilot: Pilot | None, cluster_size: float | None, icc: float | None) -> float:
    """Return the design effect of stated clusters, else the pilot's, else 1.

    Raises
    ------
    BadInputError
        Half a statement, or one out of its range.
    """
    if (cluster_size is None) != (icc is None):
        raise BadInputError("of clusters state both their size and their intraclass correlation")
    if cluster_size is not None and icc is not None:
        return design_effect_of(cluster_size, icc)
    return 1.0 if pilot is None else pilot.design_effect
