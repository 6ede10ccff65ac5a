"""What moved between two evaluations of one retriever: on the questions both were asked, and nothing else."""

from collections.abc import Iterator

from assay.comparison.system import System
from assay.data.clusters import SOURCE
from assay.history.course import UNCOMPARABLE, Change
from assay.history.saved_figures import SavedFigures
from assay.measures.measure import Measure
from assay.stats.intervals import Interval, difference_interval


def shared_queries(before: System, after: System) -> list[str]:
    """Return the ids of the questions that both were asked, in the order of the later one.

    Where the golden sets are not known to be the same, a question is the same only with the same text and labels.
    """
    earlier = {query_id: place for place, query_id in enumerate(before.query_ids)}
    both = [(place, earlier[query_id]) for place, query_id in enumerate(after.query_ids) if query_id in earlier]
    if not is_same_golden(before, after):
        both = [(now, then) for now, then in both if _is_same_question(before, then, after, now)]
    return [after.query_ids[now] for now, _ in both]


def is_same_golden(before: System, after: System) -> bool:
    """Whether both are known to have been made on the same cases."""
    return before.origin.golden_sha256 is not None and before.origin.golden_sha256 == after.origin.golden_sha256


def changes_between(before: System, after: System, n_shared: int) -> Iterator[Change]:
    """Iterate over what is not as it was; a hash that one of them lacks says nothing."""
    then, now = before.origin, after.origin
    if not is_same_golden(before, after):
        yield "golden"
    if not n_shared:
        yield "no_shared"
    if None not in (then.corpus_sha256, now.corpus_sha256) and then.corpus_sha256 != now.corpus_sha256:
        yield "corpus"
    if then.parameters != now.parameters:
        yield "parameters"
    if then.convention != now.convention:
        yield "convention"
    if then.rel != now.rel:
        yield "rel"
    if then.unit != now.unit:
        yield "unit"
    if then.undefined != now.undefined:
        yield "undefined"


def drift_of(
    measure: Measure,
    before: SavedFigures,
    after: SavedFigures,
    *,
    shared: list[str],
    changes: tuple[Change, ...],
    level: float,
) -> Interval | None:
    """Return the interval of the mean difference of a measure; None where the two cannot be compared by it.

    Parameters
    ----------
    shared, changes
        What `shared_queries` and `changes_between` found.

    Notes
    -----
    A question without a value on either side is left out. Questions that share their source are drawn together, by the
    field the later evaluation was clustered by.
    """
    sides = (before.system, after.system)
    if UNCOMPARABLE.intersection(changes) or not measure.is_averaged:
        return None
    if any(measure not in side.measures for side in sides):
        return None
    then, now = (side.only(shared) for side in sides)
    field = after.cluster if after.cluster in (SOURCE, *now.fields()) else None
    return difference_interval(now.row(measure) - then.row(measure), level=level, cluster=now.clusters(field))


def _is_same_question(before: System, then: int, after: System, now: int) -> bool:
    if before.questions is None or after.questions is None:
        return False
    earlier, later = before.questions[then], after.questions[now]
    return earlier.query == later.query and earlier.labels == later.labels
