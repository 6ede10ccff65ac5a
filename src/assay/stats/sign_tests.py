"""Tests that count wins and losses: the sign test, and McNemar's for 0/1 measures."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc

from assay.errors import BadInputError
from assay.stats.paired_test import PairedTest, p_of
from assay.stats.randomisation import require_alternative
from assay.stats.sample import Alternative, as_row, sample_of
from assay.stats.sample import differences as paired_differences


def sign_test(differences: ArrayLike, *, alternative: Alternative = "two-sided") -> PairedTest:
    r"""Test whether wins are as likely as losses; ties are dropped.

    .. math:: W \sim \mathrm{Binomial}(W + L,\ 1/2)

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.
    alternative
        ``"two-sided"``; ``"greater"``: B wins more often; ``"less"``.

    Returns
    -------
    PairedTest
        The statistic is the number of wins W; p is 1 if there are ties only.

    Raises
    ------
    BadInputError
        Differences that are not numbers, or are infinite; an alternative that is none of the three.

    Notes
    -----
    Arbuthnot (1710); exact, as ``scipy.stats.binomtest(wins, wins + losses)``. It asks how often, not by how much.

    Examples
    --------
    >>> sign_test([0.1, 0.2, 0.3, 0.0, -0.1]).p
    0.625
    """
    return _sign_test("sign", differences, alternative)


def mcnemar_test(a: ArrayLike, b: ArrayLike, *, alternative: Alternative = "two-sided") -> PairedTest:
    r"""Test whether two systems are right equally often, from the queries on which they disagree.

    .. math:: n_{01} \sim \mathrm{Binomial}(n_{01} + n_{10},\ 1/2)

    Parameters
    ----------
    a, b
        shape (n,): 0 or 1 for each query, NaN where undefined.
    alternative
        ``"two-sided"``; ``"greater"``: B is right more often; ``"less"``.

    Returns
    -------
    PairedTest
        The statistic is the number of queries only B has right; p is 1 if the two agree on all.

    Raises
    ------
    BadInputError
        A value that is not 0, 1 or NaN; rows of different lengths; an alternative that is none of the three.

    Notes
    -----
    McNemar (1947), exact, as ``statsmodels.stats.contingency_tables.mcnemar(exact=True)``.

    Examples
    --------
    >>> mcnemar_test([0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1]).p
    0.0625
    """
    for values in (as_row(a), as_row(b)):
        if not (np.isnan(values) | (values == 0.0) | (values == 1.0)).all():
            raise BadInputError("McNemar's test is for 0/1 measures\nHint: use the sign test for others.")
    return _sign_test("McNemar", paired_differences(a, b), alternative)


def _sign_test(name: str, differences: ArrayLike, alternative: Alternative) -> PairedTest:
    require_alternative(alternative)
    sample = sample_of(differences)
    wins, losses = int((sample.values > 0.0).sum()), int((sample.values < 0.0).sum())
    n_used = wins + losses
    upper = 1.0 if wins == 0 else float(bdtrc(wins - 1, n_used, 0.5))
    return PairedTest(
        name=name,
        statistic=float(wins),
        p=p_of(upper, float(bdtr(wins, n_used, 0.5)), alternative) if n_used else 1.0,
        alternative=alternative,
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_used=n_used,
        is_exact=True,
    )
