"""``assay golden check``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def golden(folder: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        (folder / "mine.jsonl").write_text(text, "utf-8")
        return "mine.jsonl"

    return write


SOUND = '{"query": "a", "relevant_doc_ids": ["d1.md", "d2.md"]}\n'


def test_a_sound_set_gives_zero_and_says_so(assay: Run, golden: Callable[[str], str]) -> None:
    ended = assay("golden", "check", golden(SOUND), "--corpus", "docs")
    assert (ended.code, ended.out, ended.err) == (0, "mine: 1 case\nnothing to remark.\n", "")


def test_without_a_corpus_it_says_what_was_not_looked_up(assay: Run, golden: Callable[[str], str]) -> None:
    assert "(no corpus: ids and quotes not looked up)" in assay("golden", "check", golden(SOUND)).out


def test_a_warning_alone_gives_zero(assay: Run, golden: Callable[[str], str]) -> None:
    ended = assay("golden", "check", golden(SOUND + '{"query": "b"}\n'))
    assert ended.code == 0
    assert ended.out.splitlines()[1].startswith("warning: ")


def test_an_error_gives_three(assay: Run, golden: Callable[[str], str]) -> None:
    path = golden('{"query": "a", "relevant_doc_ids": ["d1.md", "gone"]}\n')
    ended = assay("golden", "check", path, "--corpus", "docs")
    assert ended.code == 3
    assert "gone (q1)" in ended.out
    assert "error: " in ended.out


def test_the_corpus_a_set_names_is_looked_into(assay: Run, golden: Callable[[str], str]) -> None:
    header = '{"golden": {"corpus": "docs"}}\n'
    assert assay("golden", "check", golden(header + '{"query": "a", "relevant_doc_ids": ["gone", "d1.md"]}')).code == 3


def test_json_is_one_object(assay: Run, golden: Callable[[str], str]) -> None:
    ended = assay("golden", "check", golden(SOUND + '{"query": "б", "id": "б"}\n'), "--json")
    written = json.loads(ended.out)
    assert (ended.code, ended.err, written["kind"], written["cases"]) == (0, "", "golden_check", 2)
    assert written["findings"][0]["severity"] == "warning"
    assert (written["findings"][0]["code"], written["findings"][0]["cases"]) == ("unlabelled", ["б"])


def test_json_of_a_set_in_error_is_still_json_with_three(assay: Run, golden: Callable[[str], str]) -> None:
    path = golden('{"query": "a", "relevant_doc_ids": ["d1"], "answerable": false}')
    ended = assay("golden", "check", path, "--json")
    assert (ended.code, json.loads(ended.out)["findings"][0]["code"]) == (3, "contradictory")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json\n", "mine.jsonl:1: not JSON"),
        ("", "no cases in it"),
        ('{"query": "a", "id": "x"}\n{"query": "b", "id": "x"}\n', "mine.jsonl:2: field 'id'"),
        ('{"query": "a", "relevent_doc_ids": []}\n', "did you mean 'relevant_doc_ids'?"),
    ],
)
def test_a_file_that_cannot_be_read_is_bad_input(
    assay: Run, golden: Callable[[str], str], text: str, said: str
) -> None:
    ended = assay("golden", "check", golden(text))
    assert (ended.code, ended.out) == (3, "")
    assert said in ended.err


def test_a_file_that_is_not_there_is_bad_input(assay: Run) -> None:
    ended = assay("golden", "check", "absent.jsonl")
    assert (ended.code, ended.out, ended.err) == (3, "", "error: absent.jsonl: no such file or folder\n")


def test_a_corpus_that_is_not_there_is_bad_input(assay: Run, golden: Callable[[str], str]) -> None:
    ended = assay("golden", "check", golden(SOUND), "--corpus", "absent")
    assert (ended.code, ended.out) == (3, "")
    assert "no corpus at absent" in ended.err


MOVED = (
    '{"query": "a", "mine": 1, "relevant_doc_ids": ["d.md", "e.md"],'
    ' "evidence": [{"doc_id": "d.md", "quote": "twenty-four carats", "start": 0, "end": 18}]}\n'
)


@pytest.fixture
def edited(folder: Path) -> str:
    (folder / "edited").mkdir()
    (folder / "edited" / "d.md").write_text("It is twenty-four carats fine.", "utf-8")
    (folder / "edited" / "e.md").write_text("Silver.", "utf-8")
    return "edited"


def test_evidence_that_moved_is_a_warning_and_gives_zero(assay: Run, golden: Callable[[str], str], edited: str) -> None:
    ended = assay("golden", "check", golden(MOVED), "--corpus", edited)
    assert ended.code == 0
    assert "warning: pieces of evidence that moved" in ended.out
    assert "q1: d.md[0:18] -> [6:24]" in ended.out


def test_write_repairs_what_moved_and_keeps_the_old_file(
    assay: Run, golden: Callable[[str], str], edited: str, folder: Path
) -> None:
    path = golden(MOVED)
    ended = assay("golden", "check", path, "--corpus", edited, "--write")
    assert (ended.code, "mine.jsonl.bak" in ended.err) == (0, True)
    assert (folder / "mine.jsonl.bak").read_text("utf-8") == MOVED
    record = json.loads((folder / path).read_text("utf-8"))
    assert (record["mine"], record["evidence"][0]["start"], record["evidence"][0]["end"]) == (1, 6, 24)
    assert "moved" not in assay("golden", "check", path, "--corpus", edited).out


def test_write_into_another_file_leaves_the_first_alone(
    assay: Run, golden: Callable[[str], str], edited: str, folder: Path
) -> None:
    ended = assay("golden", "check", golden(MOVED), "--corpus", edited, "--write", "out.jsonl", "--json")
    written = json.loads(ended.out)
    assert written["written"] == {"path": "out.jsonl", "kept": None, "repaired": 1}
    assert written["evidence"] == {"valid": 0, "moved": 1, "changed": 0, "ambiguous": 0, "gone": 0}
    assert (written["drifted"][0]["found_start"], written["drifted"][0]["found_doc_id"]) == (6, "d.md")
    assert (folder / "mine.jsonl").read_text("utf-8") == MOVED


def test_write_with_nothing_to_repair_writes_nothing(
    assay: Run, golden: Callable[[str], str], edited: str, folder: Path
) -> None:
    path = golden(MOVED.replace('"start": 0, "end": 18', '"start": 6, "end": 24'))
    ended = assay("golden", "check", path, "--corpus", edited, "--write")
    assert (ended.code, ended.err) == (0, "nothing moved, nothing written\n")
    assert not (folder / "mine.jsonl.bak").exists()


def test_evidence_that_is_gone_gives_three(assay: Run, golden: Callable[[str], str], edited: str) -> None:
    ended = assay("golden", "check", golden(MOVED.replace("carats", "ounces of it")), "--corpus", edited)
    assert ended.code == 3
    assert "error: pieces of evidence that are gone: 1 of 1" in ended.out


def test_write_without_a_corpus_is_bad_input(assay: Run, golden: Callable[[str], str]) -> None:
    ended = assay("golden", "check", golden(SOUND), "--write")
    assert ended.code == 3
    assert "Hint: give them with --corpus" in ended.err
