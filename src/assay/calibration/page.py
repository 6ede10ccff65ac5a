"""The page of a calibration."""

from collections.abc import Iterator

from assay.calibration.result import Calibration
from assay.calibration.systems import SystemsAgreement
from assay.report.page import Block, Facts, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.stats.agreement_intervals import Figure
from assay.version import __version__


def page_of(found: Calibration, *, language: Language = "en") -> Page:
    """Build the page of a calibration."""
    word = Wording("assay.calibration.words", check_language(language))
    parts = [
        ("agreement", tuple(_agreement(found, word))),
        ("confusion", (_confusion(found, word),)),
        ("bias", (_bias(found, word),)),
    ]
    if found.slices:
        parts.append(("slices", (_slices(found, word),)))
    if found.systems is not None:
        parts.append(("systems", tuple(_systems(found.systems, word))))
    if found.worst:
        parts.append(("worst", (_worst(found, word),)))
    return Page(
        title=word("title", judge=found.judge, human=found.human),
        language=word.language,
        sections=tuple(Section(title=word(f"{name}.title"), blocks=blocks) for name, blocks in parts),
        footer=(
            word("footer.interval", level=word.percent(found.level)),
            word("footer.kappa", rel=f"{found.rel:g}"),
            f"Assay {__version__}",
        ),
    )


def _agreement(found: Calibration, word: Wording) -> Iterator[Block]:
    yield Facts(
        (
            (word("pairs.both"), word("pairs.counts", n=found.n, queries=found.n_queries, scale=found.scale)),
            (word("pairs.human_only"), str(found.n_human_only)),
            (word("pairs.judge_only"), str(found.n_judge_only)),
        )
    )
    for name, count in (("repeated", found.n_repeated), ("open", found.n_open), ("clipped", found.n_clipped)):
        if count:
            yield Paragraph(word(f"pairs.{name}", count=count), strong=name != "repeated")
    rows = [(word(f"name.{name}"), *_cells(figure, word)) for name, figure in found.agreement.items()]
    yield Table(heading=_heading("name.title", word), rows=tuple(rows), numeric=frozenset({1}))


def _heading(first: str, word: Wording) -> tuple[str, str, str]:
    return word(first), word("value"), word("interval")


def _cells(figure: Figure, word: Wording) -> tuple[str, str]:
    if figure.reason is not None:
        return word.number(figure.value), word(f"reason.{figure.reason}")
    return word.number(figure.value), f"[{word.number(figure.low)}, {word.number(figure.high)}]"


def _confusion(found: Calibration, word: Wording) -> Table:
    shown = [row for row in range(len(found.levels)) if found.confusion[row].sum() or found.confusion[:, row].sum()]
    heading = (word("confusion.corner"), *(f"{found.levels[column]:g}" for column in shown))
    rows = tuple(
        (f"{found.levels[row]:g}", *(str(int(found.confusion[row, column])) for column in shown)) for row in shown
    )
    return Table(heading=heading, rows=rows, numeric=frozenset(range(1, len(heading))))


def _bias(found: Calibration, word: Wording) -> Table:
    rows = [(f"{one.grade:g}", str(one.n), *_cells(one.bias, word)) for one in found.biases if one.n]
    rows.append((word("bias.all"), str(found.n), *_cells(found.bias, word)))
    heading = (word("bias.grade"), word("bias.n"), word("value"), word("interval"))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset({1, 2}))


def _slices(found: Calibration, word: Wording) -> Table:
    rows = [
        (f"{one.field} = {one.value}", str(one.n), *_cells(one.agreement["kappa_quadratic"], word),
         word.number(one.bias.value, 2))
        for one in found.slices
    ]  # fmt: skip
    heading = (
        word("slices.slice"),
        word("bias.n"),
        word("name.kappa_quadratic"),
        word("interval"),
        word("slices.bias"),
    )
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset({1, 2, 4}))


def _systems(found: SystemsAgreement, word: Wording) -> Iterator[Block]:
    value, interval = _cells(found.kendall, word)
    facts = {"measure": str(found.measure), "queries": found.n_queries, "value": value, "interval": interval}
    yield Paragraph(word("systems.kendall", **facts))
    rows = tuple((one.name, word.number(one.human), word.number(one.judge)) for one in found.systems)
    heading = (word("systems.system"), word("worst.human"), word("worst.judge"))
    yield Table(heading=heading, rows=rows, numeric=frozenset({1, 2}))
    if found.swapped:
        pairs = ", ".join(f"{one.a} / {one.b}" for one in found.swapped)
        yield Paragraph(word("systems.swapped", pairs=pairs))


def _worst(found: Calibration, word: Wording) -> Table:
    columns = ("query_id", "doc_id", "human", "judge", "query")
    n_shown = len(columns) if any(one.query for one in found.worst) else len(columns) - 1
    rows = [(one.query_id, one.doc_id, f"{one.human:g}", f"{one.judge:g}", one.query)[:n_shown] for one in found.worst]
    heading = tuple(word(f"worst.{name}") for name in columns[:n_shown])
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset({2, 3}))
