"""The history of a store: its evaluations read, each held against the one before it."""

from collections.abc import Iterable, Mapping, Sequence

from assay.errors import BadInputError
from assay.history.course import Figure, Moment, line_of
from assay.history.drifting import changes_between, drift_of, shared_queries
from assay.history.result import History
from assay.history.saved_figures import SavedFigures, read_figures
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.stats.sample import require_share
from assay.store.entry import Entry
from assay.store.seam import Store

_SHOWN = ("nDCG", "R", "RR")


def history_of(
    store: Store,
    measures: Measure | str | Iterable[Measure | str] = (),
    *,
    golden: str | None = None,
    retriever: str | None = None,
    last: int | None = None,
    level: float = 0.95,
) -> History:
    """Say how figures moved from each saved evaluation to the next.

    An evaluation is held against the one before it of the same retriever, on the golden set of the same name: the
    difference of each question that both were asked, and the interval of the mean of these.

    Parameters
    ----------
    store
        What `assay.open_store` returned.
    measures
        By default nDCG, R and RR at the largest cutoff; one without a cutoff of its own is taken at the largest.
    golden, retriever
        Only evaluations on that golden set, of that retriever.
    last
        Only that many, the newest.
    level
        Of the intervals of differences.

    Returns
    -------
    History
        Nothing but its place for a store in which nothing is saved.

    Raises
    ------
    BadInputError
        Nothing is saved of that golden set or retriever, no evaluation has a measure, or a level is none.
    UnknownMeasureError
        No measure is called so.

    Examples
    --------
    >>> from assay.store.opening import open_store
    >>> history_of(open_store("sqlite:///absent.db")).moments
    ()
    """
    require_share("level", level)
    given = [measures] if isinstance(measures, Measure | str) else measures
    wanted = [parse(measure) if isinstance(measure, str) else measure for measure in given]
    kept = _kept(store, golden, retriever)
    shown = kept if last is None else kept[max(0, len(kept) - last) :]
    read = {entry.id: read_figures(store, entry) for entry in shown}
    chosen = _chosen(wanted, list(read.values()))
    pairs = [(entry, before) for entry, before in zip(kept, _before(kept), strict=True) if entry.id in read]
    earlier = {before.id: before for _, before in pairs if before is not None and before.id not in read}
    read |= {entry.id: read_figures(store, entry) for entry in earlier.values()}
    return History(
        place=store.place,
        measures=tuple(map(str, chosen)),
        moments=tuple(_moment(entry, before, read, chosen, level) for entry, before in pairs),
        level=level,
        n_older=len(kept) - len(shown),
    )


def _kept(store: Store, golden: str | None, retriever: str | None) -> list[Entry]:
    """Return the wanted entries, the oldest first."""
    everything = store.entries()
    found = [entry for entry in everything if golden in (None, entry.golden) and retriever in (None, entry.retriever)]
    if everything and not found:
        lines = sorted({f"{entry.retriever} on {entry.golden}" for entry in everything})
        raise BadInputError(
            f"no such evaluation is saved in {store.place}\nHint: there are {', '.join(lines[:10])}"
            + (f" and {len(lines) - 10} more." if len(lines) > 10 else ".")
        )
    return found[::-1]


def _before(entries: Sequence[Entry]) -> list[Entry | None]:
    newest: dict[tuple[str, str], Entry] = {}
    found: list[Entry | None] = []
    for entry in entries:
        found.append(newest.get(line_of(entry)))
        newest[line_of(entry)] = entry
    return found


def _chosen(wanted: Sequence[Measure], read: Sequence[SavedFigures]) -> list[Measure]:
    """Return the measures to show: those wanted, else the usual ones, at the largest cutoff of each evaluation."""
    known = list(dict.fromkeys(measure for figures in reversed(read) for measure in figures.system.measures))
    cutoffs = list(dict.fromkeys(max(figures.k) for figures in reversed(read) if figures.k))
    asked = wanted or [parse(name) for name in _SHOWN]
    found: dict[Measure, None] = {}
    for measure in asked:
        at = [measure @ k for k in cutoffs] if measure.takes_k and measure.k is None else []
        there = [one for one in [measure, *at] if one in known]
        if wanted and read and not there:
            raise BadInputError(f"{measure} was not measured\nHint: there are {', '.join(map(str, known))}.")
        found |= dict.fromkeys(there)
    return list(found)


def _moment(
    entry: Entry, before: Entry | None, read: Mapping[str, SavedFigures], measures: Sequence[Measure], level: float
) -> Moment:
    now, then = read[entry.id], None if before is None else read[before.id]
    shared = [] if then is None else shared_queries(then.system, now.system)
    changes = ("first",) if then is None else tuple(changes_between(then.system, now.system, len(shared)))
    figures: dict[str, Figure] = {}
    for measure in measures:
        mean = now.means.get(str(measure))
        if mean is not None:
            drift = None if then is None else drift_of(measure, then, now, shared=shared, changes=changes, level=level)
            figures[str(measure)] = Figure(**mean.model_dump(), drift=drift)
    return Moment(
        entry=entry,
        before=before,
        changes=changes,
        n_questions=len(now.system.query_ids),
        n_shared=len(shared),
        figures=figures,
    )
