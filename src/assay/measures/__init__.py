"""What is measured: measures as values in the field's notation, their kernels in NumPy over judged hits."""

from typing import TYPE_CHECKING

from assay.measures.aliases import ALIASES
from assay.measures.judged_hits import JudgedHits
from assay.measures.measure import BinaryMeasure, Measure
from assay.measures.notation import parse, parse_many
from assay.measures.registry import BUILT_IN, MEASURES, register
from assay.measures.relevance_string import relstring
from assay.measures.trec_names import trec_name

if TYPE_CHECKING:
    from assay.measures import (
        alpha_ndcg,
        ap_ia,
        average_precision,
        compat,
        counts,
        cumulated_gain,
        dcg,
        err,
        err_ia,
        evidence_characters,
        evidence_support,
        f_measure,
        geometric,
        hit_rate,
        inferred_average_precision,
        inst,
        interpolated_precision,
        judged,
        ndcg,
        ndcg_points,
        nrbp,
        precision,
        preference,
        q_measure,
        r_precision,
        rank_biased_precision,
        recall,
        reciprocal_rank,
        relative_precision,
        sdcg,
        sets,
        subtopic_recall,
        utility,
    )

    HitRate: hit_rate.HitRate
    P: precision.P
    R: recall.R
    F: f_measure.F
    F1: f_measure.F
    RR: reciprocal_rank.RR
    AP: average_precision.AP
    nDCG: ndcg.NDCG  # noqa: N816 - the field's spelling
    DCG: dcg.DCG
    IDCG: dcg.IDCG
    RBP: rank_biased_precision.RBP
    RBPResidual: rank_biased_precision.RBPResidual
    Rprec: r_precision.Rprec
    IPrec: interpolated_precision.IPrec
    ElevenPoint: interpolated_precision.ElevenPoint
    Bpref: preference.Bpref
    infAP: inferred_average_precision.InfAP  # noqa: N816 - the field's spelling
    AUC: preference.AUC
    RelativeP: relative_precision.RelativeP
    SetP: sets.SetP
    SetR: sets.SetR
    SetF: sets.SetF
    SetAP: sets.SetAP
    SetRelativeP: sets.SetRelativeP
    GMAP: geometric.GMAP
    GMBpref: geometric.GMBpref
    Yaap: average_precision.Yaap
    G: cumulated_gain.G
    BinG: cumulated_gain.BinG
    NDCGRel: ndcg_points.NDCGRel
    Rndcg: ndcg_points.Rndcg
    Utility: utility.Utility
    ERR: err.ERR
    nERR: err.NERR  # noqa: N816 - the field's spelling
    Q: q_measure.Q
    INSQ: inst.INSQ
    INST: inst.INST
    SDCG: sdcg.SDCG
    Compat: compat.Compat
    alpha_nDCG: alpha_ndcg.AlphaNDCG  # noqa: N816 - the field's spelling
    ERR_IA: err_ia.ERRIA
    nERR_IA: err_ia.NERRIA  # noqa: N816 - the field's spelling
    NRBP: nrbp.NRBP
    nNRBP: nrbp.NNRBP  # noqa: N816 - the field's spelling
    AP_IA: ap_ia.APIA
    P_IA: ap_ia.PIA
    StRecall: subtopic_recall.StRecall
    CharIoU: evidence_characters.CharIoU
    CharP: evidence_characters.CharP
    CharR: evidence_characters.CharR
    Density: evidence_characters.Density
    FullSupport: evidence_support.FullSupport
    GroupR: evidence_support.GroupR
    Redundancy: evidence_characters.Redundancy
    SupportRR: evidence_support.SupportRR
    TokensToSupport: evidence_support.TokensToSupport
    Judged: judged.Judged
    Unjudged: judged.Unjudged
    NumQ: counts.NumQ
    NumRet: counts.NumRet
    NumRel: counts.NumRel
    NumRelRet: counts.NumRelRet
    NumNonrelJudgedRet: counts.NumNonrelJudgedRet

_SYMBOLS = {"F": "F1", "ElevenPoint": "11ptAvg"}  # where the name is not the symbol itself

__all__ = [
    "ALIASES",
    "AP",
    "AP_IA",
    "AUC",
    "DCG",
    "ERR",
    "ERR_IA",
    "F1",
    "GMAP",
    "IDCG",
    "INSQ",
    "INST",
    "MEASURES",
    "NRBP",
    "P_IA",
    "RBP",
    "RR",
    "SDCG",
    "BinG",
    "BinaryMeasure",
    "Bpref",
    "CharIoU",
    "CharP",
    "CharR",
    "Compat",
    "Density",
    "ElevenPoint",
    "F",
    "FullSupport",
    "G",
    "GMBpref",
    "GroupR",
    "HitRate",
    "IPrec",
    "Judged",
    "JudgedHits",
    "Measure",
    "NDCGRel",
    "NumNonrelJudgedRet",
    "NumQ",
    "NumRel",
    "NumRelRet",
    "NumRet",
    "P",
    "Q",
    "R",
    "RBPResidual",
    "Redundancy",
    "RelativeP",
    "Rndcg",
    "Rprec",
    "SetAP",
    "SetF",
    "SetP",
    "SetR",
    "SetRelativeP",
    "StRecall",
    "SupportRR",
    "TokensToSupport",
    "Unjudged",
    "Utility",
    "Yaap",
    "alpha_nDCG",
    "infAP",
    "nDCG",
    "nERR",
    "nERR_IA",
    "nNRBP",
    "parse",
    "parse_many",
    "register",
    "relstring",
    "trec_name",
]


def __getattr__(name: str) -> object:
    """Load a measure when its name is first asked for: most programs need a few of them."""
    symbol = _SYMBOLS.get(name, name)
    if symbol not in BUILT_IN:
        raise AttributeError(f"module 'assay.measures' has no attribute {name!r}")
    found = MEASURES[symbol]
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
