"""What a comparison says in words."""

import math

from assay.comparison.difference import Choices, Difference
from assay.comparison.pairing import Remark
from assay.comparison.slices import Reversal
from assay.data.case import BREAKDOWNS
from assay.report.wording import Wording

_LEAST_P = 0.0001


def sentence(found: Difference, choices: Choices, word: Wording) -> str:
    """Say what a difference comes to: the verdict, and the figures it stands on."""
    facts = {
        "a": found.a,
        "b": found.b,
        "measure": str(found.measure),
        "n": found.n,
        "mean_a": word.number(found.mean_a),
        "mean_b": word.number(found.mean_b),
        "difference": signed(found.difference, word),
        "interval": interval_text(found, word),
        "p": _equal_or_less(found.p_adjusted, word),
        "margin": word.number(found.margin.margin) if found.margin is not None else "",
    }
    if found.verdict == "cannot tell":
        return " ".join([word("verdict.cannot_tell", **facts), *_why(found, choices, word)])
    return word(f"verdict.{found.verdict.replace(' ', '_')}", **facts)


def _why(found: Difference, choices: Choices, word: Wording) -> list[str]:
    """Say why it cannot be told, and what would help."""
    if found.n < 2:
        return [word("why.too_few", n=found.n)]
    texts: list[str] = []
    if found.test.smallest_p > choices.alpha:
        facts = {"units": found.test.n_units, "smallest": p_text(found.test.smallest_p, word)}
        texts.append(word("why.smallest_p", **facts))
    elif found.p <= choices.alpha:
        facts = {"p": _equal_or_less(found.p, word), "adjusted": _equal_or_less(found.p_adjusted, word)}
        texts.append(word("why.corrected", **facts))
    if math.isnan(found.detectable):
        return texts
    n, detectable = found.n, word.number(found.detectable, _digits(found.detectable))
    if choices.margin is None and found.needed is not None and found.needed > found.n:
        seen = word.number(abs(found.difference), _digits(found.difference))
        texts.append(word("why.needed", n=n, detectable=detectable, needed=_round(found.needed), difference=seen))
    else:
        texts.append(word("why.detectable", n=n, detectable=detectable))
    return texts


def _digits(value: float) -> int:
    """Return how many digits show two figures that count, within reason."""
    return max(2, min(6, 1 - math.floor(math.log10(abs(value))))) if value else 2


def _round(number: int) -> str:
    """Write a number of cases to two figures: it is an estimate."""
    size = max(len(str(number)) - 2, 0)
    return str(round(number, -size))


def signed(value: float, word: Wording, digits: int = 3) -> str:
    """Write a difference with its sign."""
    written = word.number(value, digits)
    return written if value < 0 or math.isnan(value) or not float(f"{value:.{digits}f}") else f"+{written}"


def interval_text(found: Difference, word: Wording) -> str:
    """Write the interval of a difference, or an en dash where it is unknown."""
    if not found.interval.is_known:
        return "–"
    low, high = signed(found.interval.low, word), signed(found.interval.high, word)
    return word("interval", low=low, high=high)


def interval_cell(found: Difference, word: Wording) -> str:
    """Write the interval of a difference as short as a table wants it."""
    if not found.interval.is_known:
        return "–"
    return f"{signed(found.interval.low, word, 2)}…{signed(found.interval.high, word, 2)}"


def p_text(p: float, word: Wording) -> str:
    """Write a probability."""
    if p < _LEAST_P:
        return f"< {word.number(_LEAST_P, 4)}"
    return word.number(p, 4 if p < 0.01 else 3)


def _equal_or_less(p: float, word: Wording) -> str:
    written = p_text(p, word)
    return written if written.startswith("<") else f"= {written}"


def remark_text(remark: Remark, word: Wording) -> str:
    """Say a remark."""
    facts = {name: word.number(fact) if isinstance(fact, float) else fact for name, fact in remark.facts.items()}
    return word(f"remark.{remark.code}", **facts)


def reversal_text(reversal: Reversal, word: Wording) -> str:
    """Say that groups point the other way than the whole."""
    whole = reversal.overall
    winner, loser = (whole.b, whole.a) if whole.difference > 0 else (whole.a, whole.b)
    groups = ", ".join(
        f"{group_text(one.group, word)} ({signed(one.difference.difference, word)}, {one.cases})"
        for one in reversal.against
    )
    shown = any(one.difference.verdict in ("better", "worse") for one in reversal.against)
    key = "paradox" if reversal.is_paradox else "shown" if shown else "seen"
    facts = {"winner": winner, "loser": loser, "measure": str(whole.measure), "field": field_text(reversal.field, word)}
    return word(f"reversal.{key}", groups=groups, **facts)


def field_text(field: str, word: Wording) -> str:
    """Name a field."""
    return word(f"field.{field}") if field in BREAKDOWNS else field


def group_text(group: str, word: Wording) -> str:
    """Name a group."""
    return word("field.none") if group == "-" else group


def percent(share: float) -> str:
    """Write a share as a percentage."""
    return f"{share * 100:g}%"


def verdict_text(found: Difference, word: Wording) -> str:
    """Name the verdict."""
    return word(f"word.{found.verdict.replace(' ', '_')}")
