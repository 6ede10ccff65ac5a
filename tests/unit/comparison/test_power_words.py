"""The texts of a plan: the same keys and placeholders in every language, and every text can be filled in."""

import string
import tomllib
from importlib import resources

import pytest

from assay import Plan, power
from assay.errors import BadInputError
from assay.report.page import LANGUAGES
from assay.report.wording import Wording

FOLDER = resources.files("assay.comparison.power_words")


def texts(language: str) -> dict[str, str]:
    raw = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    flat = {key: value for key, value in raw.items() if isinstance(value, str)}
    for section, part in raw.items():
        if isinstance(part, dict):
            flat.update({f"{section}.{key}": value for key, value in part.items()})
    return flat


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


ENGLISH = texts("en")
OTHERS = sorted({file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml")} - {"en"})


def test_the_catalogues_are_those_of_the_languages_reports_are_written_in() -> None:
    assert {"en", *OTHERS} == set(LANGUAGES) == {"en", "zh", "es", "ru"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: str) -> None:
    assert texts(language).keys() == ENGLISH.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_has_the_same_placeholders_in_every_language(language: str) -> None:
    theirs = {key: placeholders(text) for key, text in texts(language).items()}
    assert theirs == {key: placeholders(text) for key, text in ENGLISH.items()}


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_text_can_be_filled_in(language: str) -> None:
    word = Wording("assay.comparison.power_words", language)  # pyright: ignore[reportArgumentType]
    for key, text in texts(language).items():
        filled = word(key, **dict.fromkeys(placeholders(text), "VALUE"))
        assert filled.strip(), key
        assert filled.count("VALUE") >= len(placeholders(text)), key
        assert "{" not in filled, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_was_left_in_english(language: str) -> None:
    same = {key for key, text in texts(language).items() if text == ENGLISH[key] and " " in text}
    assert same == set()


PLANS = [
    power(spread=0.3, difference=0.03, n=100),
    power(spread=0.3),
    power(gain=0.07, loss=0.02, n=4, cluster_size=5, icc=0.2),
    power(gain=0.07, loss=0.07, margin=0.05, n=200),
    power(spread=0.3, margin=0.05),
    power(spread=0.3, difference=0.03, alternative="greater"),
    power(spread=0.3, difference=-0.03, alternative="less"),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_plan_can_be_written_in_every_language(language: str, plan: Plan) -> None:
    page = plan.to_markdown(language=language)  # pyright: ignore[reportArgumentType]
    assert texts(language)["assumed.title"] in page
    assert "{" not in page


@pytest.mark.parametrize("language", ["fr", "", "EN"])
def test_a_language_plans_are_not_written_in_is_refused(language: str) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        PLANS[0].sentence(language=language)  # pyright: ignore[reportArgumentType]
