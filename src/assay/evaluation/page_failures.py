"""The parts of the report that show questions one by one: those that found nothing, and calls that failed."""

from collections.abc import Iterable

from assay.evaluation.figures import Failure
from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import shortened
from assay.report.page import Block, Bullets, Entry, Facts, Paragraph, Section
from assay.report.wording import Wording

_SHOWN = 10


def failures_section(evaluation: Measured, word: Wording) -> Section:
    """Show questions with nothing relevant among the first max(k), and what came instead."""
    failures, k = evaluation.failures(), evaluation.settings.k[-1]
    title = word("failures.title", count=len(failures))
    if not failures:
        scored = evaluation.mean(f"HitRate@{k}").scored
        text = word("failures.none", k=k) if scored else word("quality.nothing")
        return Section(title=title, blocks=(Paragraph(text),))
    blocks: list[Block] = [Paragraph(word("failures.intro", k=k))]
    blocks.extend(_failure(failure, word) for failure in failures[:_SHOWN])
    if len(failures) > _SHOWN:
        blocks.append(Paragraph(word("failures.more", count=len(failures) - _SHOWN)))
    return Section(title=title, blocks=tuple(blocks))


def errors_section(evaluation: Measured, word: Wording) -> Iterable[Section]:
    """List failed calls with their reasons; nothing where none failed."""
    errors = evaluation.errors
    if errors:
        items = [f"{case.id}: {reason}" for case, reason in errors[:_SHOWN]]
        if len(errors) > _SHOWN:
            items.append(word("errors.more", count=len(errors) - _SHOWN))
        yield Section(title=word("errors.title", count=len(errors)), blocks=(Bullets(tuple(items)),))


def _failure(failure: Failure, word: Wording) -> Entry:
    came = shortened(failure.retrieved) or word("failures.nothing")
    if failure.top_score is not None:
        came += f" ({word('failures.top_score', score=word.number(failure.top_score))})"
    facts = ((word("failures.expected"), shortened(failure.expected)), (word("failures.retrieved"), came))
    return Entry(headline=f"{failure.id}: {failure.query}", facts=Facts(facts))
