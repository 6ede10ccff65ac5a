"""The names measures go by: reading ``P(rel=2)@5`` and the spellings of other tools."""

import re
from collections.abc import Mapping
from dataclasses import fields

from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.measures.average_precision import AP
from assay.measures.f1 import F1
from assay.measures.hit_rate import HitRate
from assay.measures.measure import Measure
from assay.measures.ndcg import NDCG
from assay.measures.precision import P
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR

MEASURES: Mapping[str, Measure] = {
    measure.symbol: measure for measure in (HitRate(), P(), R(), F1(), RR(), AP(), NDCG())
}

ALIASES: Mapping[str, str] = {
    "hit_rate": "HitRate",
    "hitrate": "HitRate",
    "hit": "HitRate",
    "Success": "HitRate",
    "success": "HitRate",
    "precision": "P",
    "Precision": "P",
    "recall": "R",
    "Recall": "R",
    "f1": "F1",
    "MRR": "RR",
    "mrr": "RR",
    "recip_rank": "RR",
    "reciprocal_rank": "RR",
    "MAP": "AP",
    "map": "AP",
    "map_cut": "AP",
    "average_precision": "AP",
    "NDCG": "nDCG",
    "ndcg": "nDCG",
    "ndcg_cut": "nDCG",
}

_NOTATION = re.compile(
    r"""\s*(?P<name>[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z]+)*)   # nDCG, F1, recip_rank
        \s*(?:\((?P<parameters>[^()]*)\))?                 # (rel=2, depth=retrieved)
        \s*(?:[@_.]\s*(?P<k>[^\s@]+))?\s*                  # @10, or _10 as trec_eval writes it""",
    re.VERBOSE,
)

_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z]+)*)")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def parse(text: str) -> Measure:
    """Read a measure from its notation; ``parse(str(measure)) == measure``.

    Parameters
    ----------
    text
        ``nDCG@10``, ``P(rel=2)@5``, or another tool's name: ``MRR``, ``recall@5``, ``ndcg_cut_10``, ``P_5``.

    Raises
    ------
    UnknownMeasureError
        No measure goes by that name; the nearest one is named.
    MeasureParameterError
        A parameter or a cutoff it does not take.

    Examples
    --------
    >>> parse("ndcg_cut_10"), parse("P(rel=2)@5"), parse("MRR")
    (nDCG@10, P(rel=2)@5, RR)
    """
    match = _NOTATION.fullmatch(text)
    if match is None or _symbol(match["name"]) is None:
        raise _not_understood(text)
    measure = MEASURES[_symbol(match["name"]) or ""]
    if match["parameters"] is not None:
        measure = measure(**_parameters(measure, match["parameters"]))
    return measure if match["k"] is None else measure @ _cutoff(match["k"])


def _symbol(name: str) -> str | None:
    symbol = ALIASES.get(name, name)
    return symbol if symbol in MEASURES else None


def _not_understood(text: str) -> UnknownMeasureError | MeasureParameterError:
    """Tell a name that is not known from a known one whose parameters or cutoff are broken."""
    start = _NAME.match(text)
    name = "" if start is None else start[1]
    if _symbol(name) is not None:
        hint = f"Hint: write it like {name}@10 or {name}(rel=2)@10."
        return MeasureParameterError(f"{text.strip()!r} cannot be read\n{hint}")
    return UnknownMeasureError(name or text.strip(), [*MEASURES, *ALIASES])


def _cutoff(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,16}", text):
        raise MeasureParameterError(f"k is a whole number of at least 1, got {text!r:.60}")
    return int(text)


def _parameters(measure: Measure, text: str) -> Mapping[str, object]:
    found: dict[str, object] = {}
    for part in text.split(",") if text.strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            known = ", ".join(field.name for field in fields(measure) if field.name != "k")
            raise MeasureParameterError(
                f"{measure.symbol}: a parameter is written name=value, got {part.strip()!r}\nHint: it takes {known}."
            )
        if name in found:
            raise MeasureParameterError(f"{measure.symbol}: {name} is given twice")
        found[name] = _cutoff(value) if name == "k" else _value(value)
    return found


def _value(text: str) -> object:
    return float(text) if _NUMBER.fullmatch(text) else text.strip("'\"")
