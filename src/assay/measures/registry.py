"""The measures there are: Assay's own and those of plugins, through one door."""

import warnings
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from assay.errors import BadInputError
from assay.measures.alpha_ndcg import AlphaNDCG
from assay.measures.ap_ia import APIA, PIA
from assay.measures.average_precision import AP, Yaap
from assay.measures.compat import Compat
from assay.measures.counts import NumNonrelJudgedRet, NumQ, NumRel, NumRelRet, NumRet
from assay.measures.cumulated_gain import BinG, G
from assay.measures.dcg import DCG, IDCG
from assay.measures.err import ERR, NERR
from assay.measures.err_ia import ERRIA, NERRIA
from assay.measures.f_measure import F
from assay.measures.geometric import GMAP, GMBpref
from assay.measures.hit_rate import HitRate
from assay.measures.inferred_average_precision import InfAP
from assay.measures.inst import INSQ, INST
from assay.measures.interpolated_precision import ElevenPoint, IPrec
from assay.measures.judged import Judged, Unjudged
from assay.measures.measure import Measure
from assay.measures.ndcg import NDCG
from assay.measures.ndcg_points import NDCGRel, Rndcg
from assay.measures.nrbp import NNRBP, NRBP
from assay.measures.precision import P
from assay.measures.preference import AUC, Bpref
from assay.measures.q_measure import Q
from assay.measures.r_precision import Rprec
from assay.measures.rank_biased_precision import RBP, RBPResidual
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR
from assay.measures.relative_precision import RelativeP
from assay.measures.sdcg import SDCG
from assay.measures.sets import SetAP, SetF, SetP, SetR, SetRelativeP
from assay.measures.subtopic_recall import StRecall
from assay.measures.utility import Utility

GROUP = "assay.measures"
BUILT_IN: tuple[type[Measure], ...] = (
    *(HitRate, P, R, F, RR, AP, NDCG),
    *(DCG, IDCG, RBP, RBPResidual, Rprec, IPrec, ElevenPoint, Bpref, InfAP, AUC, RelativeP),
    *(SetP, SetR, SetF, SetAP, SetRelativeP, GMAP, GMBpref, Yaap, G, BinG, NDCGRel, Rndcg, Utility),
    *(ERR, NERR, Q, INSQ, INST, SDCG, Compat),
    *(AlphaNDCG, ERRIA, NERRIA, NRBP, NNRBP, APIA, PIA, StRecall),
    *(Judged, Unjudged, NumQ, NumRet, NumRel, NumRelRet, NumNonrelJudgedRet),
)
_measures: dict[str, Measure] = {}
MEASURES: Mapping[str, Measure] = MappingProxyType(_measures)
"""Symbol to measure with its default parameters: Assay's own, and what was registered."""


def register(measure: Measure | type[Measure]) -> None:
    """Make a measure known under its symbol, so that `assay.measures.parse` reads it.

    Parameters
    ----------
    measure
        A measure, or its class where every parameter has a default.

    Raises
    ------
    BadInputError
        Not a measure, a symbol that cannot be written, or one that another measure has.

    Examples
    --------
    >>> from assay.measures import P
    >>> register(P)  # again: nothing changes
    """
    found = _checked(measure() if isinstance(measure, type) else measure)
    symbol = found.symbol
    if not symbol or set(symbol) & set("()@, \t\n"):
        raise BadInputError(f"the symbol of a measure has no blank, comma, bracket or @, got {symbol!r:.60}")
    if type(_measures.setdefault(symbol, found)) is not type(found):
        raise BadInputError(f"there is a measure called {symbol!r} already: {type(_measures[symbol]).__module__}")


def _checked(given: object) -> Measure:
    if not isinstance(given, Measure):
        raise BadInputError(f"a measure is a subclass of assay.measures.Measure, got {given!r:.60}")
    return given


def find(symbol: str) -> Measure | None:
    """Return the measure of that symbol; plugins are looked for only where Assay has none; None where nobody has."""
    return _measures.get(symbol) or with_plugins().get(symbol)


def with_plugins() -> Mapping[str, Measure]:
    """Return every measure, those of installed plugins (entry points ``assay.measures``) included.

    Notes
    -----
    Plugins are loaded once. One that cannot be loaded is named in a warning and skipped.
    """
    _load_plugins()
    return MEASURES


@cache
def _load_plugins() -> None:
    from importlib.metadata import entry_points  # noqa: PLC0415 - costs more than all measures, and is rarely needed

    for plugin in entry_points(group=GROUP):
        try:
            register(plugin.load())
        except Exception as exc:  # noqa: BLE001 - a plugin may raise anything, and must not take the rest with it
            warnings.warn(f"the measure plugin {plugin.name!r} ({plugin.value}) is skipped: {exc!r}", stacklevel=2)


for _built_in in BUILT_IN:
    register(_built_in)
