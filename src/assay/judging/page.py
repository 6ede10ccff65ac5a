"""The page of a judge's run, or of what it would take."""

from collections.abc import Iterator

from assay.judges.summary import JudgeSummary, grades_of
from assay.judging.planning import Planned
from assay.report.page import Block, Bullets, Facts, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.version import __version__

_FEW = 12  # different scores, beyond which a table of them tells nothing


def page_of(
    found: JudgeSummary,
    *,
    judge: str,
    how: str,
    seconds: float,
    cost_usd: float | None = None,
    failures: tuple[str, ...] = (),
    language: Language = "en",
) -> Page:
    """Build the page of a run.

    Parameters
    ----------
    judge, how
        Who judged, and by what.
    seconds
        That went by.
    cost_usd
        What it cost, in US dollars; None where prices are not known.
    failures
        What some failures said, to be shown.
    """
    word = Wording("assay.judging.words", check_language(language))
    sections = [Section(title="", blocks=tuple(_scores(found, word)))]
    if failures:
        shown = tuple(" ".join(text.split())[:300] for text in failures)
        sections.append(Section(title=word("failures.title"), blocks=(Bullets(shown),)))
    sections.append(
        Section(title=word("health.title"), blocks=(Facts(tuple(_health(found, seconds, cost_usd, word))),))
    )
    return Page(
        title=word("title.run", judge=judge),
        language=word.language,
        sections=tuple(sections),
        footer=(how, f"Assay {__version__}"),
    )


def _scores(found: JudgeSummary, word: Wording) -> Iterator[Block]:
    facts = [(word("score.scored"), f"{found.n_scored}/{found.n_asked}")]
    if found.n_scored:
        interval = found.interval
        mean = word.number(found.mean)
        if interval.is_known:
            ends = f"[{word.number(interval.low)}, {word.number(interval.high)}]"
            mean = word("score.with_interval", mean=mean, ends=ends, level=word.percent(interval.level))
        facts.append((word("score.mean"), mean))
    if found.n_undefined:
        facts.append((word("score.undefined"), str(found.n_undefined)))
    yield Facts(tuple(facts))
    if found.if_failed is not None:
        worst, best = map(word.number, found.if_failed)
        yield Paragraph(word("score.failed", failed=found.n_failed, worst=worst, best=best), strong=True)
    given = grades_of(found.scores)
    if 1 < len(given) <= _FEW:
        rows = tuple((f"{score:g}", str(count)) for score, count in given.items())
        yield Table(heading=(word("score.grade"), word("score.count")), rows=rows, numeric=frozenset({0, 1}))


def _health(found: JudgeSummary, seconds: float, cost_usd: float | None, word: Wording) -> Iterator[tuple[str, str]]:
    cost = found.cost
    yield word("health.calls"), word("health.calls_told", calls=cost.calls, replayed=cost.replayed, shared=cost.shared)
    yield word("health.failures"), _counted(found.failures, word("health.none"))
    yield word("health.repairs"), _counted(cost.repairs, word("health.none"))
    yield (
        word("health.tokens"),
        word("health.tokens_told", prompt=cost.prompt_tokens, completion=cost.completion_tokens),
    )
    if cost_usd is not None:
        yield word("health.cost"), f"{word.number(cost_usd, 4)} USD"
    yield word("health.seconds"), word("health.seconds_told", went=word.number(seconds, 1), calls=_each(found, word))
    if (repeats := found.repeats) is not None:
        yield (
            word("health.repeats"),
            word(
                "health.repeats_told",
                n=repeats.n,
                within=word.number(repeats.within),
                between=word.number(repeats.between),
            ),
        )


def _each(found: JudgeSummary, word: Wording) -> str:
    calls = found.cost.calls
    return word.seconds(found.cost.seconds / calls) if calls else "–"


def _counted(counts: dict[str, int], none: str) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or none


def page_of_plan(
    planned: Planned, *, judge: str, how: str, cost_usd: float | None = None, language: Language = "en"
) -> Page:
    """Build the page of a dry run; `cost_usd` is what it would cost, None where prices are not known."""
    word = Wording("assay.judging.words", check_language(language))
    facts = [
        (word("plan.questions"), str(planned.questions)),
        (word("plan.calls"), str(planned.calls)),
        (
            word("health.tokens"),
            word("health.tokens_told", prompt=planned.prompt_tokens, completion=planned.completion_tokens),
        ),
    ]
    if planned.undecidable:
        facts.append((word("plan.undecidable"), str(planned.undecidable)))
    if cost_usd is not None:
        facts.append((word("plan.cost"), f"{word.number(cost_usd, 4)} USD"))
    return Page(
        title=word("title.plan", judge=judge),
        language=word.language,
        sections=(Section(title="", blocks=(Facts(tuple(facts)), Paragraph(word("plan.note")))),),
        footer=(how, f"Assay {__version__}"),
    )
