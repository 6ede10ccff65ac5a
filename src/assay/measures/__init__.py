"""What is measured: measures as values in the field's notation, their kernels in NumPy over judged hits."""

from assay.measures import average_precision, f1, hit_rate, ndcg, precision, recall, reciprocal_rank
from assay.measures.judged_hits import JudgedHits
from assay.measures.measure import Measure
from assay.measures.notation import ALIASES, MEASURES, parse

HitRate = hit_rate.HitRate()
P = precision.P()
R = recall.R()
F1 = f1.F1()
RR = reciprocal_rank.RR()
AP = average_precision.AP()
nDCG = ndcg.NDCG()  # noqa: N816 - the field's spelling

__all__ = [
    "ALIASES",
    "AP",
    "F1",
    "MEASURES",
    "RR",
    "HitRate",
    "JudgedHits",
    "Measure",
    "P",
    "R",
    "nDCG",
    "parse",
]
