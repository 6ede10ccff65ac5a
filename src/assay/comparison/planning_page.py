"""A plan as a page: the answer in words, two tables, and what it rests on."""

import math
from collections.abc import Iterator

from assay.comparison.pilot import Pilot
from assay.comparison.planned import Cases, Planned, Reach
from assay.report.page import Bullets, Facts, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.version import __version__

_WORDS = "assay.comparison.power_words"


def answer_of(plan: Planned, *, language: Language = "en") -> str:
    """Return the answer in words: cases for the size, the size n cases show, the power at n."""
    return _joined(plan, Wording(_WORDS, check_language(language)))


def page_of(plan: Planned, *, language: Language = "en") -> Page:
    """Build the page of a plan."""
    word = Wording(_WORDS, check_language(language))
    pilot = plan.pilot
    sections = (
        Section(title="", blocks=(Facts(tuple(_asked(plan, word))),)),
        Section(title=word("answer.title"), blocks=(Paragraph(_joined(plan, word)),)),
        Section(title=word(f"by_size.title{_margin(plan)}"), blocks=(_size_table(plan, word),)),
        Section(title=word("by_n.title"), blocks=(_n_table(plan, word),)),
        Section(title=word("assumed.title"), blocks=(Bullets(tuple(_assumed(plan, word))),)),
    )
    title = word("title_stated") if pilot is None else word("title", measure=pilot.measure)
    footer = (word("footer.made", version=__version__),)
    return Page(title=title, language=word.language, sections=sections, footer=footer)


def _asked(plan: Planned, word: Wording) -> Iterator[tuple[str, str]]:
    if plan.pilot is not None:
        names = dict(zip("ab", plan.pilot.systems, strict=False))
        kind = "pair" if len(names) == 2 else "single"
        yield word("asked.pilot"), word(f"asked.{kind}", n=plan.pilot.n, **names)
    yield word("asked.spread"), _spread(plan, word)
    side = "margin" if plan.question == "margin" else plan.alternative.replace("-", "_")
    shares = {"power": _share(plan.power, word), "alpha": _share(plan.alpha, word)}
    yield word("asked.wanted"), word(f"asked.certainty_{side}", **shares)


def _spread(plan: Planned, word: Wording) -> str:
    kind = "disagreement" if plan.is_binary else "deviation"
    value, low, high = (
        _share(figure, word) if plan.is_binary else word.number(figure)
        for figure in (plan.spread.value, plan.spread.low, plan.spread.high)
    )
    if plan.pilot is None:
        return word(f"asked.{kind}", value=value)
    return word(f"asked.{kind}_pilot", value=value, low=low, high=high)


def _joined(plan: Planned, word: Wording) -> str:
    return ("" if word.language == "zh" else " ").join(_answer(plan, word))


def _answer(plan: Planned, word: Wording) -> Iterator[str]:
    reach, margin = plan.reach, _margin(plan)
    if plan.cases is not None:
        yield _needed(plan, plan.cases, word)
    elif reach is None:
        yield word("answer.none")
    if reach is None:
        return
    facts = {"n": reach.n, "power": _share(plan.power, word)}
    if math.isfinite(reach.detectable):
        yield word(f"answer.detects{margin}", size=_detectable(reach, word), **facts)
    else:
        yield word("answer.detects_nothing", **facts)
    if plan.size is not None and reach.power is not None and not math.isnan(reach.power):
        yield word(f"answer.found{margin}", size=_size(plan.size, word), power=_chance(reach.power, word))


def _needed(plan: Planned, cases: Cases, word: Wording) -> str:
    facts = {"size": _size(cases.size, word), "power": _share(plan.power, word)}
    if plan.difference is not None:
        facts["difference"] = _size(plan.difference, word)
    margin, pilot = _margin(plan), plan.pilot
    if pilot is None or cases.low is None or cases.high is None:
        return word(f"answer.needed{margin}", cases=cases.needed, **facts)
    ends = {"low": _about(cases.low), "high": _about(cases.high), "n": pilot.n}
    return word(f"answer.needed{margin}_pilot", cases=_about(cases.needed), **ends, **facts)


def _size_table(plan: Planned, word: Wording) -> Table:
    heading = (word(f"by_size.{plan.question}"), word("by_size.cases"))
    if plan.pilot is None:
        rows = [(_size(one.size, word), str(one.needed)) for one in plan.by_size]
        return Table(heading=heading, rows=tuple(rows), numeric=frozenset({0, 1}))
    wide = [
        (_size(one.size, word), str(_about(one.needed)), word("by_size.between", low=_about(low), high=_about(high)))
        for one in plan.by_size
        if (low := one.low) is not None and (high := one.high) is not None
    ]
    return Table(heading=(*heading, word("by_size.range")), rows=tuple(wide), numeric=frozenset({0, 1, 2}))


def _n_table(plan: Planned, word: Wording) -> Table:
    heading = (word("by_n.n"), word(f"by_n.{plan.question}"))
    rows = [(str(one.n), _detectable(one, word)) for one in plan.by_n]
    if plan.size is None:
        return Table(heading=heading, rows=tuple(rows), numeric=frozenset({0, 1}))
    with_power = [
        (*row, "–" if one.power is None or math.isnan(one.power) else _chance(one.power, word))
        for row, one in zip(rows, plan.by_n, strict=True)
    ]
    title = word("by_n.power", size=_size(plan.size, word))
    return Table(heading=(*heading, title), rows=tuple(with_power), numeric=frozenset({0, 1, 2}))


def _assumed(plan: Planned, word: Wording) -> Iterator[str]:
    kind = ("exact" if plan.is_binary else "means") + _margin(plan)
    yield word(f"assumed.{kind}", **({"share": _share(plan.spread.value, word)} if plan.is_binary else {}))
    pilot = plan.pilot
    if pilot is not None:
        yield word("assumed.range_exact" if plan.is_binary else "assumed.range")
        yield from _assumed_of_pilot(pilot, word)
    if plan.cluster_size is not None and plan.icc is not None:
        facts = {"size": _size(plan.cluster_size, word), "icc": _size(plan.icc, word)}
        yield word("assumed.clusters_stated", factor=word.number(plan.design_effect, 2), **facts)
    elif pilot is not None and pilot.cluster is not None:
        facts = {"n": pilot.n, "effective": word.number(pilot.effective_n, 0)}
        factor = word.number(plan.design_effect, 2)
        yield word("assumed.clusters", field=pilot.cluster, factor=factor, **facts)


def _assumed_of_pilot(pilot: Pilot, word: Wording) -> Iterator[str]:
    if pilot.correlation is not None:
        yield word("assumed.single", correlation=_size(pilot.correlation, word))
    if pilot.difference is not None:
        yield word("assumed.observed", difference=word.number(pilot.difference))
    if pilot.n_undefined:
        factor = word.number((pilot.n + pilot.n_undefined) / pilot.n, 2)
        yield word("assumed.undefined", count=pilot.n_undefined, factor=factor)
    if pilot.n_unpaired:
        yield word("assumed.unpaired", count=pilot.n_unpaired)


def _margin(plan: Planned) -> str:
    return "_margin" if plan.question == "margin" else ""


def _size(value: float, word: Wording) -> str:
    """Write a stated figure with the digits it was stated with, up to six."""
    digits = next((digits for digits in range(6) if abs(round(value, digits) - value) < 1e-9), 6)
    return word.number(value, digits)


def _detectable(reach: Reach, word: Wording) -> str:
    """Write what n cases detect, rounded away from 0: less is not detected."""
    if not math.isfinite(reach.detectable):
        return word("by_n.nothing")
    return word.number(math.copysign(math.ceil(abs(reach.detectable) * 1000.0 - 1e-6) / 1000.0, reach.detectable))


def _share(value: float, word: Wording) -> str:
    percent = 100.0 * value
    digits = next((digits for digits in range(2) if abs(round(percent, digits) - percent) < 1e-9), 1)
    return _percent(word, percent, digits)


def _chance(value: float, word: Wording) -> str:
    """Write a power in whole percent, never as certain or impossible where it is neither."""
    if 0.995 <= value < 1.0:
        return f">{_percent(word, 99, 0)}"
    return f"<{_percent(word, 1, 0)}" if 0.0 < value < 0.005 else _percent(word, 100.0 * value, 0)


def _about(cases: int) -> int:
    """Round a number of cases up to two digits where it has more: a pilot promises no third."""
    step = 10 ** max(len(str(cases)) - 2, 0)
    return -(-cases // step) * step


def _percent(word: Wording, value: float, digits: int) -> str:
    """Write a percentage; Spanish and Russian set the sign apart."""
    return word.number(value, digits) + ("\N{NO-BREAK SPACE}%" if word.language in ("es", "ru") else "%")
