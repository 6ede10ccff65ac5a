"""Texts of every script and of none, all the way to Markdown, JSON and the terminal."""

import io
import json

import pytest
from markdown_it import MarkdownIt

from assay import Evaluation, RetrievalTestCase, evaluate
from assay.evaluation.page import page_of
from assay.report.terminal import print_page

TEXTS = {
    "Chinese": "召回率怎么计算？",
    "Cyrillic": "Как считается полнота?",
    "Arabic": "كيف يُحسب الاسترجاع؟",
    "Thai": "คำนวณอย่างไร",
    "Hebrew": "איך מחשבים?",
    "emoji": "👩‍👩‍👧🇪🇸?",
    "combining": "e\u0301te\u0301?",
    "zero-width": "zero\u200bwidth\u2060?",
    "beyond the BMP": "𝒟𝒞𝒢?",
}
NASTY = {
    "NUL": "nul\0here",
    "escape": "\x1b[2J\x1b[31mred",
    "C1 control": "\x9b31mred",
    "bell": "ding\a",
    "right-to-left override": "\u202eabc",
    "lone surrogate": "lone\ud800",
    "non-character": "\ufffe\uffff",
}


def missed(text: str, language: str = "en") -> Evaluation:
    """A run in which everything a user writes is `text`."""
    case = RetrievalTestCase(
        text, [f"{text}-expected"], category=text, language=language, id=text, metadata={"mood": text}
    )
    failing = RetrievalTestCase("fails", ["d1"])

    def retrieve(query: str) -> list[str]:
        if query == "fails":
            raise RuntimeError(text)
        return [f"{text}-came"]

    return evaluate(retrieve, [case, failing], k=1, name=text)


def in_terminal(result: Evaluation) -> str:
    """What a UTF-8 pipe is given."""
    pipe = io.BytesIO()
    file = io.TextIOWrapper(pipe, encoding="utf-8", newline="")
    print_page(page_of(result, by=["mood"]), file)
    file.flush()
    return pipe.getvalue().decode("utf-8")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_comes_through_to_json(text: str) -> None:
    content = json.loads(missed(text).to_json(by=["mood"], per_query=True))
    assert [content["failures"][0][key] for key in ("id", "query")] == [text, text]
    assert content["failures"][0]["retrieved"] == [f"{text}-came"]
    assert text in content["by"]["mood"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_comes_through_to_markdown(text: str) -> None:
    report = missed(text).to_markdown(by=["mood"])
    for part in (f"**{text}: {text}**", f"- Expected: {text}-expected", f"- Came instead: {text}-came", f"| {text} |"):
        assert part in report


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_comes_through_to_the_terminal(text: str) -> None:
    drawn = in_terminal(missed(text))
    assert f"{text}: {text}" in drawn
    assert f"{text}-came" in drawn


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_json_of_any_text_can_be_written_as_utf8_and_read_back(text: str) -> None:
    raw = missed(text).to_json(by=["mood"], per_query=True).encode("utf-8")
    assert json.loads(raw)["failures"][0]["query"] == text


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_markdown_of_any_text_can_be_written_as_utf8(text: str) -> None:
    assert b"Came instead" in missed(text).to_markdown(by=["mood"]).encode("utf-8")


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_any_text_can_be_drawn(text: str) -> None:
    assert "Came instead" in in_terminal(missed(text))


@pytest.mark.parametrize("name", ["NUL", "escape", "C1 control", "bell"])
def test_a_text_cannot_command_the_terminal(name: str) -> None:
    drawn = in_terminal(missed(NASTY[name]))
    assert [character for character in drawn if ord(character) < 32 and character != "\n"] == []
    assert "\x9b" not in drawn


@pytest.mark.parametrize("name", ["NUL", "escape", "C1 control", "bell"])
def test_a_text_puts_no_control_characters_into_markdown(name: str) -> None:
    report = missed(NASTY[name]).to_markdown(by=["mood"])
    assert [character for character in report if ord(character) < 32 and character != "\n"] == []


INJECTIONS = [
    "<script>alert(1)</script>",
    "[click](http://evil.example)",
    "![x](http://evil.example/x.png)",
    "a | b | c",
    "**bold** _and_ `code`",
    "# heading",
    "first\n# second",
    "one\n\n---\n\ntwo",
    "```\ncode\n```",
    "<!-- comment",
    "~~gone~~",
    "\\*escaped\\*",
    "trailing backslash \\",
    "- list",
    "1. list",
    "+ list",
    "> quote",
    "&lt;b&gt; &amp; &copy;",
    "a\tb",
    "| --- |",
]


@pytest.mark.parametrize("text", INJECTIONS, ids=repr)
def test_what_users_write_is_shown_by_a_renderer_as_they_wrote_it(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(missed(text).to_markdown(by=["mood"]))
    plain = [
        "".join(child.content for child in token.children or [] if child.type in ("text", "text_special"))
        for token in tokens
        if token.type == "inline"
    ]
    shown = " ".join(text.split())
    assert f"{shown}: {shown}" in plain
    assert f"q2: RuntimeError: {shown}" in plain
    assert f"Came instead: {shown}-came" in plain
    assert shown in plain


@pytest.mark.parametrize("text", INJECTIONS, ids=repr)
def test_what_users_write_adds_no_element_to_the_report(text: str) -> None:
    def kinds(report: str) -> list[str]:
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(report)
        inner = [child.type for token in tokens for child in token.children or []]
        return [token.type for token in tokens] + [kind for kind in inner if kind not in ("text", "text_special")]

    assert kinds(missed(text).to_markdown(by=["mood"])) == kinds(missed("plain").to_markdown(by=["mood"]))


def test_a_query_with_rich_markup_is_drawn_as_written() -> None:
    assert "[bold red]x[/] [link=http://evil.example]y" in in_terminal(
        missed("[bold red]x[/] [link=http://evil.example]y")
    )


def test_a_query_with_braces_is_not_filled_in() -> None:
    assert "{count} {0} {" in missed("{count} {0} {").to_markdown()


def test_a_query_of_several_lines_is_one_line_in_the_report() -> None:
    assert "**one two: one two**" in missed("one\ntwo").to_markdown()
