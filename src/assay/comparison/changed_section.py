"""Who changed, as part of a page."""

from collections.abc import Iterator, Sequence

from assay.comparison.changes import Change, Ranked
from assay.comparison.compared import Compared
from assay.comparison.difference import Difference
from assay.comparison.sentences import signed
from assay.report.page import Block, Entry, Facts, Paragraph, Section
from assay.report.wording import Wording

_HITS_SHOWN = 5


def changes_sections(compared: Compared, show: int, word: Wording) -> Iterator[Section]:
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
