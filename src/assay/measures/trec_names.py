"""trec_eval's names: families with parameters, nicknames for many measures, and the way back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.errors import MeasureParameterError
from assay.measures.average_precision import AP, Yaap
from assay.measures.counts import NumNonrelJudgedRet, NumQ, NumRel, NumRelRet, NumRet
from assay.measures.cumulated_gain import BinG, G
from assay.measures.dcg import DCG, IDCG
from assay.measures.gain import GainMeasure
from assay.measures.geometric import GMAP, GMBpref
from assay.measures.hit_rate import HitRate
from assay.measures.inferred_average_precision import InfAP
from assay.measures.interpolated_precision import ELEVEN, ElevenPoint, IPrec
from assay.measures.judged import Unjudged
from assay.measures.literal import pair, real, whole
from assay.measures.measure import Measure
from assay.measures.ndcg import NDCG
from assay.measures.ndcg_points import NDCGRel, Rndcg
from assay.measures.parameter import Gains, written
from assay.measures.precision import P
from assay.measures.preference import Bpref
from assay.measures.r_precision import Rprec
from assay.measures.rank_biased_precision import RBP, RBPResidual
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR
from assay.measures.relative_precision import RelativeP
from assay.measures.sets import SetAP, SetF, SetP, SetR, SetRelativeP
from assay.measures.utility import Utility

_DEPTHS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Measures that share a trec_eval name and differ in what follows it.

    Parameters
    ----------
    read
        Makes measures of the texts that follow the name, which are set apart by commas.
    default
        What trec_eval computes where nothing follows.
    own
        Whether only trec_eval uses the name, so that alone it means all of `default`.
    """

    read: Callable[[Sequence[str]], list[Measure]]
    default: tuple[str, ...] = ()
    own: bool = True


def _each(make: Callable[[str], Measure]) -> Callable[[Sequence[str]], list[Measure]]:
    return lambda texts: [make(text) for text in texts]


def _cut(measure: Measure) -> Callable[[Sequence[str]], list[Measure]]:
    return _each(lambda text: measure @ whole(text))


def _gains(measure: GainMeasure) -> Callable[[Sequence[str]], list[Measure]]:
    def read(texts: Sequence[str]) -> list[Measure]:
        return [replace(measure, gain=Gains({real(grade): real(gain) for grade, gain in map(pair, texts)}))]

    return read


def _set_f(texts: Sequence[str]) -> list[Measure]:
    return [SetF(beta=real(text), form="trec_eval") for text in texts]


def _rbp(texts: Sequence[str]) -> list[Measure]:
    """Read ``p=0.95`` as trec_eval does, and ``95`` as ranx does, which scores binary labels with it."""
    if len(texts) == 1 and "=" not in texts[0]:
        return [RBP(p=real(f"0.{texts[0]}" if texts[0].isdigit() else texts[0]))]
    return [RBP(p=_persistence(texts), gain="query")]


def _persistence(texts: Sequence[str]) -> float:
    pairs = [pair(text) for text in texts]
    if [name for name, _ in pairs] != ["p"]:
        raise MeasureParameterError(f"rbp takes p=number, got {','.join(texts)!r:.60}")
    return real(pairs[0][1])


def _utility(texts: Sequence[str]) -> list[Measure]:
    if len(texts) != 4:
        raise MeasureParameterError(f"utility takes four numbers, got {','.join(texts)!r:.60}")
    a, b, c, d = map(real, texts)
    return [Utility(a=a, b=b, c=c, d=d)]


FAMILIES: Mapping[str, Family] = {
    "iprec_at_recall": Family(
        read=_each(lambda text: IPrec(recall=real(text))), default=tuple(f"{level:.2f}" for level in ELEVEN)
    ),
    "P": Family(read=_cut(P()), default=_DEPTHS, own=False),
    "recall": Family(read=_cut(R()), default=_DEPTHS, own=False),
    "Rprec_mult": Family(
        read=_each(lambda text: Rprec(mult=real(text))), default=tuple(f"{fifth / 5:.2f}" for fifth in range(1, 11))
    ),
    "utility": Family(read=_utility),
    "11pt_avg": Family(read=lambda texts: [ElevenPoint(levels=tuple(map(real, texts)))]),
    "G": Family(read=_gains(G())),
    "dcg": Family(read=_gains(DCG())),
    "ideal_dcg": Family(read=_gains(IDCG())),
    "ndcg": Family(read=_gains(NDCG())),
    "ndcg_rel": Family(read=_gains(NDCGRel())),
    "Rndcg": Family(read=_gains(Rndcg())),
    "ndcg_cut": Family(read=_cut(NDCG()), default=_DEPTHS),
    "map_cut": Family(read=_cut(AP()), default=_DEPTHS),
    "relative_P": Family(read=_cut(RelativeP()), default=_DEPTHS),
    "success": Family(read=_cut(HitRate()), default=("1", "5", "10"), own=False),
    "set_F": Family(read=_set_f),
    "rbp": Family(read=_rbp),
    "rbp_resid": Family(read=lambda texts: [RBPResidual(p=_persistence(texts), complete="zero")]),
    "unj": Family(read=_cut(Unjudged()), default=("5", "10", "20")),
}

_PLAIN: Mapping[str, Measure] = {
    "num_q": NumQ(),
    "num_ret": NumRet(),
    "num_rel": NumRel(),
    "num_rel_ret": NumRelRet(),
    "map": AP(),
    "gm_map": GMAP(),
    "Rprec": Rprec(),
    "bpref": Bpref(),
    "recip_rank": RR(),
    "infAP": InfAP(),
    "gm_bpref": GMBpref(),
    "utility": Utility(),
    "11pt_avg": ElevenPoint(),
    "binG": BinG(),
    "G": G(),
    "ndcg": NDCG(),
    "ndcg_rel": NDCGRel(),
    "Rndcg": Rndcg(),
    "set_P": SetP(),
    "set_relative_P": SetRelativeP(),
    "set_recall": SetR(),
    "set_map": SetAP(),
    "set_F": SetF(),
    "num_nonrel_judged_ret": NumNonrelJudgedRet(),
    "rbp": RBP(p=0.9, gain="query"),
    "rbp_resid": RBPResidual(p=0.9, complete="zero"),
    "dcg": DCG(),
    "ideal_dcg": IDCG(),
    "yaap": Yaap(),
}
_NAMES: Mapping[Measure, str] = {measure: name for name, measure in _PLAIN.items()}

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
    return [_PLAIN[name]] if name in _PLAIN else FAMILIES[name].read(FAMILIES[name].default)


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
    if measure in _NAMES:
        return _NAMES[measure]
    text = _what_follows(measure)
    named = (f"{name}_{text}" for name, family in FAMILIES.items() if _reads(family, text, measure))
    return next(named, str(measure).replace(" ", ""))


def _what_follows(measure: Measure) -> str:  # noqa: PLR0911 - one a family
    """Return the text behind the family's name, if trec_eval has such a family."""
    if measure.k is not None:
        return str(measure.k)
    match measure:
        case IPrec():
            return f"{measure.recall:.2f}"
        case Rprec() if measure.mult is not None:
            return f"{measure.mult:.2f}"
        case GainMeasure():
            return str(measure.gain).strip("{}").replace(":", "=")
        case Utility():
            return ",".join(map(written, (measure.a, measure.b, measure.c, measure.d)))
        case ElevenPoint():
            return ",".join(map(written, measure.levels))
        case SetF():
            return written(measure.beta)
        case RBP() | RBPResidual():
            return f"p={written(measure.p)}"
        case _:
            return ""


def _reads(family: Family, text: str, measure: Measure) -> bool:
    """Tell whether the family's name with `text` behind it stands for exactly this measure."""
    try:
        return family.read(text.split(",")) == [measure]
    except MeasureParameterError:
        return False
