"""The catalogues of texts: the same keys and placeholders in every language, and every text can be filled in."""

import string
import tomllib
from pathlib import Path

import pytest

import assay
from assay.report.page import LANGUAGES
from assay.report.wording import Wording

SRC = Path(assay.__file__).parent
PACKAGES = sorted({file.parent for file in SRC.rglob("words/*.toml")})
NAMES = [".".join(("assay", *folder.relative_to(SRC).parts)) for folder in PACKAGES]
OTHERS = [language for language in LANGUAGES if language != "en"]


def texts(package: str, language: str) -> dict[str, str]:
    file = PACKAGES[NAMES.index(package)] / f"{language}.toml"
    raw = tomllib.loads(file.read_text("utf-8"))
    flat = {key: value for key, value in raw.items() if isinstance(value, str)}
    for section, part in raw.items():
        if isinstance(part, dict):
            flat.update({f"{section}.{key}": value for key, value in part.items()})
    return flat


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def n_words(text: str) -> int:
    spoken = " ".join(literal for literal, _, _, _ in string.Formatter().parse(text))
    return sum(any(letter.isalpha() for letter in word) for word in spoken.split())


def test_there_are_catalogues() -> None:
    assert {"assay.evaluation.words", "assay.comparison.words"} <= set(NAMES)


@pytest.mark.parametrize("package", NAMES)
def test_the_catalogues_are_those_of_the_languages_reports_are_written_in(package: str) -> None:
    files = {file.stem for file in PACKAGES[NAMES.index(package)].glob("*.toml")}
    assert files == set(LANGUAGES) == {"en", "zh", "es", "ru"}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", NAMES)
def test_every_language_has_the_same_keys(package: str, language: str) -> None:
    assert texts(package, language).keys() == texts(package, "en").keys()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", NAMES)
def test_every_text_has_the_same_placeholders_in_every_language(package: str, language: str) -> None:
    theirs = {key: placeholders(text) for key, text in texts(package, language).items()}
    assert theirs == {key: placeholders(text) for key, text in texts(package, "en").items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", NAMES)
def test_every_text_can_be_filled_in(package: str, language: str) -> None:
    word = Wording(package, language)  # pyright: ignore[reportArgumentType]
    for key, text in texts(package, language).items():
        filled = word(key, **dict.fromkeys(placeholders(text), "VALUE"))
        assert filled.strip(), key
        assert filled.count("VALUE") >= len(placeholders(text)), key
        assert "{" not in filled, key


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", NAMES)
def test_no_sentence_was_left_in_english(package: str, language: str) -> None:
    english = texts(package, "en")
    same = {key for key, text in texts(package, language).items() if text == english[key] and n_words(text) > 2}
    assert same == set()
