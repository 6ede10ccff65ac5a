"""Means that a single failed query pulls down: geometric over queries."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.average_precision import AP
from assay.measures.judged_hits import Floats
from assay.measures.preference import Bpref

FLOOR = 0.00001  # trec_eval's MIN_GEO_MEAN: it prints four digits


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GMAP(AP):
    r"""Average precision whose figure for many queries is the geometric mean.

    .. math:: \mathrm{GMAP} = \exp \left( \frac{1}{|Q|} \sum_{q} \ln \max(\mathrm{AP}(q), 0.00001) \right)

    The value of a query is its AP. In [0.00001, 1] for many queries; undefined (NaN) for a query without a relevant
    document. As trec_eval's ``gm_map`` (Robertson 2006).

    Examples
    --------
    >>> GMAP().aggregate(np.array([0.25, 1.0]))
    0.5
    """

    symbol: ClassVar[str] = "GMAP"

    def aggregate(self, values: Floats) -> float:
        """Return the geometric mean of the defined values, none taken as less than 0.00001; NaN where there is none."""
        return geometric_mean(values)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GMBpref(Bpref):
    r"""Binary preference whose figure for many queries is the geometric mean.

    .. math:: \mathrm{GMBpref} = \exp \left( \frac{1}{|Q|} \sum_{q} \ln \max(\mathrm{Bpref}(q), 0.00001) \right)

    The value of a query is its Bpref. In [0.00001, 1] for many queries; undefined (NaN) for a query without a relevant
    document. As trec_eval's ``gm_bpref``.

    Examples
    --------
    >>> GMBpref()
    GMBpref
    """

    symbol: ClassVar[str] = "GMBpref"

    def aggregate(self, values: Floats) -> float:
        """Return the geometric mean of the defined values, none taken as less than 0.00001; NaN where there is none."""
        return geometric_mean(values)


def geometric_mean(values: Floats) -> float:
    """Return the geometric mean of the values that are not NaN, none taken as less than 0.00001; NaN of none."""
    defined = values[~np.isnan(values)]
    return float(np.exp(np.log(np.maximum(defined, FLOOR)).mean())) if len(defined) else float("nan")
