"""The section of the report on what judges say, with what failed and what it took."""

from collections import Counter
from collections.abc import Iterator

from assay.evaluation.judged import JudgedScores
from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import ends
from assay.judges.verdict import Cost
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording


def judged_section(evaluation: Measured, word: Wording) -> Iterator[Section]:
    """Build the table of judges' scores; nothing where no judge was asked."""
    if evaluation.judged:
        yield Section(title=word("judged.title"), blocks=tuple(_blocks(evaluation, word)))


def _blocks(evaluation: Measured, word: Wording) -> Iterator[Block]:
    level = word.percent(evaluation.settings.level)
    heading = (
        word("judged.score"),
        word("quality.mean"),
        word("certainty.interval", level=level),
        word("quality.scored"),
        word("judged.failed"),
        word("judged.if_failed"),
    )
    rows = tuple(_row(scores, word) for scores in evaluation.judged)
    yield Table(heading=heading, rows=rows, numeric=frozenset(range(1, len(heading))))
    cost = Cost()
    for scores in evaluation.judged:
        cost.add(scores.summary.cost)
    seconds = sum(scores.seconds for scores in evaluation.judged)
    yield Paragraph(
        word(
            "judged.took",
            model=evaluation.judged[0].model,
            calls=cost.calls,
            replayed=cost.replayed,
            tokens=cost.prompt_tokens + cost.completion_tokens,
            repairs=sum(cost.repairs.values()),
            seconds=word.seconds(seconds),
        )
    )
    failures: Counter[str] = Counter()
    for scores in evaluation.judged:
        failures.update(scores.summary.failures)
    if failures:
        kinds = ", ".join(f"{kind} {count}" for kind, count in failures.most_common())
        yield Paragraph(word("judged.failures", kinds=kinds))
    if any(scores.summary.n_undefined for scores in evaluation.judged):
        yield Paragraph(word("judged.undefined"))
    yield Paragraph(word("judged.trust"))


def _row(scores: JudgedScores, word: Wording) -> tuple[str, ...]:
    found = scores.summary
    worst_best = "" if found.if_failed is None else "–".join(map(word.number, found.if_failed))
    name = f"judged.name_{found.name}"
    return (
        word(name) if name in word else found.name,
        word.number(found.mean),
        ends(found.interval, word),
        f"{found.n_scored}/{found.n_asked}",
        str(found.n_failed),
        worst_best,
    )
