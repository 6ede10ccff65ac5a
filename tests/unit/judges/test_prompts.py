"""Prompts: the same in every language but for the words, and data that cannot close its own marks."""

import re
import string
import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.judges.languages import LANGUAGES, language_of
from assay.judges.prompts import all_enclosed, enclosed, prompt
from assay.judges.question import Passage

FILES = sorted(
    file.name.removesuffix(".toml")
    for file in resources.files("assay.judges.prompts").iterdir()
    if file.name.endswith(".toml")
)
PROMPTS = [name for name in FILES if name != "shared"]


def places(text: str) -> list[str]:
    return sorted(string.Template(text).get_identifiers())


@pytest.mark.parametrize("name", FILES)
def test_every_prompt_has_a_version_and_the_four_languages(name: str) -> None:
    found = tomllib.loads(resources.files("assay.judges.prompts").joinpath(f"{name}.toml").read_text("utf-8"))
    assert set(found) == {"version", *LANGUAGES}
    assert found["version"].isdecimal()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROMPTS)
def test_every_language_has_the_same_places_and_the_same_keys_of_the_reply(name: str, language: str) -> None:
    own, english = prompt(name, language), prompt(name, "en")
    assert places(own.user) == places(english.user) != []
    assert not places(own.system)
    assert set(re.findall(r'"(\w+)":', own.system)) == set(re.findall(r'"(\w+)":', english.system)) != set()
    assert "$why" in own.again


@given(st.text())
def test_no_text_can_close_its_own_marks(text: str) -> None:
    lines = enclosed(text).split("\n")
    mark = lines[0][1:-1]
    assert lines[-1] == f"</{mark}>"
    assert f"</{mark}>" not in "\n".join(lines[1:-1])


def test_a_text_that_holds_the_beginning_of_its_hash_gets_a_longer_mark() -> None:
    seen = {enclosed(f"mark {number:04x}").split("\n")[0] for number in range(65536 // 16)}
    assert all(mark.partition("-")[2].rstrip(">") for mark in seen)


def test_passages_are_numbered_in_their_order() -> None:
    said = all_enclosed([Passage(id="x", text="first"), Passage(id="y", text="second")])
    assert re.findall(r'number="(\d)">\n(\w+)', said) == [("1", "first"), ("2", "second")]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what is the nDCG of hybrid?", "en"),
        ("混合检索的 nDCG@10 是多少?", "zh"),
        ("кто придумал MRR?", "ru"),
        ("¿qué es el reranking?", "es"),
        ("cuál es la diferencia entre los dos", "es"),
        ("検索とは何ですか", "en"),
        ("", "en"),
        ("42", "en"),
    ],
)
def test_the_language_is_told_by_the_question(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(("given_code", "language"), [("zh-CN", "zh"), ("ES", "es"), ("ru_RU", "ru"), ("de", "en")])
def test_a_language_that_is_given_decides(given_code: str, language: str) -> None:
    assert language_of("кто?", given=given_code) == language
