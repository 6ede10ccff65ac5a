"""The catalogues of texts: the same keys and placeholders in every language, and every text can be filled in."""

import string
import tomllib
from importlib import resources
from typing import get_args

import pytest

from assay.history.course import Change
from assay.report.page import LANGUAGES
from assay.report.wording import Wording

FOLDER = resources.files("assay.history.words")


def texts(language: str) -> dict[str, str]:
    raw = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    flat = {key: value for key, value in raw.items() if isinstance(value, str)}
    for section, part in raw.items():
        if isinstance(part, dict):
            flat.update({f"{section}.{key}": value for key, value in part.items()})
    return flat


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def is_sentence(text: str) -> bool:
    """Whether a text has words, and not only one of them."""
    filled = text.format_map(dict.fromkeys(placeholders(text), ""))
    return " " in filled and any(map(str.isalpha, filled))


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
    word = Wording("assay.history.words", language)  # pyright: ignore[reportArgumentType]
    for key, text in texts(language).items():
        filled = word(key, **dict.fromkeys(placeholders(text), "VALUE"))
        assert filled.strip(), key
        assert filled.count("VALUE") >= len(placeholders(text)), key
        assert "{" not in filled, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_was_left_in_english(language: str) -> None:
    same = {key for key, text in texts(language).items() if text == ENGLISH[key] and is_sentence(text)}
    assert same == set()


def test_every_change_has_a_text() -> None:
    assert {f"change.{change}" for change in get_args(Change)} <= ENGLISH.keys()
