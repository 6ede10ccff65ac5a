"""Golden sets from files, whatever their format: which one it is, its encoding, and all that is wrong with it."""

import json
from pathlib import Path

import pytest

from assay import read_golden
from assay.errors import AssayError, BadFileError, BadInputError

SCRIPTS = {
    "Chinese": "召回率怎么计算？",
    "Cyrillic": "Как считается полнота?",
    "Arabic": "كيف يُحسب الاسترجاع؟",
    "Hebrew": "איך מחשבים?",
    "Thai": "คำนวณอย่างไร",
    "emoji": "👩‍👩‍👧 🇪🇸 ok?",
    "zero-width": "zero\u200bwidth\u200d?",
    "right-to-left override": "\u202eabc?",
    "line separator": "one\u2028two?",
    "combining": "e\u0301te\u0301?",
    "beyond the BMP": "𝒟𝒞𝒢?",
}


def written(folder: Path, text: str | bytes, name: str = "golden.jsonl") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problems_of(path: Path) -> list[tuple[int | None, str | None]]:
    with pytest.raises(BadFileError) as caught:
        read_golden(path)
    assert {problem.path for problem in caught.value.problems} == {str(path)}
    return [(problem.line, problem.field) for problem in caught.value.problems]


def test_json_lines_json_and_csv_say_the_same(tmp_path: Path) -> None:
    lines = written(tmp_path, '{"query": "who?", "relevant_doc_ids": ["d1", "d2"], "category": "facts"}\n')
    listed = written(tmp_path, '[{"query": "who?", "relevant_doc_ids": ["d1", "d2"], "category": "facts"}]', "g.json")
    table = written(tmp_path, "query,relevant_doc_ids,category\nwho?,d1;d2,facts\n", "g.csv")
    hashes = {read_golden(path).sha256 for path in (lines, listed, table)}
    assert len(hashes) == 1


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
@pytest.mark.parametrize("escaped", [True, False], ids=["escaped", "plain"])
def test_a_query_in_any_script_comes_through_unchanged(tmp_path: Path, text: str, escaped: bool) -> None:
    path = written(tmp_path, json.dumps({"query": text, "relevant_doc_ids": [text]}, ensure_ascii=escaped))
    case = read_golden(path).cases[0]
    assert (case.query, case.relevant_doc_ids) == (text, (text,))


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    assert read_golden(written(tmp_path, b'\xef\xbb\xbf{"query": "who?"}')).cases[0].query == "who?"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_any_line_end_parts_the_cases(tmp_path: Path, end: str) -> None:
    path = written(tmp_path, end.join(['{"query": "a"}', "", '{"query": "b"}', ""]))
    assert [case.query for case in read_golden(path)] == ["a", "b"]


def test_lines_are_counted_over_windows_line_ends_and_blank_lines(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, '{"query": "a"}\r\n\r\n\r\n{"query": ""}\r\n')) == [(4, "query")]


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b'{"query": "a"}\n{"query": "caf\xe9"}\n', 2),
        ('{"query": "a"}'.encode("utf-16"), 1),
        (b"\xff", 1),
        (b'{"query": "a"}\n\n\n\xed\xa0\x80', 4),
    ],
    ids=["Latin-1", "UTF-16", "one byte", "an encoded surrogate"],
)
def test_the_line_that_is_not_utf8_is_named(tmp_path: Path, raw: bytes, line: int) -> None:
    path = written(tmp_path, raw)
    with pytest.raises(BadFileError, match=f"golden.jsonl:{line}: not UTF-8: byte 0x[0-9a-f]{{2}}\nHint: save"):
        read_golden(path)


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "\ufeff", '{"golden": {"name": "n"}}'], ids=repr)
@pytest.mark.parametrize("name", ["g.jsonl", "g.ndjson", "g"])
def test_a_file_without_cases_is_said_to_be_empty(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(BadFileError, match="no cases in it"):
        read_golden(written(tmp_path, text, name))


@pytest.mark.parametrize("text", ["", "query,relevant_doc_ids\n", "\n\n"], ids=repr)
def test_a_table_without_rows_is_said_to_be_empty(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFileError, match="no cases in it"):
        read_golden(written(tmp_path, text, "g.csv"))


def test_an_empty_list_of_cases_is_said_to_be_empty(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="no cases in it"):
        read_golden(written(tmp_path, "[]", "g.json"))


def test_all_bad_lines_are_listed_in_the_order_of_the_file(tmp_path: Path) -> None:
    lines = [
        "not json",
        '{"query": "a"}',
        "[1]",
        '{"relevent_doc_ids": []}',
        '{"query": "c", "id": 1.5}',
        '{"query": 7}',
        '"x"',
    ]
    assert problems_of(written(tmp_path, "\n".join(lines))) == [
        (1, None),
        (3, None),
        (4, "relevent_doc_ids"),
        (4, "query"),
        (5, "id"),
        (6, "query"),
        (7, None),
    ]


def test_a_message_of_a_thousand_bad_lines_stays_readable(tmp_path: Path) -> None:
    path = written(tmp_path, "x\n" * 1000)
    with pytest.raises(BadFileError) as caught:
        read_golden(path)
    assert len(caught.value.problems) == 1000
    assert str(caught.value).count("\n") < 30
    assert "994 more" in str(caught.value)


def test_a_repeated_id_names_both_lines(tmp_path: Path) -> None:
    path = written(tmp_path, '{"query": "a", "id": "x"}\n\n{"query": "b", "id": "y"}\n{"query": "c", "id": "x"}\n')
    with pytest.raises(BadFileError, match=r"golden.jsonl:4: field 'id': 'x' is already .* line 1"):
        read_golden(path)


def test_an_id_of_a_number_and_of_the_same_digits_are_one_id(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, '{"query": "a", "id": 1}\n{"query": "b", "id": "1"}')) == [(2, "id")]


def test_an_id_that_a_case_without_one_has_been_given_is_reported_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, '{"query": "a"}\n{"query": "b", "id": "q1"}')
    with pytest.raises(BadFileError, match=r"golden.jsonl:2"):
        read_golden(path)


@pytest.mark.parametrize("name", ["absent.jsonl", "no/such/folder/g.jsonl"])
def test_a_file_that_is_not_there_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadFileError, match="no such file or folder"):
        read_golden(tmp_path / name)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b"], ids=["too long", "NUL"])
def test_a_path_that_no_file_can_have_is_an_error_of_ours(name: str) -> None:
    with pytest.raises(AssayError):
        read_golden(name)


def test_a_folder_is_read_by_its_golden_file(tmp_path: Path) -> None:
    written(tmp_path, '{"query": "a"}')
    assert [case.query for case in read_golden(tmp_path)] == ["a"]


def test_a_folder_of_something_else_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"neither a BEIR folder .* nor one with a golden.jsonl"):
        read_golden(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [("g.txt", '{"query": "a"}'), ("g", '[{"query": "a"}]'), ("g.dat", "query\na\n"), ("G.JSONL", '{"query": "a"}')],
)
def test_a_file_of_any_ending_is_told_by_how_it_begins(tmp_path: Path, name: str, text: str) -> None:
    assert [case.query for case in read_golden(written(tmp_path, text, name))] == ["a"]


def test_a_set_without_a_name_is_called_after_its_file(tmp_path: Path) -> None:
    assert read_golden(written(tmp_path, '{"query": "a"}', "mine.jsonl")).name == "mine"


def test_a_header_says_name_scale_and_corpus(tmp_path: Path) -> None:
    header = {"golden": {"name": "Set", "scale": "0-5", "corpus": "docs"}}
    golden = read_golden(written(tmp_path, json.dumps(header) + '\n{"query": "a"}'))
    assert (golden.name, golden.scale, golden.corpus, len(golden)) == ("Set", "0-5", tmp_path / "docs", 1)


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"scale": "0-10"}, "scale"),
        ({"scales": "0-5"}, "scales"),
        ({"corpus": 3}, "corpus"),
        ({"name": ["n"]}, "name"),
        (5, "golden"),
        ([], "golden"),
        (None, "golden"),
    ],
)
def test_a_bad_header_is_named_with_the_bad_cases(tmp_path: Path, header: object, field: str) -> None:
    path = written(tmp_path, json.dumps({"golden": header}) + '\n{"query": ""}')
    assert problems_of(path) == [(1, field), (2, "query")]


def test_a_misspelt_field_of_the_header_is_met_with_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="'scale'"):
        read_golden(written(tmp_path, '{"golden": {"scael": "0-5"}}\n{"query": "a"}'))


def test_a_header_further_down_is_no_case(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, '{"query": "a"}\n{"golden": {"scale": "0-5"}}')) == [(2, "query")]


@pytest.mark.parametrize("name", ["g.jsonl", "g.json"])
@pytest.mark.parametrize(
    "value", ["1" * 5000, "[" * 100_000 + "]" * 100_000], ids=["a number of 5000 digits", "100 000 brackets"]
)
def test_json_that_python_cannot_hold_is_a_bad_line(tmp_path: Path, name: str, value: str) -> None:
    text = f'{{"query": "a", "x": {value}}}'
    with pytest.raises(BadFileError, match=name):
        read_golden(written(tmp_path, f"[{text}]" if name == "g.json" else text, name))


def test_an_empty_set_in_memory_is_refused_as_well() -> None:
    from assay import GoldenSet

    with pytest.raises(BadInputError, match="the golden set is empty"):
        GoldenSet.of([])
