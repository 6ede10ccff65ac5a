"""The report of an evaluation: what it says, in which order, in which words."""

from collections.abc import Iterable, Mapping

from assay.evaluation.advice import Advice, advise
from assay.evaluation.measured import Measured
from assay.evaluation.page_cells import ends, field_name
from assay.evaluation.page_certainty import certainty_section
from assay.evaluation.page_failures import errors_section, failures_section
from assay.evaluation.page_groups import breakdown, side_by_side
from assay.evaluation.page_judged import judged_section
from assay.evaluation.page_no_answer import no_answer_section
from assay.evaluation.page_quality import quality_section
from assay.evaluation.page_unjudged import unjudged_section
from assay.measures.measure import Measure
from assay.report.markdown import to_markdown
from assay.report.page import Block, Bullets, Facts, Language, Page, Paragraph, Section, check_language
from assay.report.wording import Wording
from assay.stats.intervals import Interval
from assay.version import __version__


def generate_test_report(metrics: Measured, language: str = "en") -> str:
    """Write the report of an evaluation as Markdown.

    Parameters
    ----------
    metrics
        What `RAGEvaluator.evaluate_retrieval` or `evaluate` returned.
    language
        ``"en"``, ``"zh"``, ``"es"`` or ``"ru"``.

    Raises
    ------
    BadInputError
        Reports are not written in that language.
    """
    return to_markdown(page_of(metrics, language=check_language(language)))


def page_of(
    evaluation: Measured,
    *,
    language: Language = "en",
    by: str | Iterable[str] | None = None,
    others: Mapping[str, Measured] | None = None,
) -> Page:
    """Build the report of an evaluation.

    Parameters
    ----------
    by
        Fields to break down by; None takes category and language where cases have them.
    others
        Evaluations of the same golden set, by name, to show side by side.
    """
    word = Wording("assay.evaluation.words", check_language(language))
    fields = evaluation.golden.breakdowns() if by is None else [by] if isinstance(by, str) else list(by)
    sections = [
        Section(title="", blocks=tuple(_summary(evaluation, word))),
        *_notices(evaluation, word),
        quality_section(evaluation, word),
        *certainty_section(evaluation, word),
        *unjudged_section(evaluation, word),
        *judged_section(evaluation, word),
        *([side_by_side(others, fields, word)] if others else []),
        *(breakdown(evaluation, field, word) for field in fields),
        failures_section(evaluation, word),
        *no_answer_section(evaluation, word),
        *errors_section(evaluation, word),
        Section(title=word("cost.title"), blocks=(Bullets(tuple(_cost(evaluation, word))),)),
        _advice(evaluation, word),
        _glossary(evaluation, word),
    ]
    title = word("title", golden=evaluation.golden.name)
    return Page(title=title, language=word.language, sections=tuple(sections), footer=_footer(evaluation, word))


def _summary(evaluation: Measured, word: Wording) -> Iterable[Block]:
    golden = word("summary.cases", name=evaluation.golden.name, cases=len(evaluation.golden))
    pairs = [
        (word("summary.retriever"), evaluation.settings.retriever),
        (word("summary.golden"), golden),
        (word("summary.asked"), str(evaluation.n_asked)),
        (word("summary.answered"), str(evaluation.n_asked - evaluation.n_failed)),
        (word("summary.failed"), str(evaluation.n_failed)),
        (word("summary.no_answer"), str(evaluation.n_no_answer)),
    ]
    yield Facts(tuple(pairs))
    if evaluation.interrupted:
        text = word("summary.interrupted", asked=evaluation.n_asked, cases=len(evaluation.golden))
        yield Paragraph(text, strong=True)


def _notices(evaluation: Measured, word: Wording) -> Iterable[Section]:
    if evaluation.notices:
        texts = [word(f"notice.{notice.code}", count=notice.count, **notice.facts) for notice in evaluation.notices]
        yield Section(title=word("notice.title"), blocks=tuple(Paragraph(text, strong=True) for text in texts))


def _cost(evaluation: Measured, word: Wording) -> Iterable[str]:
    latency = evaluation.latency_s
    if latency is not None:
        p50, p95, longest = (word.seconds(value) for value in (latency.p50, latency.p95, latency.max))
        yield word("cost.latency", p50=p50, p95=p95, max=longest)
    tokens = evaluation.tokens_at_k
    if tokens:
        counts = "; ".join(word("cost.tokens_at", tokens=word.number(mean, 0), k=k) for k, mean in tokens.items())
        yield word("cost.tokens", counts=counts, tokenizer=evaluation.settings.tokenizer)
    else:
        yield word("cost.no_tokens")


def _advice(evaluation: Measured, word: Wording) -> Section:
    texts = [_advice_text(advice, word) for advice in advise(evaluation)]
    mismatch = any(notice.code.startswith("no_overlap") for notice in evaluation.notices)
    if mismatch:
        texts.append(word("advice.ids"))
    if not texts:
        scored = evaluation.mean(f"R@{evaluation.settings.k[-1]}").scored
        texts = [word("advice.none") if scored else word("quality.nothing")]
    return Section(title=word("advice.title"), blocks=(Bullets(tuple(texts)),))


def _advice_text(advice: Advice, word: Wording) -> str:
    facts: dict[str, object] = {}
    for name, fact in advice.facts.items():
        if isinstance(fact, Measure):
            facts[name] = str(fact)
        elif isinstance(fact, Interval):
            facts[name] = ends(fact, word)
        elif name == "field":
            facts[name] = field_name(str(fact), word)
        elif name == "p95" and isinstance(fact, float):
            facts[name] = word.seconds(fact)
        else:
            facts[name] = fact if isinstance(fact, str) else word.number(fact, 2)
    return word(f"advice.{advice.key}", **facts)


def _glossary(evaluation: Measured, word: Wording) -> Section:
    shown = dict.fromkeys(measure.symbol for measure in evaluation.measures)
    pairs = [
        (word(f"measure.{symbol}"), word(f"glossary.{symbol}")) for symbol in shown if f"glossary.{symbol}" in word
    ]
    return Section(title=word("glossary.title"), blocks=(Facts(tuple(pairs)),))


def _footer(evaluation: Measured, word: Wording) -> tuple[str, ...]:
    settings = evaluation.settings
    text = word(
        "footer.settings",
        convention=settings.convention,
        rel=f"{settings.rel:g}",
        unit=word(f"footer.{settings.unit}"),
        matcher=word(f"footer.{settings.matcher}"),
        undefined=word(f"footer.{settings.undefined}"),
    )
    return text, word("footer.made", version=__version__, sha256=evaluation.golden.sha256[:12])
