"""A comparison as a page: what it says, in which order, in which words."""

from collections.abc import Iterator, Sequence

from assay.comparison.changes import Change, Ranked
from assay.comparison.compared import Compared
from assay.comparison.difference import Difference
from assay.comparison.sentences import (
    field_text,
    group_text,
    interval_text,
    p_text,
    remark_text,
    reversal_text,
    sentence,
    signed,
)
from assay.measures.measure import Measure
from assay.report.page import Block, Bullets, Entry, Facts, Language, Page, Paragraph, Section, Table, check_language
from assay.report.wording import Wording
from assay.version import __version__

_HITS_SHOWN = 5
_FEW = 10  # queries, below which next to nothing can be told


def page_of(compared: Compared, *, language: Language = "en", show: int = 3) -> Page:
    """Build the page of a comparison.

    Parameters
    ----------
    language
        ``"en"``, ``"zh"``, ``"es"`` or ``"ru"``.
    show
        How many of the largest losses, and how many of the largest gains, are shown with both rankings.
    """
    word = Wording("assay.comparison.words", check_language(language))
    sections = [
        _verdicts(compared, word),
        *_remarks(compared, word),
        *_systems(compared, word),
        Section(title=word("differences.title"), blocks=tuple(_differences(compared, word))),
        *_slices(compared, word),
        *_reversals(compared, word),
        *_changes(compared, show, word),
        Section(title=word("tests.title"), blocks=(_tests(compared, word), Paragraph(word("tests.explained")))),
    ]
    title = word("title", systems=", ".join(system.name for system in compared.systems))
    return Page(title=title, language=word.language, sections=tuple(sections), footer=tuple(_footer(compared, word)))


def _verdicts(compared: Compared, word: Wording) -> Section:
    texts = tuple(sentence(one, compared.choices, word) for one in compared.differences)
    return Section(title=word("verdicts.title"), blocks=(Bullets(texts),))


def _remarks(compared: Compared, word: Wording) -> Iterator[Section]:
    texts = [remark_text(one, word) for one in compared.remarks]
    if compared.dropped:
        ids = ", ".join(compared.dropped[:3])
        texts.append(word("remark.dropped", count=len(compared.dropped), ids=ids))
    if compared.clusters is not None:
        first = compared.differences[0]
        effective = word.number(first.interval.effective_n, 0)
        facts = {"n": first.n, "clusters": compared.n_clusters(first), "effective": effective}
        texts.append(word("remark.clusters", measure=str(first.measure), **facts))
    if compared.n_common < _FEW:
        texts.append(word("remark.small", n=compared.n_common))
    if texts:
        yield Section(title=word("remark.title"), blocks=(Bullets(tuple(texts)),))


def _systems(compared: Compared, word: Wording) -> Iterator[Section]:
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


def _differences(compared: Compared, word: Wording) -> Iterator[Block]:
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
        interval_text(found, word, 2).replace(" ", "\N{NO-BREAK SPACE}"),  # in one line of its cell
        p_text(found.p_adjusted, word),
        verdict_text(found, word),
    )


def percent(share: float) -> str:
    """Write a share as a percentage."""
    return f"{share * 100:g}%"


def verdict_text(found: Difference, word: Wording) -> str:
    """Name the verdict."""
    return word(f"word.{found.verdict.replace(' ', '_')}")


def _slices(compared: Compared, word: Wording) -> Iterator[Section]:
    for field in dict.fromkeys(one.field for one in compared.slices):
        tables = tuple(_slice_table(compared, field, measure, word) for measure in compared.measures[:1])
        title = word("slices.title", field=field_text(field, word), measure=str(compared.measures[0]))
        yield Section(title=title, blocks=tables)


def _slice_table(compared: Compared, field: str, measure: Measure, word: Wording) -> Table:
    chosen = [one for one in compared.slices if one.field == field and one.difference.measure == measure]
    several = len(compared.systems) > 2
    rows = [
        (
            group_text(one.group, word),
            *((f"{one.difference.a} → {one.difference.b}",) if several else ()),
            str(one.cases),
            word.number(one.difference.mean_a),
            word.number(one.difference.mean_b),
            *_figures(one.difference, word),
        )
        for one in chosen
    ]
    names = ("a", "b") if several else tuple(system.name for system in compared.systems)
    heading = (
        field_text(field, word),
        *((word("differences.pair"),) if several else ()),
        word("slices.cases"),
        *names,
        *_heading(compared, word),
    )
    first = 2 if several else 1
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(first, first + 6)))


def _reversals(compared: Compared, word: Wording) -> Iterator[Section]:
    texts = tuple(reversal_text(one, word) for one in compared.reversals)
    if texts:
        yield Section(title=word("reversal.title"), blocks=(Bullets(texts),))


def _changes(compared: Compared, show: int, word: Wording) -> Iterator[Section]:
    """Show the largest losses and gains of every system against the first, in the first measure."""
    first = compared.systems[0].name
    for system in compared.systems[1:]:
        found = compared.difference(None, first, system.name)
        if not show or not found.n or found.effect.ties == found.n:
            continue
        changes = compared.changes(found.measure, found.a, found.b, with_rankings=show)
        losses = [one for one in changes if one.difference < 0.0][:show]
        gains = [one for one in reversed(changes) if one.difference > 0.0][:show]
        effect = found.effect
        counts = word("changes.counts", wins=effect.wins, losses=effect.losses, ties=effect.ties)
        blocks: list[Block] = [Paragraph(counts)]
        for name, chosen in (("losses", losses), ("gains", gains)):
            if chosen:
                blocks.append(Paragraph(word(f"changes.{name}", b=found.b), strong=True))
                blocks.extend(_change(one, found, word) for one in chosen)
        if any(one.ranking_a or one.ranking_b for one in (*losses, *gains)):
            blocks.append(Paragraph(word("changes.marked")))
        title = word("changes.title", measure=str(found.measure), a=found.a, b=found.b)
        yield Section(title=title, blocks=tuple(blocks))


def _change(change: Change, found: Difference, word: Wording) -> Entry:
    headline = word(
        "changes.headline",
        query=f"{change.query_id}: {change.query}" if change.query else change.query_id,
        value_a=word.number(change.value_a),
        value_b=word.number(change.value_b),
        difference=signed(change.difference, word),
    )
    rankings = ((found.a, change.ranking_a), (found.b, change.ranking_b))
    shown = any(ranking for _, ranking in rankings)
    rel = found.relevant_from
    pairs = tuple((name, _ranking(ranking, rel, word)) for name, ranking in rankings) if shown else ()
    return Entry(headline=headline, facts=Facts(pairs))


def _ranking(ranking: Sequence[Ranked], rel: float, word: Wording) -> str:
    if not ranking:
        return word("changes.nothing")
    return ", ".join(_marked(one, rel) for one in ranking[:_HITS_SHOWN]) + (", …" if ranking[_HITS_SHOWN:] else "")


def _marked(hit: Ranked, rel: float) -> str:
    if hit.grade is None:
        return hit.doc_id
    return f"✓ {hit.doc_id} ({hit.grade:g})" if hit.grade >= rel else f"✗ {hit.doc_id}"


def _tests(compared: Compared, word: Wording) -> Table:
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


def _footer(compared: Compared, word: Wording) -> Iterator[str]:
    choices = compared.choices
    exact = all(one.test.is_exact for one in compared.differences)
    yield word(
        "footer.settings",
        flips=word("footer.exact" if exact else "footer.random"),
        correction=word(f"footer.{choices.correction}"),
        alpha=word.number(choices.alpha, 2),
        level=percent(choices.level),
        seed=choices.seed,
    )
    yield word("footer.made", version=__version__)
