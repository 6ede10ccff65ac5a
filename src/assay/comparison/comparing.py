"""The verb: hold systems against each other, query by query."""

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from assay.comparison.correcting import adjusted
from assay.comparison.difference import Choices, Correction, Difference, difference_of
from assay.comparison.naming import named
from assay.comparison.pairing import Remark, paired
from assay.comparison.rankings import RunRankings
from assay.comparison.reading import systems_of
from assay.comparison.result import Comparison
from assay.comparison.slices import pairs, slices_of
from assay.comparison.system import System
from assay.data.case import BREAKDOWNS
from assay.data.clusters import SOURCE
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.scores.result import Scores
from assay.scores.scoring import DEFAULT_MEASURES, measures_of, score
from assay.stats.sample import require_share

MeasureLike = Measure | str
_USUAL = ("nDCG", "R", "RR")


def compare(
    a: object,
    b: object,
    *more: object,
    qrels: object = None,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    level: float = 0.95,
    power: float = 0.8,
    correction: Correction = "holm",
    cluster: str | None = SOURCE,
    by: str | Iterable[str] | None = None,
    names: Sequence[str] | None = None,
    seed: int = 0,
) -> Comparison:
    """Compare two systems or more: whether b is better than a, or could be so by chance.

    Parameters
    ----------
    a, b, more
        Evaluations, `assay.Scores`, or paths of saved ones (a JSON file, or a folder that holds ``report.json``). With
        `qrels`, runs: paths, mappings of query to {document: score}, or whatever `assay.score` takes.
    qrels
        Judgements that runs are scored by.
    measures
        Measures to compare, one or many. By default nDCG, R and RR, each at the largest cutoff that all systems have;
        for runs, those that `assay.score` computes unasked.
    margin
        How much worse b may be, in the measures' unit, to be called *no worse* where it is not shown to be better.
    alpha
        How often a difference that is none may be called one, over all comparisons together.
    level
        Of the intervals.
    power
        For which chance of finding a difference numbers of cases are told.
    correction
        For many comparisons: ``"holm"``, ``"benjamini-hochberg"``, ``"max-t"`` or ``"none"``; see
        `assay.comparison.correcting.adjusted`.
    cluster
        Field whose value dependent cases share, by default what a case was made from; None takes each by itself.
    by
        Fields to look for slices by; None takes category and language where cases have them.
    names
        What to call the systems.
    seed
        Of resamples and flips: the same seed gives the same figures.

    Returns
    -------
    Comparison
        Over the queries that all systems have.

    Raises
    ------
    BadFileError, BadInputError
        What cannot be read; figures by different rules; no query in common; a measure that some system lacks, or by
        which nothing can be better.

    Notes
    -----
    The verdict stands on the paired randomisation test, exact where at most 20 queries differ.

    Examples
    --------
    >>> qrels = {f"q{n}": {"d": 1} for n in range(8)}
    >>> first = {f"q{n}": {"x": 2.0, "d": 1.0} for n in range(8)}
    >>> second = {f"q{n}": {"d": 2.0, "x": 1.0} for n in range(8)}
    >>> found = compare(first, second, qrels=qrels, measures="RR", names=["old", "new"])
    >>> found.verdict("RR"), found.difference("RR").p
    ('better', 0.0078125)
    """
    choices = _checked(
        Choices(level=level, alpha=alpha, power=power, margin=margin, correction=correction, cluster=cluster, seed=seed)
    )
    given = [a, b, *more]
    scores = None if qrels is None else score(qrels, given, DEFAULT_MEASURES if measures is None else measures)
    whole = named(_systems(given) if scores is None else systems_of(scores), names, given)
    wanted = _wanted(whole, measures)
    common = paired(whole)
    systems = common.systems
    clusters = systems[0].clusters(cluster)
    found = [
        difference_of(measure, one, other, clusters, choices) for measure in wanted for one, other in pairs(systems)
    ]
    judged = adjusted(found, systems, clusters, choices)
    fields = [by] if isinstance(by, str) else _fields(systems[0]) if by is None else list(by)
    return Comparison(
        systems=systems,
        measures=wanted,
        choices=choices,
        differences=tuple(judged),
        slices=tuple(slices_of(systems, wanted, fields, clusters, choices)),
        dropped=common.dropped,
        remarks=(*common.remarks, *_own_means(whole, judged)),
        clusters=clusters,
        rankings=_rankings(whole, given, scores),
    )


def _checked(choices: Choices) -> Choices:
    for name in ("level", "alpha", "power"):
        require_share(name, getattr(choices, name))
    if choices.correction not in get_args(Correction):
        known = ", ".join(get_args(Correction))
        raise BadInputError(f"a correction is one of {known}, got {choices.correction!r:.60}")
    if choices.margin is not None and not choices.margin >= 0.0:
        raise BadInputError(f"a margin is at least 0, got {choices.margin!r:.60}")
    return choices


def _systems(given: Iterable[object]) -> list[System]:
    return [system for one in given for system in systems_of(one)]


def _rankings(systems: Sequence[System], runs: Sequence[object], scores: Scores | None) -> dict[str, RunRankings]:
    if scores is None:
        return {}
    return {system.name: RunRankings(run=run, qrels=scores.qrels) for system, run in zip(systems, runs, strict=True)}


def _wanted(systems: Sequence[System], measures: MeasureLike | Iterable[MeasureLike] | None) -> tuple[Measure, ...]:
    if measures is not None:
        return measures_of(measures)
    common = [one for one in systems[0].measures if all(one in system.measures for system in systems[1:])]
    usual = [max(_of_symbol(common, symbol), key=lambda one: one.k or 0, default=None) for symbol in _USUAL]
    found = tuple(one for one in usual if one is not None)
    rest = tuple(one for one in common if one.higher_is_better and one.is_averaged)
    if not found and not rest:
        raise BadInputError("the systems have no measure in common\nHint: measure both in the same way.")
    return found or rest


def _of_symbol(measures: Iterable[Measure], symbol: str) -> list[Measure]:
    """Return the measures of a symbol that differ from its default in nothing but the cutoff."""
    return [one for one in measures if one.symbol == symbol and "(" not in str(one)]


def _fields(system: System) -> list[str]:
    known = system.fields()
    return [name for name in BREAKDOWNS if name in known]


def _own_means(systems: Sequence[System], found: Iterable[Difference]) -> Iterator[Remark]:
    """Tell of means over each system's own queries that point the other way than those over common ones."""
    known = {system.name: system for system in systems}
    for one in found:
        own = [one.measure.aggregate(known[name].row(one.measure)) for name in (one.a, one.b)]
        if (own[1] - own[0]) * one.difference < 0.0:
            facts = {"measure": str(one.measure), "a": one.a, "b": one.b, "own_a": own[0], "own_b": own[1]}
            yield Remark(code="own_means", facts=facts)
