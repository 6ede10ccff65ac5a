"""What the gate says: the same keys and placeholders in every language, and every code has its text."""

import string
import tomllib
from collections.abc import Callable
from importlib import resources

import pytest

from assay import gate
from assay.comparison.system import System
from assay.errors import BadInputError
from assay.report.page import LANGUAGES

FOLDER = resources.files("assay.gating.words")


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    theirs = {key: placeholders(text) for key, text in texts(language).items()}
    assert theirs == {key: placeholders(text) for key, text in ENGLISH.items()}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_sentence_was_left_in_english(language: str) -> None:
    same = {key for key, text in texts(language).items() if text == ENGLISH[key] and " " in text}
    assert same - {"why.figure", "word.joined", "word.sentence", "word.line"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_can_be_written_in_every_language(language: str, shares: Callable[..., System]) -> None:
    rules = ["R@5 >= 0.75", "R@5 >= 0.85", "R@5 >= baseline - 0.01", "R@5 >= baseline", "failures <= 0"]
    verdict = gate(shares(48, 60), rules, baseline=shares(49, 60), sequential=False)
    written = verdict.to_markdown(language=language)  # pyright: ignore[reportArgumentType]
    assert texts(language)["word.undecided"] in written
    assert "{" not in written
    decimal = "0,800" if language in ("es", "ru") else "0.800"
    assert decimal in written


def test_a_language_reports_are_not_written_in_is_refused(shares: Callable[..., System]) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        gate(shares(20, 20), "R@5 >= 0.5").to_markdown(language="fr")  # pyright: ignore[reportArgumentType]
