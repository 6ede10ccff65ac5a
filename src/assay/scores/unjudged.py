"""What nobody has judged, as a section of the page of scores."""

from collections.abc import Iterator

from assay.report.page import Paragraph, Section
from assay.report.table import Table
from assay.scores.bands import LOW_JUDGED, Band, band_of
from assay.scores.figures import written
from assay.scores.result import RunScores, Scores

Row = tuple[RunScores, int, Band]


def unjudged_section(scores: Scores) -> Section:
    """Return the figures with their bounds over unjudged hits, and which measures suit few judgements.

    Raises
    ------
    BadInputError
        As `Scores.hole_bounds`.
    """
    rows = [(run, row, band_of(scores, run, row)) for run in scores.runs for row in range(len(scores.measures))]
    said = tuple(Paragraph(text) for text in _said(scores, rows))
    return Section(title="What nobody has judged", blocks=(_table(scores, rows), *said))


def _table(scores: Scores, rows: list[Row]) -> Table:
    several = len(scores.runs) > 1
    heading = (*(("run",) if several else ()), "measure", "figure", "judged", "at worst", "at best")
    cells = [(*((run.name,) if several else ()), *_cells(scores, run, row, band)) for run, row, band in rows]
    return Table(heading=heading, rows=tuple(cells), numeric=frozenset(range(len(heading) - 4, len(heading))))


def _cells(scores: Scores, run: RunScores, row: int, band: Band) -> tuple[str, ...]:
    measure = scores.measures[row]
    ends = ("–" if end is None else written(measure, end) for end in (band.low, band.high))
    share = "–" if band.judged != band.judged else f"{band.judged:.1%}"
    return (str(measure), written(measure, scores.aggregate(run, row)), share, *ends)


def _said(scores: Scores, rows: list[Row]) -> Iterator[str]:
    if not any(_has_holes(run) for run in scores.runs):
        yield "Somebody judged every hit of the rankings, so nothing is left open."
        return
    yield (
        "Hits that nobody judged count as not relevant. Whatever they are worth, the figure lies between the last two "
        "columns; judged is the share of the hits within the cutoff that somebody judged. A hit below the cutoff, were "
        "it relevant, would be one more to find, which can lower recall, F, AP and nDCG."
    )
    if unknown := list(dict.fromkeys(str(scores.measures[row]) for _, row, band in rows if band.low is None)):
        yield f"Bounds are not known for {', '.join(unknown)}."
    low: dict[str, list[str]] = {}
    for run, row, band in rows:
        if band.judged < LOW_JUDGED:
            low.setdefault(str(scores.measures[row]), []).append(run.name)
    if low:
        where = "; ".join(f"{measure} of {', '.join(names)}" for measure, names in low.items())
        yield f"Less than {LOW_JUDGED:.0%} is judged of what these look at: {where}. {_advice(scores)}"


def _has_holes(run: RunScores) -> bool:
    hits = run.judged.judged
    return int(hits.n_retrieved.sum()) > len(hits.query)


def _advice(scores: Scores) -> str:
    """Say what suits few judgements; without any of irrelevant documents, what passes over unjudged hits is perfect."""
    if any(bool((run.judged.judged.pool_grade < scores.policy.rel).any()) for run in scores.runs):
        return (
            "Measures that pass over unjudged hits suit such judgements better, as bpref and infAP do, or any measure "
            "on condensed lists (--judged-only)."
        )
    return (
        "No document is judged irrelevant, so measures that pass over unjudged hits would tell nothing; have more hits "
        "judged (assay golden pool)."
    )
