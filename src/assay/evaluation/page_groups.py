"""The parts of the report that set groups of questions, or retrievers, beside each other."""

from collections.abc import Iterable, Mapping

from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import SLICE_MEASURES, capital, estimate, field_name, group_name, measure_name
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording
from assay.stats.sample import FEW


def side_by_side(others: Mapping[str, Measured], fields: Iterable[str], word: Wording) -> Section:
    """Show several retrievers on the same questions: all measures over all questions, recall in each group."""
    first = next(iter(others.values()))
    k = first.settings.k[-1]
    rows = [
        (measure_name(name, word), *(estimate(result, name, word) for result in others.values()))
        for name in (f"{symbol}@{k}" for symbol in SLICE_MEASURES)
    ]
    rows.append((word("side_by_side.median"), *(_median(result, word) for result in others.values())))
    whole = _beside(word("quality.measure"), others, rows)
    parts = [_groups(others, field, f"R@{k}", word) for field in fields]
    caution = Paragraph(word("side_by_side.overlap"))
    return Section(title=word("side_by_side.title"), blocks=(whole, *([caution] if len(others) > 1 else []), *parts))


def breakdown(evaluation: Measured, field: str, word: Wording) -> Section:
    """Show the measures in each group of a field."""
    k, groups = evaluation.settings.k[-1], evaluation.by(field)
    measures = [f"{symbol}@{k}" for symbol in SLICE_MEASURES]
    rows = [
        (group_name(group, word), str(len(part.golden)), *(estimate(part, name, word) for name in measures))
        for group, part in groups.items()
    ]
    names = (word(f"measure.{symbol}") for symbol in SLICE_MEASURES)
    heading = (capital(field_name(field, word)), word("by.cases"), *names)
    table = Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(heading))))
    title = word("by.title", field=field_name(field, word), k=k)
    return Section(title=title, blocks=(table, *_cautions(groups, measures, word)))


def _cautions(groups: Mapping[str, Measured], measures: Iterable[str], word: Wording) -> Iterable[Block]:
    """Name the groups that are too small to tell anything, and say why an interval is missing."""
    found = {group: [part.interval(name) for name in measures] for group, part in groups.items()}
    few = [group_name(group, word) for group, intervals in found.items() if 0 < intervals[0].n < FEW]
    if few:
        yield Paragraph(word("by.few", least=FEW, groups=", ".join(few)))
    if any(one.n and not one.is_known for intervals in found.values() for one in intervals):
        yield Paragraph(word("by.unknown"))


def _groups(others: Mapping[str, Measured], field: str, measure: str, word: Wording) -> Table:
    """Show one measure of every retriever in each group of a field."""
    parts = {name: result.by(field) for name, result in others.items()}
    rows = [
        (group_name(group, word), *(estimate(part[group], measure, word) for part in parts.values()))
        for group in next(iter(parts.values()))
    ]
    return _beside(f"{capital(field_name(field, word))}, {measure_name(measure, word)}", others, rows)


def _beside(corner: str, others: Mapping[str, Measured], rows: Iterable[tuple[str, ...]]) -> Table:
    return Table(heading=(corner, *others), rows=tuple(rows), numeric=frozenset(range(1, len(others) + 1)))


def _median(evaluation: Measured, word: Wording) -> str:
    return "–" if evaluation.latency_s is None else word.seconds(evaluation.latency_s.p50)
