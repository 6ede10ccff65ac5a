"""Rules as people write them: ``R@5 >= 0.80``, ``nDCG@10 >= baseline - 0.01``."""

import math
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import get_args

from assay.errors import BadInputError, MeasureParameterError, UnknownMeasureError
from assay.gating.rule import FigureName, Limit, Operator, Rule, RunFigure
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.report.visible import visible

_OPERATOR = re.compile(r"[<>=≥≤!]+")
_OPERATORS: dict[str, Operator] = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "≥": ">=", "≤": "<="}
_NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_ABSOLUTE = re.compile(rf"(?P<number>[-+]?{_NUMBER})\s*(?P<percent>%?)", re.ASCII)
_BASELINE = re.compile(rf"baseline(?:\s*(?P<sign>[-+*])\s*(?P<number>{_NUMBER})\s*(?P<percent>%?))?", re.ASCII)
_TOKENS = re.compile(r"tokens\s*@\s*0*(?P<k>[1-9]\d{0,14})", re.ASCII)
_FIGURES: tuple[FigureName, ...] = get_args(FigureName)


class RuleError(BadInputError):
    """A rule that cannot be read: `given` is its text, `start` and `stop` where in it the trouble is."""

    def __init__(self, given: str, start: int, stop: int, problem: str, *, hint: str) -> None:
        self.given, self.start, self.stop = given, start, stop
        marks = " " * start + "^" * max(stop - start, 1)
        super().__init__(f"the rule cannot be read: {problem}\n    {given}\n    {marks}\nHint: {hint}")


def parse_rule(text: str) -> Rule:
    """Read a rule; ``parse_rule(str(rule)) == rule``.

    Parameters
    ----------
    text
        ``QUANTITY OPERATOR LIMIT``. The quantity is a measure in Assay's notation or by another tool's name, or a
        figure of the run: ``failures``, ``latency_p50_s``, ``latency_p95_s``, ``latency_max_s``, ``tokens@5``. The
        operator is ``>=``, ``>``, ``<=`` or ``<``. The limit is a number (``0.80``, ``80%``), ``baseline``,
        ``baseline - 0.01``, ``baseline + 0.01``, or ``baseline * 0.98``.

    Raises
    ------
    RuleError
        It cannot be read, or asks for what no result can be; the message points at the place.

    Examples
    --------
    >>> print(parse_rule("recall@5 >= 80%"))
    R@5 >= 0.8
    """
    given = visible(" ".join(text.split()))
    start, stop = _operator_place(given)
    sign = given[start:stop]
    if sign not in _OPERATORS:
        near = {"=>": ">=", "=<": "<="}.get(sign, ">=")
        raise RuleError(given, start, stop, f"{sign!r} is no operator", hint=f"did you mean {near!r}?")
    quantity = _quantity(given, start)
    place = stop + (len(given) - stop - len(given[stop:].lstrip()))
    return Rule(quantity=quantity, operator=_OPERATORS[sign], limit=_limit(given, place, quantity))


def rules_of(given: str | Rule | Iterable[str | Rule]) -> tuple[Rule, ...]:
    """Read one rule or several, each once.

    Raises
    ------
    BadInputError
        None at all, or one that cannot be read.
    """
    texts = [given] if isinstance(given, str | Rule) else list(given)
    found = dict.fromkeys(one if isinstance(one, Rule) else parse_rule(one) for one in texts)
    if not found:
        raise BadInputError("no rule is given\nHint: require something, such as 'R@5 >= 0.80'.")
    return tuple(found)


def _operator_place(given: str) -> tuple[int, int]:
    """Find the operator: the first one outside the parentheses of a measure's parameters."""
    depth = 0
    for place, sign in enumerate(given):
        depth += (sign == "(") - (sign == ")")
        match = _OPERATOR.match(given, place) if depth <= 0 else None
        if match is not None:
            return match.span()
    problem = "expected >=, >, <= or < after the measure"
    raise RuleError(given, len(given), len(given), problem, hint="write it like R@5 >= 0.80.")


def _quantity(given: str, stop: int) -> Measure | RunFigure:
    name = given[:stop].rstrip()
    if tokens := _TOKENS.fullmatch(name):
        return RunFigure(name="tokens", k=int(tokens["k"]))
    for figure in _FIGURES:
        if name == figure and figure != "tokens":
            return RunFigure(name=figure)
    if not name:
        raise RuleError(given, 0, 0, "expected a measure before the operator", hint="write it like R@5 >= 0.80.")
    if name == "tokens":
        raise RuleError(given, 0, len(name), "of how many hits?", hint="write it like tokens@5 <= 2000.")
    try:
        measure = parse(name)
    except (UnknownMeasureError, MeasureParameterError) as exc:
        problem, _, hint = str(exc).partition("\nHint: ")
        near = get_close_matches(name, _FIGURES, n=1, cutoff=0.75)
        hint = f"did you mean {near[0]!r}?" if near else hint or "`assay measures` lists them."
        raise RuleError(given, 0, len(name), problem, hint=hint) from exc
    if not measure.is_averaged:
        problem = f"{measure} is no mean over queries, so there is no interval to read"
        raise RuleError(given, 0, len(name), problem, hint="name a measure that is averaged, such as nDCG@10.")
    return measure


def _limit(given: str, place: int, quantity: Measure | RunFigure) -> Limit:
    rest = given[place:]
    if match := _ABSOLUTE.fullmatch(rest):
        return Limit(offset=_number(given, place, match, quantity))
    match = _BASELINE.fullmatch(rest)
    if match is None:
        raise RuleError(given, place, len(given), "expected a number or baseline", hint=_hint(rest))
    if match["sign"] is None:
        return Limit(factor=1.0)
    if match["sign"] == "*":
        return _multiple(given, place, match)
    if match["percent"]:
        hint = "write 0.01 for one point of the measure, or baseline * 0.99 for a hundredth of the baseline."
        raise RuleError(given, place, len(given), "a margin in percent may mean two things", hint=hint)
    number = float(match["number"])
    if isinstance(quantity, Measure) and number >= quantity.bounds[1] - quantity.bounds[0]:
        hint = f"one point of a hundred is written {match['sign']} 0.01."
        raise RuleError(given, place, len(given), f"no two values of {quantity} are so far apart", hint=hint)
    return Limit(factor=1.0, offset=_finite(given, place, -number if match["sign"] == "-" else number))


def _multiple(given: str, place: int, match: re.Match[str]) -> Limit:
    factor = _finite(given, place, float(match["number"]) / (100.0 if match["percent"] else 1.0))
    if factor == 0.0:
        raise RuleError(given, place, len(given), "the baseline times 0 is no limit", hint="baseline * 0.98, say.")
    return Limit(factor=factor)


def _number(given: str, place: int, match: re.Match[str], quantity: Measure | RunFigure) -> float:
    number = _finite(given, place, float(match["number"]))
    if isinstance(quantity, RunFigure):
        if match["percent"] or number < 0.0:
            raise RuleError(given, place, len(given), f"{quantity} is a number of at least 0", hint="no percent.")
        return number + 0.0
    number = (number / 100.0 if match["percent"] else number) + 0.0  # + 0.0 makes -0 a 0
    low, high = quantity.bounds
    if not low <= number <= high:
        is_percent = 1.0 < number <= 100.0
        hint = f"write {number:g}% or {number / 100.0:g}." if is_percent else "`assay measures` lists them."
        problem = f"{quantity} lies between {low:g} and {high:g}"
        raise RuleError(given, place, len(given), problem, hint=hint)
    return number


def _finite(given: str, place: int, number: float) -> float:
    if not math.isfinite(number):
        raise RuleError(given, place, len(given), "expected a finite number", hint="write it like 0.80 or 80%.")
    return number


def _hint(rest: str) -> str:
    if re.fullmatch(r"\d+,\d+", rest):
        return f"decimals have a point: {rest.replace(',', '.')}."
    word = re.match(r"[^\W\d]\w*", rest)
    if word and word[0] != "baseline" and get_close_matches(word[0].casefold(), ["baseline"], n=1):
        return "did you mean 'baseline'?"
    return "write 0.80, 80%, baseline, baseline - 0.01, baseline + 0.01 or baseline * 0.98."
