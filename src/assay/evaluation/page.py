"""The report of an evaluation: what it says, in which order, in which words."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from assay.data.case import BREAKDOWNS
from assay.evaluation.advice import Advice, advise
from assay.evaluation.figures import Failure
from assay.evaluation.measured import Measured
from assay.evaluation.settings import PER_K, measures_at
from assay.measures.measure import Measure
from assay.report.markdown import to_markdown
from assay.report.page import Block, Bullets, Entry, Facts, Language, Page, Paragraph, Section, Table, check_language
from assay.report.wording import Wording
from assay.version import __version__

_FAILURES_SHOWN = 10
_IDS_SHOWN = 4
_READINGS = ((0.995, "always"), (0.8, "mostly"), (0.5, "second"), (0.34, "third"), (0.2, "fifth"), (0.1, "tenth"))
_SLICE_MEASURES = ("HitRate", "R", "nDCG", "RR")


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
        Section(title=word("quality.title"), blocks=tuple(_quality(evaluation, word))),
        *([_side_by_side(others, fields, word)] if others else []),
        *(_breakdown(evaluation, field, word) for field in fields),
        _failures(evaluation, word),
        *_errors(evaluation, word),
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


def _quality(evaluation: Measured, word: Wording) -> Iterable[Block]:
    k = evaluation.settings.k
    largest = evaluation.mean(f"nDCG@{k[-1]}")
    yield _quality_table(evaluation, word)
    yield from _beyond_table(evaluation, word)
    if not largest.scored:
        yield Paragraph(word("quality.nothing"), strong=True)
        return
    reading = word(f"reading.{next((name for least, name in _READINGS if evaluation.mrr >= least), 'never')}")
    yield Paragraph(word("quality.mrr", k=k[-1], value=word.number(evaluation.mrr), reading=reading))
    if evaluation.settings.undefined == "zero":
        yield Paragraph(word("quality.undefined_zero"))
    elif largest.scored + largest.failed < evaluation.n_asked:
        yield Paragraph(word("quality.undefined"))
    if largest.if_failed_worst is not None and largest.if_failed_best is not None:
        bounds = {"worst": word.number(largest.if_failed_worst), "best": word.number(largest.if_failed_best)}
        yield Paragraph(word("quality.failed", failed=largest.failed, measure=f"nDCG@{k[-1]}", **bounds))


def _quality_table(evaluation: Measured, word: Wording) -> Table:
    k = evaluation.settings.k
    further = dict.fromkeys(replace(measure, k=None) for measure in _further(evaluation) if measure.k in k)
    named = [*((word(f"measure.{measure.symbol}"), measure) for measure in PER_K), *((str(f), f) for f in further)]
    rows = [_measure_row(evaluation, name, measure, word) for name, measure in named]
    heading = (word("quality.measure"), *(f"@{cutoff}" for cutoff in k), word("quality.scored"))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(k) + 2)))


def _beyond_table(evaluation: Measured, word: Wording) -> Iterable[Table]:
    """Show measures whose cutoff is none of the evaluation's in a table of their own."""
    beyond = [measure for measure in _further(evaluation) if measure.k not in evaluation.settings.k]
    means = [(measure, evaluation.mean(measure)) for measure in beyond]
    rows = [(str(measure), word.number(mean.mean), f"{mean.scored}/{mean.asked}") for measure, mean in means]
    if rows:
        heading = (word("quality.measure"), word("quality.mean"), word("quality.scored"))
        yield Table(heading=heading, rows=tuple(rows), numeric=frozenset({1, 2}))


def _measure_row(evaluation: Measured, name: str, measure: Measure, word: Wording) -> tuple[str, ...]:
    """Return a row of a measure's means, one under each cutoff at which it was measured."""
    taken = [measure @ k if measure @ k in evaluation.measures else None for k in evaluation.settings.k]
    means = [None if at is None else evaluation.mean(at) for at in taken]
    counts = [f"{mean.scored}/{mean.asked}" for mean in means if mean is not None]
    return (name, *("" if mean is None else word.number(mean.mean) for mean in means), counts[-1])


def _further(evaluation: Measured) -> list[Measure]:
    """Return the measures that were asked for beyond the usual ones."""
    usual = measures_at(evaluation.settings.k)
    return [measure for measure in evaluation.measures if measure not in usual]


def _side_by_side(others: Mapping[str, Measured], fields: Iterable[str], word: Wording) -> Section:
    first = next(iter(others.values()))
    measures = [f"{symbol}@{first.settings.k[-1]}" for symbol in _SLICE_MEASURES]
    heading = (word("side_by_side.retriever"), *(_label(name, word) for name in measures), word("side_by_side.median"))
    rows = [(name, *_means(result, measures, word), _median(result, word)) for name, result in others.items()]
    numeric = frozenset(range(1, len(measures) + 2))
    whole = Table(heading=heading, rows=tuple(rows), numeric=numeric)
    parts = [_groups_side_by_side(others, field, f"R@{first.settings.k[-1]}", word) for field in fields]
    return Section(title=word("side_by_side.title"), blocks=(whole, *parts))


def _groups_side_by_side(others: Mapping[str, Measured], field: str, measure: str, word: Wording) -> Table:
    """Show one measure of every retriever in each group of a field."""
    parts = {name: result.by(field) for name, result in others.items()}
    groups = next(iter(parts.values()))
    rows = [
        (_group(group, word), *(word.number(part[group].mean(measure).mean) for part in parts.values()))
        for group in groups
    ]
    heading = (f"{_capital(_field(field, word))}, {_label(measure, word)}", *parts)
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(parts) + 1)))


def _breakdown(evaluation: Measured, field: str, word: Wording) -> Section:
    measures = [f"{symbol}@{evaluation.settings.k[-1]}" for symbol in _SLICE_MEASURES]
    heading = (_capital(_field(field, word)), word("by.cases"), *(_label(name, word) for name in measures))
    rows = [
        (_group(group, word), str(len(part.golden)), *_means(part, measures, word))
        for group, part in evaluation.by(field).items()
    ]
    numeric = frozenset(range(1, len(measures) + 2))
    title = word("by.title", field=_field(field, word))
    return Section(title=title, blocks=(Table(heading=heading, rows=tuple(rows), numeric=numeric),))


def _failures(evaluation: Measured, word: Wording) -> Section:
    failures, k = evaluation.failures(), evaluation.settings.k[-1]
    title = word("failures.title", count=len(failures))
    if not failures:
        scored = evaluation.mean(f"HitRate@{k}").scored
        text = word("failures.none", k=k) if scored else word("quality.nothing")
        return Section(title=title, blocks=(Paragraph(text),))
    blocks: list[Block] = [Paragraph(word("failures.intro", k=k))]
    blocks.extend(_failure(failure, word) for failure in failures[:_FAILURES_SHOWN])
    if len(failures) > _FAILURES_SHOWN:
        blocks.append(Paragraph(word("failures.more", count=len(failures) - _FAILURES_SHOWN)))
    return Section(title=title, blocks=tuple(blocks))


def _failure(failure: Failure, word: Wording) -> Entry:
    came = _shortened(failure.retrieved) or word("failures.nothing")
    if failure.top_score is not None:
        came += f" ({word('failures.top_score', score=word.number(failure.top_score))})"
    facts = ((word("failures.expected"), _shortened(failure.expected)), (word("failures.retrieved"), came))
    return Entry(headline=f"{failure.id}: {failure.query}", facts=Facts(facts))


def _shortened(ids: tuple[str, ...]) -> str:
    return ", ".join(ids[:_IDS_SHOWN]) + (", …" if len(ids) > _IDS_SHOWN else "")


def _errors(evaluation: Measured, word: Wording) -> Iterable[Section]:
    errors = evaluation.errors
    if errors:
        items = [f"{case.id}: {reason}" for case, reason in errors[:_FAILURES_SHOWN]]
        if len(errors) > _FAILURES_SHOWN:
            items.append(word("errors.more", count=len(errors) - _FAILURES_SHOWN))
        yield Section(title=word("errors.title", count=len(errors)), blocks=(Bullets(tuple(items)),))


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
        elif name == "field":
            facts[name] = _field(str(fact), word)
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


def _field(field: str, word: Wording) -> str:
    return word(f"by.{field}") if field in BREAKDOWNS else field


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _group(group: str, word: Wording) -> str:
    return word("by.none") if group == "-" else group


def _label(measure: str, word: Wording) -> str:
    symbol, _, k = measure.partition("@")
    return f"{word(f'measure.{symbol}')}@{k}"


def _means(evaluation: Measured, measures: list[str], word: Wording) -> tuple[str, ...]:
    return tuple(word.number(evaluation.mean(name).mean) for name in measures)


def _median(evaluation: Measured, word: Wording) -> str:
    return "–" if evaluation.latency_s is None else word.seconds(evaluation.latency_s.p50)
