"""Where tools disagree: the presets, each a set of named choices, and why its figures differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.rankings.judged_run import Duplicates, Negatives

ConventionName = Literal["assay", "trec_eval", "tutorial", "sklearn", "ragas"]
Undefined = Literal["skip", "zero", "error"]
Ties = Literal["trec", "expected"]
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "undefined": get_args(Undefined),
    "negatives": get_args(Negatives),
    "duplicates": get_args(Duplicates),
    "ties": get_args(Ties),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """A set of choices under one name.

    Parameters
    ----------
    name
        What reports call it.
    undefined
        What a query for which a measure is undefined does to its aggregate.
    negatives
        What a grade below 0 says.
    duplicates
        What a document does that stands twice in one ranking.
    ties
        ``"trec"``: equal scores by document id descending; ``"expected"``: the mean over all orders of equal scores.
    parameters
        By the symbol of a measure, the parameters it has here unless it is given others. (A measure is a value: one
        that is given its default is the same as one that is given nothing.)
    reasons
        By the symbol of a measure, what those parameters do, in a sentence.
    """

    name: ConventionName
    undefined: Undefined = "skip"
    negatives: Negatives = "judged"
    duplicates: Duplicates = "keep"
    ties: Ties = "trec"
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        for choice, known in _CHOICES.items():
            if (given := getattr(self, choice)) not in known:
                raise BadInputError(f"{choice} is one of {', '.join(map(repr, known))}, got {given!r:.60}")

    def apply(self, measures: Iterable[Measure]) -> tuple[Measure, ...]:
        """Return the measures with this convention's parameters, where they have their defaults; each of them once."""
        return tuple(dict.fromkeys(self._applied(measure) for measure in measures))

    def _applied(self, measure: Measure) -> Measure:
        own = self.parameters.get(measure.symbol, {})
        plain = type(measure)()
        changed = {name: value for name, value in own.items() if getattr(measure, name) == getattr(plain, name)}
        return measure(**changed) if changed else measure


_RETRIEVED_DEPTH = "divides by min(k, hits retrieved), so a short list is not punished"
_RETRIEVED_NORM = "divides by the relevant hits found, so it cannot see what was missed"
_RETRIEVED_IDEAL = "takes the best order of the retrieved hits for the ideal, so it cannot see what was missed"

CONVENTIONS: Mapping[ConventionName, Convention] = {
    "assay": Convention(name="assay"),
    "trec_eval": Convention(name="trec_eval", undefined="zero", negatives="pooled"),
    "tutorial": Convention(
        name="tutorial",
        undefined="zero",
        parameters={
            "P": {"depth": "retrieved"},
            "F1": {"depth": "retrieved"},
            "AP": {"norm": "retrieved"},
            "nDCG": {"ideal": "retrieved"},
        },
        reasons={
            "P": _RETRIEVED_DEPTH,
            "F1": _RETRIEVED_DEPTH,
            "AP": _RETRIEVED_NORM,
            "nDCG": _RETRIEVED_IDEAL,
        },
    ),
    "sklearn": Convention(name="sklearn", undefined="zero", duplicates="drop", ties="expected"),
    "ragas": Convention(
        name="ragas",
        duplicates="drop",
        parameters={"P": {"depth": "retrieved"}, "F1": {"depth": "retrieved"}, "AP": {"norm": "retrieved"}},
        reasons={"P": _RETRIEVED_DEPTH, "F1": _RETRIEVED_DEPTH, "AP": _RETRIEVED_NORM},
    ),
}


def convention_of(given: str | Convention) -> Convention:
    """Return a convention by name.

    Raises
    ------
    BadInputError
        There is none of that name.
    """
    if isinstance(given, Convention):
        return given
    for name, convention in CONVENTIONS.items():
        if name == given:
            return convention
    raise BadInputError(f"a convention is one of {', '.join(get_args(ConventionName))}, got {given!r:.60}")
