"""Which holes to judge so that systems come to stand in their right order."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import owens_t

from assay.measures.judged_hits import Floats

_NO_VARIANCE = 1e-24  # of a difference that no hole moves: small against any that one does


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Doubts:
    """What is known of the differences between pairs of systems, and what each hole would do to them.

    Parameters
    ----------
    shown
        float64, shape (n_pairs,): the mean differences while unjudged hits count as not relevant.
    moves
        float64, shape (n_pairs, n_holes): what each hole adds to them once it is judged relevant.
    true
        float64, shape (n_pairs,): the expected differences were every hole judged.
    true_moves
        float64, shape (n_pairs, n_holes): what it makes to those whether the hole is relevant or not.
    chances
        float64, shape (n_holes,): how likely each is relevant.
    """

    shown: Floats
    moves: Floats
    true: Floats
    true_moves: Floats
    chances: Floats


def agreement(a: Floats, b: Floats, correlation: Floats) -> Floats:
    r"""Return the chance that two normal variables have the same sign.

    Parameters
    ----------
    a, b
        float64, one shape: their means, each divided by its standard deviation; none is 0.
    correlation
        float64, the same shape: between -1 and 1.

    Notes
    -----
    By Owen's T (1956), with :math:`r = \sqrt{1 - \rho^2}`:
    :math:`1 - 2T(a, (b - \rho a)/(a r)) - 2T(b, (a - \rho b)/(b r)) - [ab < 0]`.

    Examples
    --------
    >>> agreement(np.array([1e-9, 2.0]), np.array([1e-9, -2.0]), np.array([0.5, 0.0])).round(3).tolist()
    [0.667, 0.044]
    """
    rest = np.sqrt(np.maximum(1.0 - correlation**2, 1e-12))
    one = owens_t(a, (b / a - correlation) / rest)
    other = owens_t(b, (a / b - correlation) / rest)
    return np.clip(1.0 - 2.0 * one - 2.0 * other - (a * b < 0), 0.0, 1.0)


def in_turn(doubts: Doubts) -> Iterator[tuple[int, float]]:
    """Yield holes, the most telling first, with how many pairs are expected in their right order from there on.

    Notes
    -----
    Each next hole is the one with which, judged beside those before it, most pairs are expected to show the sign of
    their true difference. Shown and true difference are taken as normal: the holes are independent, relevant or not.
    Those judged move both, the others the true one alone. As each is weighed together with those before it, a batch
    goes round queries and pairs by itself. O(n_pairs x n_holes) for each.
    """
    doubt = doubts.chances * (1.0 - doubts.chances)
    mean, variance = doubts.moves * doubts.chances, doubts.moves**2 * doubt
    shared = doubts.moves * doubts.true_moves * doubt
    true_sd = np.sqrt(_some((doubts.true_moves**2 * doubt).sum(axis=1)))[:, np.newaxis]
    true = _not_zero(doubts.true[:, np.newaxis] / true_sd)
    shown, spread, common = doubts.shown.copy(), np.zeros(len(doubts.shown)), np.zeros(len(doubts.shown))
    left = np.arange(len(doubt))
    while len(left):
        sd = np.sqrt(_some(spread[:, np.newaxis] + variance[:, left]))
        correlation = np.clip((common[:, np.newaxis] + shared[:, left]) / (sd * true_sd), -1.0, 1.0)
        stands = _not_zero((shown[:, np.newaxis] + mean[:, left]) / sd)
        right = agreement(stands, np.broadcast_to(true, stands.shape), correlation).sum(axis=0)
        best = int(right.argmax())
        place = int(left[best])
        yield place, float(right[best])
        shown, spread, common = shown + mean[:, place], spread + variance[:, place], common + shared[:, place]
        left = np.delete(left, best)


def _some(variance: Floats) -> Floats:
    return np.maximum(variance, _NO_VARIANCE)


def _not_zero(value: Floats) -> Floats:
    """Keep away from 0, where the quotients of Owen's T are not defined, by less than anything can tell."""
    return np.where(np.abs(value) < 1e-12, 1e-12, value)
