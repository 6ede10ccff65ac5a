"""The part of the report on hits that nobody judged: how far they leave the figures open."""

from collections.abc import Iterator

from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import ends
from assay.evaluation.unjudged import Unjudged, all_unjudged, knows_irrelevant
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording

LOW_JUDGED = 0.8  # share of judged hits below which measures that pass over unjudged ones suit better
_SHOWN = ("nDCG", "R", "P", "HitRate", "RR", "AP")


def unjudged_section(evaluation: Measured, word: Wording) -> Iterator[Section]:
    """Show each main figure with both its intervals; nothing where every hit is judged, or evidence told the hits."""
    k = evaluation.settings.k[-1]
    measures = [one for symbol in _SHOWN if (one := parse(f"{symbol}@{k}")) in evaluation.measures]
    found = all_unjudged(evaluation, measures)
    shares = [one.judged for one in found.values()]
    if shares and min(shares) < 1.0 and evaluation.mean(measures[0]).scored:
        title = word("unjudged.title")
        yield Section(title=title, blocks=tuple(_blocks(evaluation, found, k, min(shares), word)))


def _blocks(
    evaluation: Measured, found: dict[Measure, Unjudged], k: int, share: float, word: Wording
) -> Iterator[Block]:
    percent = word.percent(round(share, 2))
    has_irrelevant = knows_irrelevant(evaluation)
    yield Paragraph(word("unjudged.share" if has_irrelevant else "unjudged.only_relevant", judged=percent, k=k))
    yield _table(evaluation, found, word)
    if share < LOW_JUDGED:
        yield Paragraph(word("unjudged.estimators" if has_irrelevant else "unjudged.pool"))


def _table(evaluation: Measured, found: dict[Measure, Unjudged], word: Wording) -> Table:
    level = word.percent(evaluation.settings.level)
    heading = (
        word("quality.measure"),
        word("quality.mean"),
        word("certainty.interval", level=level),
        word("unjudged.band"),
    )
    rows = [
        (
            str(measure),
            word.number(evaluation.mean(measure).mean, 2),
            ends(evaluation.interval(measure), word),
            f"{word.number(one.mean.low, 2)}–{word.number(one.mean.high, 2)}",
        )
        for measure, one in found.items()
        if one.mean is not None
    ]
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset({1, 2, 3}))
