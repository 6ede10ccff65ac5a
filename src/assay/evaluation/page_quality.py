"""The part of the report that says how good retrieval was: every measure at every cutoff."""

from collections.abc import Iterable
from dataclasses import replace

from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import ends
from assay.evaluation.settings import PER_K, measures_at
from assay.measures.measure import Measure
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording

_READINGS = ((0.995, "always"), (0.8, "mostly"), (0.5, "second"), (0.34, "third"), (0.2, "fifth"), (0.1, "tenth"))


def quality_section(evaluation: Measured, word: Wording) -> Section:
    """Build the tables of means, with a sentence on MRR and one on what the means leave out."""
    return Section(title=word("quality.title"), blocks=tuple(_blocks(evaluation, word)))


def rows_at_k(evaluation: Measured, word: Wording) -> list[tuple[str, list[Measure | None]]]:
    """Return a row a measure: its name, and itself at every cutoff of the evaluation at which it was measured."""
    k = evaluation.settings.k
    further = dict.fromkeys(replace(measure, k=None) for measure in _further(evaluation) if measure.k in k)
    named = [(_name(measure, word), measure) for measure in (*PER_K, *further)]
    return [
        (name, [at if (at := measure @ one) in evaluation.measures else None for one in k]) for name, measure in named
    ]


def _name(measure: Measure, word: Wording) -> str:
    usual = str(measure) == measure.symbol and f"measure.{measure.symbol}" in word
    return word(f"measure.{measure.symbol}") if usual else str(measure)


def _blocks(evaluation: Measured, word: Wording) -> Iterable[Block]:
    k = evaluation.settings.k
    largest = evaluation.mean(f"nDCG@{k[-1]}")
    yield _at_k(evaluation, word)
    yield from _beyond(evaluation, word)
    if not largest.scored:
        yield Paragraph(word("quality.nothing"), strong=True)
        return
    yield Paragraph(_mrr(evaluation, word))
    if evaluation.settings.undefined == "zero":
        yield Paragraph(word("quality.undefined_zero"))
    elif largest.scored + largest.failed < evaluation.n_asked:
        yield Paragraph(word("quality.undefined"))
    if largest.if_failed_worst is not None and largest.if_failed_best is not None:
        bounds = {"worst": word.number(largest.if_failed_worst), "best": word.number(largest.if_failed_best)}
        yield Paragraph(word("quality.failed", failed=largest.failed, measure=f"nDCG@{k[-1]}", **bounds))


def _mrr(evaluation: Measured, word: Wording) -> str:
    k, mrr = evaluation.settings.k[-1], evaluation.mrr
    value, found = word.number(mrr), evaluation.interval(f"RR@{k}")
    if found.is_known:
        value = word("certainty.named", value=value, level=word.percent(found.level), ends=ends(found, word))
    reading = next((name for least, name in _READINGS if mrr >= least), "never")
    return word("quality.mrr", k=k, value=value, reading=word(f"reading.{reading}"))


def _at_k(evaluation: Measured, word: Wording) -> Table:
    k = evaluation.settings.k
    rows = [_row(evaluation, name, measures, word) for name, measures in rows_at_k(evaluation, word)]
    heading = (word("quality.measure"), *(f"@{cutoff}" for cutoff in k), word("quality.scored"))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(k) + 2)))


def _row(evaluation: Measured, name: str, measures: list[Measure | None], word: Wording) -> tuple[str, ...]:
    means = [None if measure is None else evaluation.mean(measure) for measure in measures]
    counts = [f"{mean.scored}/{mean.asked}" for mean in means if mean is not None]
    return (name, *("" if mean is None else word.number(mean.mean) for mean in means), counts[-1])


def _beyond(evaluation: Measured, word: Wording) -> Iterable[Table]:
    """Show measures whose cutoff is none of the evaluation's in a table of their own, with their intervals."""
    beyond = [measure for measure in _further(evaluation) if measure.k not in evaluation.settings.k]
    means = [(measure, evaluation.mean(measure)) for measure in beyond]
    rows = [
        (str(measure), word.number(mean.mean), ends(evaluation.interval(measure), word), f"{mean.scored}/{mean.asked}")
        for measure, mean in means
    ]
    if rows:
        interval = word("certainty.interval", level=word.percent(evaluation.settings.level))
        heading = (word("quality.measure"), word("quality.mean"), interval, word("quality.scored"))
        yield Table(heading=heading, rows=tuple(rows), numeric=frozenset({1, 2, 3}))


def _further(evaluation: Measured) -> list[Measure]:
    """Return the measures that were asked for beyond the usual ones."""
    usual = measures_at(evaluation.settings.k)
    return [measure for measure in evaluation.measures if measure not in usual]
