"""The verb: how many cases a comparison takes, what n cases can show, and how often."""

from collections.abc import Sequence
from dataclasses import dataclass

from assay.comparison.naming import named
from assay.comparison.pilot import pilot_of
from assay.comparison.planned import Cases, Planned, Reach
from assay.comparison.planning_document import document_of
from assay.comparison.planning_page import answer_of, page_of
from assay.comparison.reading import systems_of
from assay.comparison.stated import effect_of, require_certainty, require_one_source, require_size, stated_spread
from assay.data.clusters import SOURCE
from assay.measures.measure import Measure
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.stats.designs import Design, DifferenceOfMeans, DifferenceOfShares, MarginOfMeans, MarginOfShares
from assay.stats.sample import Alternative

SIZES = (0.01, 0.02, 0.03, 0.05, 0.1)
NUMBERS = (50, 100, 200, 500, 1000)


@dataclass(frozen=True, kw_only=True)
class Plan(Planned):
    """How many cases a comparison takes; its figures are those of `Planned`."""

    def sentence(self, *, language: Language = "en") -> str:
        """Return the answer in words, in English, Chinese, Spanish or Russian."""
        return answer_of(self, language=language)

    def to_json(self) -> str:
        """Write the plan as JSON, in the shape of ``docs/schema/power.schema.json``."""
        return document_of(self).to_json()

    def to_markdown(self, *, language: Language = "en") -> str:
        """Write the plan as Markdown: the answer, tables, and what was assumed."""
        return to_markdown(page_of(self, language=language))

    def __repr__(self) -> str:
        return f"<Plan: {self.sentence()}>"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def power(
    a: object = None,
    b: object = None,
    *,
    measure: Measure | str = "nDCG@10",
    difference: float | None = None,
    margin: float | None = None,
    n: int | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    spread: float | None = None,
    gain: float | None = None,
    loss: float | None = None,
    correlation: float = 0.5,
    cluster: str | None = SOURCE,
    cluster_size: float | None = None,
    icc: float | None = None,
) -> Plan:
    r"""Say how many cases a comparison takes, what n cases can show, and how often.

    Parameters
    ----------
    a, b
        A pilot: two systems, one, or scores of two runs; each an evaluation, scores, or the path of a saved one. From
        two the spread of their paired differences is taken; from one, :math:`s \sqrt{2 (1 - r)}`.
    measure
        Of the pilot.
    difference
        That is to be found, B less A. With a margin: the true difference, 0 unless stated.
    margin
        Instead of a difference: B is to be shown worse by less than this.
    n
        Cases there are; the pilot's unless stated.
    power
        How often it is to be shown, in (0, 1).
    alpha
        Chance of a false verdict, in (0, 1).
    alternative
        ``"two-sided"``; ``"greater"``: only that B is better; ``"less"``. A margin has one side only.
    spread
        Without a pilot: the standard deviation of paired differences.
    gain, loss
        Without a pilot, for 0/1 measures: shares of cases that only B, and only A, has right. Their difference is what
        is to be found unless another is stated.
    correlation
        Assumed between the values of two systems where the pilot is one, in [0, 1).
    cluster
        The field by which the pilot's cases are not independent; None takes each by itself. Numbers of cases are
        multiplied by n over the effective number.
    cluster_size, icc
        Instead: cases a cluster, and their intraclass correlation; see `design_effect_of`.

    Returns
    -------
    Plan
        For 0/1 measures by the exact test, else by the paired t-test; from a pilot with its 95% interval.

    Raises
    ------
    BadFileError, BadInputError
        A pilot that cannot be read or does not vary; a figure out of its range; none or two sources of the spread.

    Examples
    --------
    >>> plan = power(spread=0.3, difference=0.03, n=200)
    >>> plan.cases.needed, round(plan.reach.power, 3)
    (787, 0.291)
    >>> power(gain=0.07, loss=0.02).cases.needed
    303
    """
    require_certainty(power, alpha, alternative, n)
    pilots = [given for given in (a, b) if given is not None]
    systems = named([system for given in pilots for system in systems_of(given)], None, pilots)
    require_one_source(len(systems), spread, gain, loss)
    pilot = pilot_of(systems, measure, correlation=correlation, cluster=cluster) if systems else None
    wanted = gain - loss if difference is None and gain is not None and loss is not None else difference
    true = None if margin is None else wanted or 0.0
    size = wanted if margin is None else margin
    given = pilot.spread if pilot is not None else stated_spread(spread, gain, loss)
    require_size(size, true, alternative, alpha)
    is_binary = spread is None if pilot is None else pilot.is_binary
    effect = effect_of(pilot, cluster_size, icc)
    designs = [
        _design(value, true, is_binary=is_binary, alpha=alpha, alternative=alternative, effect=effect)
        for value in ([given.value] if pilot is None else [given.value, given.low, given.high])
    ]
    direction = -1.0 if margin is None and alternative == "less" else 1.0
    sizes = [direction * one for one in SIZES if true is None or true + one > 0.0]
    asked = n if n is not None or pilot is None else pilot.n
    return Plan(
        question="difference" if margin is None else "margin",
        is_binary=is_binary,
        spread=given,
        difference=true,
        size=size,
        power=power,
        alpha=alpha,
        alternative=alternative,
        design_effect=effect,
        cluster_size=cluster_size,
        icc=icc,
        pilot=pilot,
        cases=None if size is None else _cases(designs, size, power),
        reach=None if asked is None else _reach(designs[0], asked, size, power),
        by_size=tuple(_cases(designs, one, power) for one in sizes),
        by_n=tuple(_reach(designs[0], one, size, power) for one in NUMBERS),
    )


def _design(
    spread: float, true: float | None, *, is_binary: bool, alpha: float, alternative: Alternative, effect: float
) -> Design:
    if true is None and is_binary:
        return DifferenceOfShares(disagreement=spread, alpha=alpha, alternative=alternative, design_effect=effect)
    if true is None:
        return DifferenceOfMeans(spread=spread, alpha=alpha, alternative=alternative, design_effect=effect)
    if is_binary:
        return MarginOfShares(disagreement=spread, difference=true, alpha=alpha, design_effect=effect)
    return MarginOfMeans(spread=spread, difference=true, alpha=alpha, design_effect=effect)


def _cases(designs: Sequence[Design], size: float, power: float) -> Cases:
    needed, *ends = (design.cases_needed(size, power) for design in designs)
    return Cases(size=size, needed=needed, low=ends[0] if ends else None, high=ends[1] if ends else None)


def _reach(design: Design, n: int, size: float | None, power: float) -> Reach:
    found = None if size is None else design.power_at(n, size)
    return Reach(n=n, detectable=design.detectable(n, power), power=found)
