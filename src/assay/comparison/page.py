"""A comparison as a page: what it says, in which order, in which words."""

from collections.abc import Iterator

from assay.comparison.changed_section import changes_sections
from assay.comparison.compared import Compared
from assay.comparison.sentences import field_text, percent, remark_text, reversal_text, sentence, signed
from assay.comparison.tables import difference_tables, further_tests, slice_tables, systems_section
from assay.report.page import Bullets, Language, Page, Paragraph, Section, check_language
from assay.report.wording import Wording
from assay.version import __version__

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
        *systems_section(compared, word),
        Section(title=word("differences.title"), blocks=tuple(difference_tables(compared, word))),
        *_slices(compared, word),
        *_reversals(compared, word),
        *changes_sections(compared, show, word),
        Section(title=word("tests.title"), blocks=(further_tests(compared, word), Paragraph(word("tests.explained")))),
    ]
    title = word("title", systems=", ".join(system.name for system in compared.systems))
    return Page(title=title, language=word.language, sections=tuple(sections), footer=tuple(_footer(compared, word)))


def summary_of(compared: Compared, *, language: Language = "en", by: str, measures: int = 1) -> Page:
    """Build a short page: verdicts by the first measures, systems, and the verdict within each group of a field."""
    word = Wording("assay.comparison.words", check_language(language))
    found = [one for one in compared.differences if one.measure in compared.measures[:measures]]
    texts = tuple(sentence(one, compared.choices, word) for one in found)
    sections = [
        Section(title=word("verdicts.title"), blocks=(Bullets(texts),)),
        *_remarks(compared, word),
        *systems_section(compared, word),
        *_slices(compared, word, by),
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
    texts += _left_open(compared, word)
    if compared.n_common < _FEW:
        texts.append(word("remark.small", n=compared.n_common))
    if texts:
        yield Section(title=word("remark.title"), blocks=(Bullets(tuple(texts)),))


def _left_open(compared: Compared, word: Wording) -> Iterator[str]:
    """Say of each verdict by the first measure whether it hangs on hits that nobody judged."""
    for one in compared.differences:
        left = compared.left_open(one) if one.measure == compared.measures[0] else None
        if left is None or not left.is_open or one.verdict not in ("better", "worse"):
            continue
        yield word(
            "remark.may_flip" if left.may_flip else "remark.holds",
            a=one.a,
            b=one.b,
            measure=str(one.measure),
            judged_a=percent(round(left.judged_a, 2)),
            judged_b=percent(round(left.judged_b, 2)),
            worst=signed(left.worst, word),
            best=signed(left.best, word),
        )


def _slices(compared: Compared, word: Wording, only: str | None = None) -> Iterator[Section]:
    for field in dict.fromkeys(one.field for one in compared.slices if only in (None, one.field)):
        tables = tuple(slice_tables(compared, field, compared.measures[0], word))
        title = word("slices.title", field=field_text(field, word), measure=str(compared.measures[0]))
        yield Section(title=title, blocks=tables)


def _reversals(compared: Compared, word: Wording) -> Iterator[Section]:
    texts = tuple(reversal_text(one, word) for one in compared.reversals)
    if texts:
        yield Section(title=word("reversal.title"), blocks=(Bullets(texts),))


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
