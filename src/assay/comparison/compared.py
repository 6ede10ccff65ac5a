"""What a comparison found: the figures, without the forms they are written in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan

from assay.comparison.bands import OpenDifference, open_difference
from assay.comparison.changes import Change, changes_of
from assay.comparison.difference import Choices, Difference, Verdict
from assay.comparison.pairing import Remark
from assay.comparison.rankings import RunRankings
from assay.comparison.slices import Reversal, Slice, reversals
from assay.comparison.system import System
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.stats.letters import letter_display
from assay.stats.sample import Clusters


@dataclass(frozen=True, kw_only=True, eq=False)
class Compared:
    """Which system is better, and how sure that is.

    Parameters
    ----------
    systems
        Over the queries that all have, in one order.
    measures
        What was compared; the first one is the one that changes are shown by.
    choices
        How differences were judged.
    differences
        Of every measure and every pair of systems.
    slices
        The same within groups of queries.
    dropped
        Ids of queries that some system lacks.
    remarks
        What a reader should know.
    clusters
        The cluster of each query, None where every query stands alone.
    rankings
        Of the runs that were scored, by name; evaluations hold their own.
    """

    systems: tuple[System, ...]
    measures: tuple[Measure, ...]
    choices: Choices
    differences: tuple[Difference, ...]
    slices: tuple[Slice, ...] = ()
    dropped: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    clusters: Clusters | None = None
    rankings: Mapping[str, RunRankings] = field(default_factory=dict[str, RunRankings])

    def difference(
        self, measure: Measure | str | None = None, a: str | None = None, b: str | None = None
    ) -> Difference:
        """Return the comparison of two systems in a measure: by default the first measure, the first system, the next.

        Raises
        ------
        BadInputError
            It was not compared.
        """
        wanted = self.measures[0] if measure is None else parse(measure) if isinstance(measure, str) else measure
        for found in self.differences:
            if found.measure == wanted and a in (None, found.a) and b in (None, found.b):
                return found
        compared = ", ".join(dict.fromkeys(f"{one.measure} of {one.a} and {one.b}" for one in self.differences))
        raise BadInputError(f"{wanted} of {a or 'any'} and {b or 'any'} was not compared\nHint: there are {compared}.")

    def verdict(self, measure: Measure | str | None = None, a: str | None = None, b: str | None = None) -> Verdict:
        """Return what is to be said about b against a; see `difference`."""
        return self.difference(measure, a, b).verdict

    def changes(
        self,
        measure: Measure | str | None = None,
        a: str | None = None,
        b: str | None = None,
        *,
        with_rankings: int | None = None,
    ) -> list[Change]:
        """Return the queries on which two systems differ, the largest loss of b first; see `difference`.

        Of evaluations, each comes with both rankings. Runs are read again for these: `with_rankings` says for how many
        of the largest losses and gains; None and 0 leave them out.
        """
        found = self.difference(measure, a, b)
        named = {system.name: system for system in self.systems}
        changes = changes_of(found.measure, named[found.a], named[found.b])
        if not with_rankings or not self.rankings:
            return changes
        wanted = [*changes[:with_rankings], *changes[-with_rankings:]]
        read = {name: self.rankings[name].of({one.query_id for one in wanted}) for name in (found.a, found.b)}
        return [one.ranked(read[found.a].get(one.query_id), read[found.b].get(one.query_id)) for one in changes]

    def left_open(self, found: Difference) -> OpenDifference | None:
        """Return what unjudged hits leave open about a difference.

        None where it is not known: hits were told by evidence, figures are all that was saved, or the measure has no
        bounds (`assay.measures.bounds`).
        """
        named = {system.name: system for system in self.systems}
        a, b = named[found.a], named[found.b]
        if a.bands is None or b.bands is None:
            return None
        bands_a, bands_b = a.bands(found.measure), b.bands(found.measure)
        if bands_a is None or bands_b is None:
            return None
        return open_difference(bands_a, bands_b, a.by_query(found.measure), b.by_query(found.measure))

    def letters(self, measure: Measure | str | None = None) -> dict[str, str]:
        """Return the letters of every system, the best first: those that share one cannot be told apart."""
        wanted = self.difference(measure).measure
        place = {system.name: number for number, system in enumerate(self.systems)}
        apart = {
            (place[one.a], place[one.b])
            for one in self.differences
            if one.measure == wanted and one.verdict in ("better", "worse")
        }
        means = self.means(wanted)
        words = letter_display(list(means.values()), apart)
        named = dict(zip(means, words, strict=True))
        return {name: named[name] for name in sorted(means, key=lambda name: -means[name])}

    def means(self, measure: Measure) -> dict[str, float]:
        """Return the mean of a measure of every system, over the queries that all have."""
        return {system.name: measure.aggregate(system.row(measure)) for system in self.systems}

    @property
    def reversals(self) -> list[Reversal]:
        """Comparisons whose groups, or some of them, point the other way."""
        return list(reversals(self.differences, self.slices))

    def n_clusters(self, found: Difference) -> int | None:
        """Count the clusters of the queries on which both systems have a value; None where there are no clusters."""
        if self.clusters is None:
            return None
        a, b = (system.row(found.measure) for system in self.systems if system.name in (found.a, found.b))
        return len({label for label, value in zip(self.clusters, b - a, strict=True) if not isnan(value)})

    @property
    def n_common(self) -> int:
        """Count the queries that all systems have."""
        return len(self.systems[0].query_ids)
