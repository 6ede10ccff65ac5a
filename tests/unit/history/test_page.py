"""The page and the JSON of a history."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from assay.errors import BadInputError
from assay.history.tracing import history_of
from assay.store.seam import Store

Save = Callable[..., str]

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "schema" / "history.schema.json"
MISSES = {f"q{number}": 0.0 for number in range(20)}
HITS = {f"q{number}": 1.0 for number in range(20)}


def content(store: Store, **how: Any) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(history_of(store, **how).to_json(), parse_constant=refuse)


def test_a_line_has_its_entries_and_a_table_for_each_measure(store: Store, save: Save) -> None:
    first = save(MISSES, name="before", commit="0123456789abcdef")
    second = save(HITS)
    written = history_of(store).to_markdown()
    assert "## bm25 on faq" in written
    assert "- R@10: ▁█ 0.000 → 1.000" in written
    assert f"| {first} | 2026-03-14 09:00 | before | 01234567 | 20 | the first |" in written
    assert f"| {first} | 0.000 \\[0.000, 1.000\\] |  |" in written
    assert f"| {second} | 1.000 \\[0.000, 1.000\\] | **▲ +1.000 " in written


def test_a_change_of_the_golden_set_is_said_with_how_many_questions_stayed(store: Store, save: Save) -> None:
    save({"a": 0.0, "b": 0.0}, sha256="aa")
    save({"a": 1.0, "c": 1.0}, sha256="bb")
    assert "another golden set; 1 of 2 questions are as they were" in history_of(store).to_markdown()


def test_a_break_is_said_and_no_figure_stands_for_the_change(store: Store, save: Save) -> None:
    save(HITS, rel=1)
    second = save(MISSES, rel=3)
    written = history_of(store).to_markdown()
    assert "another threshold of relevance" in written
    assert f"| {second} | 0.000 \\[0.000, 1.000\\] |  |" in written
    assert "▼" not in written


def test_what_the_marks_mean_is_told_only_where_there_are_any(store: Store, save: Save) -> None:
    save(HITS)
    assert "▲" not in history_of(store).to_markdown()
    save(HITS)
    assert "with its 95% interval. ▲ up" in history_of(store).to_markdown()


def test_older_evaluations_that_are_left_out_are_counted(store: Store, save: Save) -> None:
    for _ in range(3):
        save(HITS)
    assert "not shown: 2" in history_of(store, last=1).to_markdown()


def test_an_empty_history_says_how_to_save(store: Store) -> None:
    assert "`assay evaluate ... --save`" in history_of(store).to_markdown().replace("\\", "")


@pytest.mark.parametrize(
    ("language", "cell"),
    [
        ("en", "\\[0.000, 1.000\\]"),
        ("zh", "\\[0.000, 1.000\\]"),
        ("es", "\\[0,000; 1,000\\]"),
        ("ru", "\\[0,000; 1,000\\]"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(store: Store, save: Save, language: Any, cell: str) -> None:
    save(HITS)
    assert cell in history_of(store).to_markdown(language=language)


def test_a_language_pages_are_not_written_in_is_refused(store: Store) -> None:
    with pytest.raises(BadInputError, match="reports are written in"):
        history_of(store).to_markdown(language="fr")  # pyright: ignore[reportArgumentType]


def test_a_name_cannot_become_markup(store: Store, save: Save) -> None:
    save(HITS, name="*bold* | cell")
    assert "\\*bold\\* \\| cell" in history_of(store).to_markdown()


def test_json_follows_the_published_schema(store: Store, save: Save) -> None:
    save(MISSES)
    save(HITS, corpus_sha256="c")
    jsonschema.validate(content(store), json.loads(SCHEMA.read_text("utf-8")))


def test_json_tells_what_was_held_against_what(store: Store, save: Save) -> None:
    first, second = save(MISSES, name="before"), save(HITS)
    written = content(store)
    assert (written["kind"], written["measures"], written["older"], written["store"]) == (
        "history",
        ["R@10"],
        0,
        store.place,
    )
    assert [entry["id"] for entry in written["entries"]] == [first, second]
    earlier, later = written["entries"]
    assert (earlier["name"], earlier["before"], earlier["changes"]) == ("before", None, ["first"])
    assert (later["before"], later["changes"], later["questions"], later["shared"]) == (first, [], 20, 20)
    drift = later["measures"]["R@10"]["drift"]
    assert (drift["difference"], drift["queries"], drift["mark"]) == (1.0, 20, "up")
    assert earlier["measures"]["R@10"]["drift"] is None


def test_json_of_what_cannot_be_told_has_null_in_place_of_ends(store: Store, save: Save) -> None:
    save({"q": 0.25})
    save({"q": 0.75})
    drift = content(store)["entries"][1]["measures"]["R@10"]["drift"]
    assert (drift["difference"], drift["low"], drift["high"], drift["mark"]) == (0.5, None, None, "unknown")


def test_a_notebook_shows_the_page(store: Store, save: Save) -> None:
    save(HITS)
    found = history_of(store)
    assert found._repr_markdown_() == found.to_markdown()
