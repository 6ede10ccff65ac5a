"""The tables of a comparison: systems, differences, slices, further tests."""

from collections.abc import Iterator

from assay.comparison.compared import Compared
from assay.comparison.difference import Difference
from assay.comparison.sentences import field_text, group_text, interval_cell, p_text, percent, signed, verdict_text
from assay.measures.measure import Measure
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording


def systems_section(compared: Compared, word: Wording) -> Iterator[Section]:
    """Show means with letters where there are more than two systems, the best by the first measure on top."""
    if len(compared.systems) < 3:
        return
    cells = {measure: (compared.means(measure), compared.letters(measure)) for measure in compared.measures}
    rows = [
        (name, *(f"{word.number(means[name])} {letters[name]}" for means, letters in cells.values()))
        for name in compared.letters()
    ]
    heading = (word("systems.system"), *map(str, compared.measures))
    table = Table(heading=heading, rows=tuple(rows))
    yield Section(title=word("systems.title"), blocks=(table, Paragraph(word("systems.explained"))))


def difference_tables(compared: Compared, word: Wording) -> Iterator[Block]:
    """Show every difference: of two systems in one table, of more a table for each measure."""
    if len(compared.systems) == 2:
        yield _of_pair(compared, word)
        return
    for measure in compared.measures:
        yield _of_measure(compared, measure, word)
    yield Paragraph(word("differences.several"))


def _of_pair(compared: Compared, word: Wording) -> Table:
    """Return one row a measure, the two systems as columns."""
    a, b = (system.name for system in compared.systems)
    rows = [
        (str(one.measure), word.number(one.mean_a), word.number(one.mean_b), *_figures(one, word))
        for one in compared.differences
    ]
    heading = (word("differences.measure"), a, b, *_heading(compared, word))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, 6)))


def _of_measure(compared: Compared, measure: Measure, word: Wording) -> Table:
    """Return one row a pair of systems."""
    found = [one for one in compared.differences if one.measure == measure]
    rows = [(f"{one.a} → {one.b}", *_figures(one, word)) for one in found]
    return Table(heading=(str(measure), *_heading(compared, word)), rows=tuple(rows), numeric=frozenset(range(1, 4)))


def _heading(compared: Compared, word: Wording) -> tuple[str, ...]:
    interval = word("differences.interval", level=percent(compared.choices.level))
    return word("differences.difference"), interval, word("differences.p"), word("differences.verdict")


def _figures(found: Difference, word: Wording) -> tuple[str, ...]:
    return (
        signed(found.difference, word),
        interval_cell(found, word),
        p_text(found.p_adjusted, word),
        verdict_text(found, word),
    )


def slice_tables(compared: Compared, field: str, measure: Measure, word: Wording) -> Iterator[Table]:
    """Show a measure within each group of a field, a table for each pair of systems."""
    chosen = [one for one in compared.slices if one.field == field and one.difference.measure == measure]
    for a, b in dict.fromkeys((one.difference.a, one.difference.b) for one in chosen):
        rows = [
            (
                group_text(one.group, word),
                str(one.cases),
                word.number(one.difference.mean_a),
                word.number(one.difference.mean_b),
                *_figures(one.difference, word),
            )
            for one in chosen
            if (one.difference.a, one.difference.b) == (a, b)
        ]
        heading = (field_text(field, word), word("slices.cases"), a, b, *_heading(compared, word))
        yield Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, 7)))


def further_tests(compared: Compared, word: Wording) -> Table:
    """Show p of the other tests, and sizes."""
    several = len(compared.systems) > 2
    names = [
        name for name in ("t", "wilcoxon", "sign", "mcnemar") if any(name in d.others for d in compared.differences)
    ]
    rows = [
        (
            str(one.measure),
            *((f"{one.a} → {one.b}",) if several else ()),
            p_text(one.p, word),
            *(p_text(one.others[name], word) if name in one.others else "" for name in names),
            word.number(one.effect.hedges_g, 2),
            word.number(one.effect.better, 2),
            f"{one.effect.wins}/{one.effect.losses}/{one.effect.ties}",
        )
        for one in compared.differences
    ]
    heading = (
        word("differences.measure"),
        *((word("differences.pair"),) if several else ()),
        *(word(f"tests.{name}") for name in ("randomisation", *names)),
        *(word(f"tests.{name}") for name in ("effect", "better", "record")),
    )
    first = 2 if several else 1
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(first, len(heading))))
