"""The catalogues of texts: the same keys and placeholders in every language, and every text can be filled in."""

import string
import tomllib
from importlib import resources

import pytest

from assay import RetrievalTestCase, evaluate
from assay.errors import BadInputError
from assay.report.page import LANGUAGES
from assay.report.wording import Wording

FOLDER = resources.files("assay.evaluation.words")


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
    word = Wording("assay.evaluation.words", language)  # pyright: ignore[reportArgumentType]
    for key, text in texts(language).items():
        filled = word(key, **dict.fromkeys(placeholders(text), "VALUE"))
        assert filled.strip(), key
        assert filled.count("VALUE") >= len(placeholders(text)), key
        assert "{" not in filled, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_was_left_in_english(language: str) -> None:
    same = {key for key, text in texts(language).items() if text == ENGLISH[key] and " " in text}
    assert same == set()


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_report_can_be_written_in_every_language(language: str) -> None:
    cases = [
        RetrievalTestCase("right", ["d1"], category="facts", language="en"),
        RetrievalTestCase("missed", ["gone"]),
        RetrievalTestCase("fails", ["d1"]),
        RetrievalTestCase("no label"),
        RetrievalTestCase("no answer", answerable=False),
    ]

    def retrieve(query: str) -> list[str]:
        if query == "fails":
            raise ConnectionError("refused")
        return ["d1", "d1"]

    report = evaluate(retrieve, cases).to_markdown(language=language)  # pyright: ignore[reportArgumentType]
    assert ENGLISH["advice.title"] in report or language != "en"
    assert texts(language)["advice.title"] in report
    assert "{" not in report


@pytest.mark.parametrize("language", ["fr", "", "EN", "english", None])
def test_a_language_reports_are_not_written_in_is_refused(language: str) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        evaluate(lambda _: ["d1"], [RetrievalTestCase("a", ["d1"])]).to_markdown(language=language)  # pyright: ignore
