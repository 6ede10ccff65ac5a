"""trec_eval's names: families with parameters, nicknames for many measures, and the way back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.errors import MeasureParameterError
from assay.measures.literal import pair, real, whole
from assay.measures.measure import Measure
from assay.measures.parameter import Gains, written
from assay.measures.registry import MEASURES

_DEPTHS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Measures that share a trec_eval name and differ in what follows it.

    Parameters
    ----------
    symbol
        What Assay calls the measure.
    read
        Makes measures of the plain one and the texts that follow the name, which are set apart by commas.
    write
        Returns the text that would follow the name of a measure; any text where none does.
    default
        What trec_eval computes where nothing follows.
    own
        Whether only trec_eval uses the name, so that alone it means all of `default`.
    """

    symbol: str
    read: Callable[[Measure, Sequence[str]], list[Measure]]
    write: Callable[[Any], str]
    default: tuple[str, ...] = ()
    own: bool = True

    def measures(self, texts: Sequence[str]) -> list[Measure]:
        """Return the measures that the name stands for with these texts behind it."""
        return self.read(MEASURES[self.symbol], texts)


def _each(make: Callable[[Measure, str], Measure]) -> Callable[[Measure, Sequence[str]], list[Measure]]:
    return lambda measure, texts: [make(measure, text) for text in texts]


def _cut(symbol: str, *default: str, own: bool = True) -> Family:
    """Return a family that differs in the cutoff."""
    read = _each(lambda measure, text: measure @ whole(text))
    return Family(symbol=symbol, read=read, write=lambda measure: str(measure.k), default=default, own=own)


def _gaining(symbol: str) -> Family:
    """Return a family that differs in what grades gain, ``1=3,2=9``."""

    def read(measure: Measure, texts: Sequence[str]) -> list[Measure]:
        return [measure(gain=Gains({real(grade): real(gain) for grade, gain in map(pair, texts)}))]

    def write(measure: Any) -> str:
        return str(measure.gain).strip("{}").replace(":", "=")

    return Family(symbol=symbol, read=read, write=write)


def _levels(measure: Measure, texts: Sequence[str]) -> list[Measure]:
    return [measure(levels=tuple(map(real, texts)))]


def _rbp(measure: Measure, texts: Sequence[str]) -> list[Measure]:
    """Read ``p=0.95`` as trec_eval does, and ``95`` as ranx does, which scores binary labels with it."""
    if len(texts) == 1 and "=" not in texts[0]:
        return [measure(p=real(f"0.{texts[0]}" if texts[0].isdigit() else texts[0]))]
    return [measure(p=_persistence(texts), gain="query")]


def _rbp_residual(measure: Measure, texts: Sequence[str]) -> list[Measure]:
    return [measure(p=_persistence(texts), complete="zero")]


def _persistence(texts: Sequence[str]) -> float:
    pairs = [pair(text) for text in texts]
    if [name for name, _ in pairs] != ["p"]:
        raise MeasureParameterError(f"rbp takes p=number, got {','.join(texts)!r:.60}")
    return real(pairs[0][1])


def _utility(measure: Measure, texts: Sequence[str]) -> list[Measure]:
    if len(texts) != 4:
        raise MeasureParameterError(f"utility takes four numbers, got {','.join(texts)!r:.60}")
    a, b, c, d = map(real, texts)
    return [measure(a=a, b=b, c=c, d=d)]


def _listed(values: Sequence[float]) -> str:
    return ",".join(map(written, values))


FAMILIES: Mapping[str, Family] = {
    "iprec_at_recall": Family(
        symbol="IPrec",
        read=_each(lambda measure, text: measure(recall=real(text))),
        write=lambda measure: f"{measure.recall:.2f}",
        default=tuple(f"{tenth / 10:.2f}" for tenth in range(11)),
    ),
    "P": _cut("P", *_DEPTHS, own=False),
    "recall": _cut("R", *_DEPTHS, own=False),
    "Rprec_mult": Family(
        symbol="Rprec",
        read=_each(lambda measure, text: measure(mult=real(text))),
        write=lambda measure: "" if measure.mult is None else f"{measure.mult:.2f}",
        default=tuple(f"{fifth / 5:.2f}" for fifth in range(1, 11)),
    ),
    "utility": Family(
        symbol="Utility", read=_utility, write=lambda measure: _listed((measure.a, measure.b, measure.c, measure.d))
    ),
    "11pt_avg": Family(symbol="11ptAvg", read=_levels, write=lambda measure: _listed(measure.levels)),
    "G": _gaining("G"),
    "dcg": _gaining("DCG"),
    "ideal_dcg": _gaining("IDCG"),
    "ndcg": _gaining("nDCG"),
    "ndcg_rel": _gaining("NDCGRel"),
    "Rndcg": _gaining("Rndcg"),
    "ndcg_cut": _cut("nDCG", *_DEPTHS),
    "map_cut": _cut("AP", *_DEPTHS),
    "relative_P": _cut("RelativeP", *_DEPTHS),
    "success": _cut("HitRate", "1", "5", "10", own=False),
    "set_F": Family(
        symbol="SetF",
        read=_each(lambda measure, text: measure(beta=real(text), form="trec_eval")),
        write=lambda measure: written(measure.beta),
    ),
    "rbp": Family(symbol="RBP", read=_rbp, write=lambda measure: f"p={written(measure.p)}"),
    "rbp_resid": Family(symbol="RBPResidual", read=_rbp_residual, write=lambda measure: f"p={written(measure.p)}"),
    "unj": _cut("Unjudged", "5", "10", "20"),
}

_PLAIN: Mapping[str, str] = {
    "num_q": "NumQ",
    "num_ret": "NumRet",
    "num_rel": "NumRel",
    "num_rel_ret": "NumRelRet",
    "map": "AP",
    "gm_map": "GMAP",
    "Rprec": "Rprec",
    "bpref": "Bpref",
    "recip_rank": "RR",
    "infAP": "infAP",
    "gm_bpref": "GMBpref",
    "utility": "Utility",
    "11pt_avg": "11ptAvg",
    "binG": "BinG",
    "G": "G",
    "ndcg": "nDCG",
    "ndcg_rel": "NDCGRel",
    "Rndcg": "Rndcg",
    "set_P": "SetP",
    "set_relative_P": "SetRelativeP",
    "set_recall": "SetR",
    "set_map": "SetAP",
    "set_F": "SetF",
    "num_nonrel_judged_ret": "NumNonrelJudgedRet",
    "rbp": "RBP",
    "rbp_resid": "RBPResidual",
    "dcg": "DCG",
    "ideal_dcg": "IDCG",
    "yaap": "Yaap",
}
_PARAMETERS: Mapping[str, Mapping[str, Any]] = {
    "rbp": {"p": 0.9, "gain": "query"},
    "rbp_resid": {"p": 0.9, "complete": "zero"},
}

_COUNTS = ("num_q", "num_ret", "num_rel", "num_rel_ret")
_OFFICIAL = (*_COUNTS, "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P")
_SETS = ("set_P", "set_relative_P", "set_recall", "set_map", "set_F")
NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "official": _OFFICIAL,
    "set": (*_COUNTS, "utility", *_SETS),
    "all_trec": (
        *(*_OFFICIAL, "recall", "infAP", "gm_bpref", "Rprec_mult", "utility", "11pt_avg", "binG", "G", "ndcg"),
        *("ndcg_rel", "Rndcg", "ndcg_cut", "map_cut", "relative_P", "success", *_SETS, "num_nonrel_judged_ret"),
        *("rbp", "rbp_resid", "unj"),
    ),
}
"""trec_eval's names for many measures at once, in the order it prints them; without `runid` and `relstring`, texts."""


def of_nickname(nickname: str) -> list[Measure]:
    """Return the measures of one of trec_eval's nicknames, in the order it prints them."""
    return [measure for name in NICKNAMES[nickname] for measure in _with_defaults(name)]


def _with_defaults(name: str) -> list[Measure]:
    return [_plain(name)] if name in _PLAIN else FAMILIES[name].measures(FAMILIES[name].default)


def _plain(name: str) -> Measure:
    return MEASURES[_PLAIN[name]](**_PARAMETERS.get(name, {}))


def trec_name(measure: Measure) -> str:
    """Return what trec_eval calls a measure where it prints a figure.

    Parameters
    ----------
    measure
        Any measure. One that trec_eval does not have, or not with these parameters (`rel` is an option of its
        command line), keeps its own name, without blanks.

    Examples
    --------
    >>> from assay.measures import IPrec, P, nDCG
    >>> trec_name(P @ 5), trec_name(nDCG @ 10), trec_name(IPrec @ 0.1), trec_name(P(rel=2, depth="retrieved") @ 5)
    ('P_5', 'ndcg_cut_10', 'iprec_at_recall_0.10', 'P(rel=2,depth=retrieved)@5')
    """
    for name, symbol in _PLAIN.items():
        if symbol == measure.symbol and _plain(name) == measure:
            return name
    for name, family in FAMILIES.items():
        if family.symbol == measure.symbol:
            text = family.write(measure)
            if _reads(family, text, measure):
                return f"{name}_{text}"
    return str(measure).replace(" ", "")


def _reads(family: Family, text: str, measure: Measure) -> bool:
    """Tell whether the family's name with `text` behind it stands for exactly this measure."""
    try:
        return family.measures(text.split(",")) == [measure]
    except MeasureParameterError:
        return False
