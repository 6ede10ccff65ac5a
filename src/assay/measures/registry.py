"""The measures there are: Assay's own and those of plugins, through one door."""

import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from assay.errors import BadInputError
from assay.measures.measure import Measure

GROUP = "assay.measures"
BUILT_IN: Mapping[str, str] = {
    "HitRate": "hit_rate:HitRate",
    "P": "precision:P",
    "R": "recall:R",
    "F1": "f_measure:F",
    "RR": "reciprocal_rank:RR",
    "AP": "average_precision:AP",
    "nDCG": "ndcg:NDCG",
    "DCG": "dcg:DCG",
    "IDCG": "dcg:IDCG",
    "RBP": "rank_biased_precision:RBP",
    "RBPResidual": "rank_biased_precision:RBPResidual",
    "Rprec": "r_precision:Rprec",
    "IPrec": "interpolated_precision:IPrec",
    "11ptAvg": "interpolated_precision:ElevenPoint",
    "Bpref": "preference:Bpref",
    "infAP": "inferred_average_precision:InfAP",
    "AUC": "preference:AUC",
    "RelativeP": "relative_precision:RelativeP",
    "SetP": "sets:SetP",
    "SetR": "sets:SetR",
    "SetF": "sets:SetF",
    "SetAP": "sets:SetAP",
    "SetRelativeP": "sets:SetRelativeP",
    "GMAP": "geometric:GMAP",
    "GMBpref": "geometric:GMBpref",
    "Yaap": "average_precision:Yaap",
    "G": "cumulated_gain:G",
    "BinG": "cumulated_gain:BinG",
    "NDCGRel": "ndcg_points:NDCGRel",
    "Rndcg": "ndcg_points:Rndcg",
    "Utility": "utility:Utility",
    "ERR": "err:ERR",
    "nERR": "err:NERR",
    "Q": "q_measure:Q",
    "INSQ": "inst:INSQ",
    "INST": "inst:INST",
    "SDCG": "sdcg:SDCG",
    "Compat": "compat:Compat",
    "alpha_nDCG": "alpha_ndcg:AlphaNDCG",
    "ERR_IA": "err_ia:ERRIA",
    "nERR_IA": "err_ia:NERRIA",
    "NRBP": "nrbp:NRBP",
    "nNRBP": "nrbp:NNRBP",
    "AP_IA": "ap_ia:APIA",
    "P_IA": "ap_ia:PIA",
    "StRecall": "subtopic_recall:StRecall",
    "GroupR": "evidence_support:GroupR",
    "FullSupport": "evidence_support:FullSupport",
    "SupportRR": "evidence_support:SupportRR",
    "TokensToSupport": "evidence_support:TokensToSupport",
    "CharR": "evidence_characters:CharR",
    "CharP": "evidence_characters:CharP",
    "CharIoU": "evidence_characters:CharIoU",
    "Density": "evidence_characters:Density",
    "Redundancy": "evidence_characters:Redundancy",
    "Judged": "judged:Judged",
    "Unjudged": "judged:Unjudged",
    "NumQ": "counts:NumQ",
    "NumRet": "counts:NumRet",
    "NumRel": "counts:NumRel",
    "NumRelRet": "counts:NumRelRet",
    "NumNonrelJudgedRet": "counts:NumNonrelJudgedRet",
}
"""Symbol to module and class of Assay's own measures, each imported when it is first asked for."""

_measures: dict[str, Measure] = {}  # those of Assay's own that were asked for, and what was registered


class _Measures(Mapping[str, Measure]):
    """A view of all measures that can be asked for, Assay's own first."""

    def __getitem__(self, symbol: str) -> Measure:
        if symbol not in _measures:
            module, _, name = BUILT_IN[symbol].partition(":")
            _measures[symbol] = getattr(import_module(f"assay.measures.{module}"), name)()
        return _measures[symbol]

    def __contains__(self, symbol: object) -> bool:
        return symbol in BUILT_IN or symbol in _measures

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*BUILT_IN, *_measures)))

    def __len__(self) -> int:
        return len(BUILT_IN.keys() | _measures.keys())

    def __repr__(self) -> str:
        return repr(dict(self))


MEASURES: Mapping[str, Measure] = _Measures()
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
    known = MEASURES.get(symbol) or _measures.setdefault(symbol, found)
    if type(known) is not type(found):
        raise BadInputError(f"there is a measure called {symbol!r} already: {type(known).__module__}")


def _checked(given: object) -> Measure:
    if not isinstance(given, Measure):
        raise BadInputError(f"a measure is a subclass of assay.measures.Measure, got {given!r:.60}")
    return given


def find(symbol: str) -> Measure | None:
    """Return the measure of that symbol; plugins are looked for only where Assay has none; None where nobody has."""
    return MEASURES.get(symbol) or with_plugins().get(symbol)


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
