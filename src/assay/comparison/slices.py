"""Where a difference comes from: the same comparison within each group of queries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.comparison.correcting import adjusted
from assay.comparison.difference import Choices, Difference, difference_of
from assay.comparison.system import System
from assay.measures.measure import Measure
from assay.stats.sample import Clusters


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A comparison within one group of queries; p is adjusted for all groups of the field."""

    field: str
    group: str
    cases: int
    difference: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal:
    """Groups that say the contrary of the whole.

    Parameters
    ----------
    overall
        The comparison over all queries.
    field
        What the groups are by.
    against
        Groups in which the mean points the other way, the largest loss first.
    is_paradox
        Whether these are more than half of the groups, and the mean over groups, each counted once, points the other
        way too: a few large groups decide the whole. With both systems asked the same queries Simpson's paradox takes
        no other form.
    """

    overall: Difference
    field: str
    against: tuple[Slice, ...]
    is_paradox: bool


def slices_of(
    systems: Sequence[System],
    measures: Sequence[Measure],
    fields: Iterable[str],
    clusters: Clusters | None,
    choices: Choices,
) -> Iterator[Slice]:
    """Compare every pair of systems within every group of every field.

    Raises
    ------
    BadInputError
        No question has such a field.
    """
    for field in fields:
        groups = systems[0].groups(field)
        for a, b in pairs(systems):
            for measure in measures:
                found = _of_groups(groups, a, b, measure=measure, clusters=clusters, choices=choices)
                for group, difference in found.items():
                    yield Slice(field=field, group=group, cases=len(groups[group]), difference=difference)


def pairs(systems: Sequence[System]) -> Iterator[tuple[System, System]]:
    """Iterate over every pair of systems, the earlier one first."""
    for place, a in enumerate(systems):
        for b in systems[place + 1 :]:
            yield a, b


def reversals(overall: Iterable[Difference], slices: Sequence[Slice]) -> Iterator[Reversal]:
    """Find comparisons whose groups, or some of them, point the other way."""
    for whole in overall:
        if not whole.n or whole.difference == 0.0:
            continue
        sign = 1.0 if whole.difference > 0.0 else -1.0
        for field in dict.fromkeys(one.field for one in slices):
            groups = [one for one in slices if one.field == field and _is_of(one.difference, whole)]
            groups = [one for one in groups if one.difference.n]
            against = [one for one in groups if one.difference.difference * sign < 0.0]
            if against:
                unweighted = sum(one.difference.difference for one in groups) / len(groups)
                yield Reversal(
                    overall=whole,
                    field=field,
                    against=tuple(sorted(against, key=lambda one: one.difference.difference * sign)),
                    is_paradox=len(against) * 2 > len(groups) and unweighted * sign < 0.0,
                )


def _is_of(part: Difference, whole: Difference) -> bool:
    return (part.measure, part.a, part.b) == (whole.measure, whole.a, whole.b)


def _of_groups(
    groups: Mapping[str, Sequence[int]],
    a: System,
    b: System,
    *,
    measure: Measure,
    clusters: Clusters | None,
    choices: Choices,
) -> dict[str, Difference]:
    found = [
        difference_of(measure, _part(a, places), _part(b, places), _labels(clusters, places), choices)
        for places in groups.values()
    ]
    # Groups have no query in common, so there is nothing for max-T to know that Holm does not.
    known = replace(choices, correction="holm") if choices.correction == "max-t" else choices
    return dict(zip(groups, adjusted(found, (), None, known), strict=True))


def _part(system: System, places: Sequence[int]) -> System:
    return system.only([system.query_ids[place] for place in places])


def _labels(clusters: Clusters | None, places: Sequence[int]) -> Clusters | None:
    return None if clusters is None else [clusters[place] for place in places]
