"""The paired t-test, robust to clusters where there are any."""

import math

from numpy.typing import ArrayLike
from scipy.special import stdtr

from assay.stats.clusters import degrees_of_freedom, standard_error
from assay.stats.paired_test import PairedTest, p_of
from assay.stats.randomisation import require_alternative
from assay.stats.sample import Alternative, Clusters, sample_of


def paired_t_test(
    differences: ArrayLike, *, alternative: Alternative = "two-sided", cluster: Clusters | None = None
) -> PairedTest:
    r"""Test whether the mean of paired differences is 0.

    .. math:: t = \bar d / \mathrm{SE}

    with :math:`\mathrm{SE}^2 = s^2/n` and n - 1 degrees of freedom; with clusters CR2 and Satterthwaite's.

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.
    alternative
        ``"two-sided"``; ``"greater"``: B is better; ``"less"``.
    cluster
        Length n: queries with the same label are not independent.

    Returns
    -------
    PairedTest
        Statistic and p are NaN with fewer than two queries or clusters, or if no difference varies.

    Raises
    ------
    BadInputError
        Differences that are not numbers, or are infinite; an alternative that is none of the three.

    Notes
    -----
    Student (1908), as ``scipy.stats.ttest_rel``; Bell & McCaffrey (2002) for clusters.

    Examples
    --------
    >>> found = paired_t_test([0.1, 0.2, 0.3, 0.1])
    >>> round(found.statistic, 3), round(found.p, 4)
    (3.656, 0.0354)
    """
    require_alternative(alternative)
    sample = sample_of(differences, cluster)
    error = math.nan if sample.is_constant else standard_error(sample)
    freedom = degrees_of_freedom(sample)
    t = sample.mean / error if error > 0.0 else math.nan
    return PairedTest(
        name="paired t",
        statistic=t,
        p=math.nan if math.isnan(t) else p_of(float(stdtr(freedom, -t)), float(stdtr(freedom, t)), alternative),
        alternative=alternative,
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_used=sample.n_units,
        is_exact=False,
        degrees_of_freedom=freedom,
    )
