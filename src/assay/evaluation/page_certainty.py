"""The part of the report that says how sure its figures are."""

from collections.abc import Iterable

from assay.data.clusters import SOURCE
from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import ends, field_name, shortened
from assay.evaluation.page_quality import rows_at_k
from assay.measures.judged_hits import Floats
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording
from assay.stats.sample import FEW, Sample, sample_of, why_unknown


def certainty_section(evaluation: Measured, word: Wording) -> Iterable[Section]:
    """Build the intervals of the means, what they mean and what they stand on; nothing where nothing was scored."""
    main = parse(f"nDCG@{evaluation.settings.k[-1]}")
    sample = _sample(evaluation, main)
    if sample.n:
        level = word.percent(evaluation.settings.level)
        meaning = Paragraph(word("certainty.meaning", level=level))
        blocks = (*_few(sample, word), _table(evaluation, word), meaning, *_clusters(evaluation, main, sample, word))
        yield Section(title=word("certainty.title", level=level), blocks=(*blocks, *_unknown(evaluation, word)))


def _table(evaluation: Measured, word: Wording) -> Table:
    """Show each interval where the table of means has its mean."""
    rows = [
        (name, *("" if measure is None else ends(evaluation.interval(measure), word) for measure in measures))
        for name, measures in rows_at_k(evaluation, word)
    ]
    heading = (word("quality.measure"), *(f"@{cutoff}" for cutoff in evaluation.settings.k))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(heading))))


def _few(sample: Sample, word: Wording) -> Iterable[Block]:
    """Say in words that a handful of questions, or of clusters, tells next to nothing."""
    if sample.n < FEW:
        yield Paragraph(word("certainty.few", n=sample.n), strong=True)
    elif sample.n_units < FEW:
        yield Paragraph(word("certainty.few_clusters", n=sample.n, clusters=sample.n_units), strong=True)


def _clusters(evaluation: Measured, main: Measure, sample: Sample, word: Wording) -> Iterable[Block]:
    """Say how many clusters the questions come in, and as how many independent ones they tell."""
    field = evaluation.settings.cluster
    if sample.is_clustered and field is not None:
        effective = word.number(evaluation.interval(main).effective_n, 0)
        facts = {"n": sample.n, "clusters": sample.n_units, "measure": main, "effective": effective}
        if field == SOURCE:
            yield Paragraph(word("certainty.sources", **facts))
        else:
            yield Paragraph(word("certainty.clusters", field=field_name(field, word), **facts))


def _unknown(evaluation: Measured, word: Wording) -> Iterable[Block]:
    """Say why there is no interval where there is none."""
    reasons: dict[str, list[str]] = {}
    for measure in evaluation.measures:
        found = evaluation.interval(measure)
        if found.n and not found.is_known:
            reason = why_unknown(_values(evaluation, measure)) if measure.is_averaged else "no_mean"
            reasons.setdefault(reason, []).append(str(measure))
    for reason, measures in reasons.items():
        yield Paragraph(word(f"certainty.{reason}", measures=shortened(measures)))


def _sample(evaluation: Measured, measure: Measure) -> Sample:
    return sample_of(_values(evaluation, measure), evaluation.clusters)


def _values(evaluation: Measured, measure: Measure) -> Floats:
    return evaluation.values[evaluation.measures.index(measure)]
