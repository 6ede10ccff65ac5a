"""The section on questions that have no answer: whether a threshold of the score tells them apart."""

from collections.abc import Iterator
from math import isfinite, nan

from assay.evaluation.measured import Measured
from assay.evaluation.no_answer import NoAnswer, no_answer_of, shown_points
from assay.report.page import Block, Paragraph, Section
from assay.report.table import Table
from assay.report.wording import Wording


def no_answer_section(evaluation: Measured, word: Wording) -> Iterator[Section]:
    """Say what the top score tells, a few thresholds, and which one is best; nothing where every question has one."""
    if not evaluation.n_no_answer:
        return
    found = no_answer_of(evaluation)
    title = word("no_answer.title")
    if found.undefined is not None:
        yield Section(title=title, blocks=(Paragraph(word(f"no_answer.{found.undefined}")),))
        return
    yield Section(title=title, blocks=tuple(_blocks(found, word)))


def _blocks(found: NoAnswer, word: Wording) -> Iterator[Block]:
    if found.auroc is not None:
        value, low, high = (word.number(one, 2) for one in (found.auroc.value, found.auroc.low, found.auroc.high))
        counts = {"no_answer": found.n_no_answer, "answerable": found.n_answerable}
        yield Paragraph(word("no_answer.auroc", auroc=value, low=low, high=high, **counts))
    yield _table(found, word)
    best = found.recommended
    if found.auroc is not None and not found.is_reliable:
        yield Paragraph(word("no_answer.weak"))
    elif best is not None:
        yield Paragraph(
            word(
                "no_answer.best" if found.higher_is_better else "no_answer.best_distance",
                threshold=_score(best.value, word),
                low=_score(best.low, word),
                high=_score(best.high, word),
                kept=word.percent(round(best.true_rate, 2)),
                false=word.percent(round(best.false_rate, 2)),
            )
        )


def _table(found: NoAnswer, word: Wording) -> Table:
    names = ("threshold" if found.higher_is_better else "distance", "kept", "recall", "false")
    rows = tuple(
        (
            _score(point.threshold, word),
            f"{word.percent(round(point.kept, 2))} %",
            word.number(point.recall),
            f"{word.percent(round(point.false_evidence, 2))} %",
        )
        for point in shown_points(found)
    )
    heading = tuple(word(f"no_answer.column_{name}", measure=found.measure) for name in names)
    return Table(heading=heading, rows=rows, numeric=frozenset(range(len(names))))


def _score(score: float, word: Wording) -> str:
    """Write a score, whose unit only the retriever knows, to four significant figures."""
    if not isfinite(score):
        return word.number(nan)
    digits = 0 if score == 0 else max(0, 3 - int(f"{score:e}".partition("e")[2]))
    return word.number(score, min(digits, 6))
