import json
from pathlib import Path

import pytest

from assay.data.document import Document
from assay.errors import BadFileError, BadInputError
from assay.files.corpus import read_corpus


def lines_file(folder: Path, *records: object, name: str = "corpus.jsonl") -> Path:
    file = folder / name
    file.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return file


def test_a_folder_gives_its_texts_sorted_by_path_with_forward_slashes(tmp_path: Path) -> None:
    (tmp_path / "b" / "deep").mkdir(parents=True)
    for name in ("z.md", "a.txt", "b/deep/x.md", "b/y.MD", "b/picture.png"):
        (tmp_path / name).write_text("text", encoding="utf-8")
    assert [document.doc_id for document in read_corpus(tmp_path)] == ["a.txt", "b/deep/x.md", "b/y.MD", "z.md"]


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in (".git/readme.md", ".hidden.md", "seen.md"):
        (tmp_path / name).write_text("text", encoding="utf-8")
    assert [document.doc_id for document in read_corpus(tmp_path)] == ["seen.md"]


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("page.md", "intro\n\n# The *real* title ##\n\n# Second", "The *real* title"),
        ("page.md", "```sh\n# a comment\n```\n# After code", "After code"),
        ("page.md", "## Only a second level", "page"),
        ("page.md", "#hashtag", "page"),
        ("page.txt", "# not a heading in plain text", "page"),
        ("page.md", "# Windows\r\ntext", "Windows"),
    ],
)
def test_the_title_is_the_first_top_heading_of_markdown_else_the_stem(
    tmp_path: Path, name: str, text: str, title: str
) -> None:
    (tmp_path / name).write_bytes(text.encode())
    assert read_corpus(tmp_path)[0].title == title


def test_one_text_file_is_a_corpus_of_one(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    assert read_corpus(str(tmp_path / "note.txt")) == [Document(doc_id="note.txt", text="one\ntwo", title="note")]


def test_a_record_keeps_what_it_carries_besides_as_metadata(tmp_path: Path) -> None:
    lines_file(tmp_path, {"_id": "d1", "title": "T", "text": "x", "year": 1999, "metadata": {"by": "A"}})
    assert read_corpus(tmp_path) == [
        Document(doc_id="d1", text="x", title="T", metadata={"year": 1999, "by": "A"}),
    ]


@pytest.mark.parametrize("field", ["_id", "id", "doc_id"])
def test_an_id_may_stand_under_several_names_and_be_a_whole_number(tmp_path: Path, field: str) -> None:
    assert read_corpus(lines_file(tmp_path, {field: 7, "text": "x"}))[0].doc_id == "7"


def test_a_title_may_be_null_or_absent(tmp_path: Path) -> None:
    file = lines_file(tmp_path, {"_id": "1", "text": "x", "title": None}, {"_id": "2", "text": "x"})
    assert [document.title for document in read_corpus(file)] == ["", ""]


def test_byte_order_mark_crlf_and_blank_lines_are_dropped(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"_id": "d1", "text": "a\\r\\nb"}\r\n\r\n{"_id": "d2", "text": ""}\r\n')
    assert [(document.doc_id, document.text) for document in read_corpus(file)] == [("d1", "a\r\nb"), ("d2", "")]


def test_a_line_separator_inside_a_record_does_not_end_it(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_text('{"_id": "d1", "text": "a\u2028b\x85c"}', encoding="utf-8")
    assert read_corpus(file)[0].text == "a\u2028b\x85c"


def test_a_json_list_reads_as_the_lines_do(tmp_path: Path) -> None:
    records = [{"id": "a", "text": "x"}, {"id": "b", "text": "y"}]
    file = tmp_path / "c.json"
    file.write_text(json.dumps(records), encoding="utf-8")
    assert read_corpus(file) == read_corpus(lines_file(tmp_path, *records, name="c.jsonl"))


def test_every_bad_line_is_listed_with_its_number_and_field(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    good = b'{"_id": "g", "text": ""}\n'
    file.write_bytes(
        good
        + b"{oops\n"
        + b'["d"]\n'
        + b'{"text": "x"}\n'
        + b'{"_id": "e"}\n'
        + b'{"_id": true, "text": 3}\n'
        + b"\xff\n"
    )
    with pytest.raises(BadFileError) as caught:
        read_corpus(file)
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [
        (2, None),
        (3, None),
        (4, "_id"),
        (5, "text"),
        (6, "_id"),
        (6, "text"),
        (7, None),
    ]
    assert {problem.path for problem in caught.value.problems} == {str(file)}


def test_two_documents_under_one_id_name_both_lines(tmp_path: Path) -> None:
    file = lines_file(tmp_path, {"_id": "7", "text": "a"}, {"_id": "b", "text": ""}, {"_id": 7, "text": "c"})
    with pytest.raises(BadFileError, match=r"corpus\.jsonl:3: field '_id': the id '7' stands on line 1 already"):
        read_corpus(file)


def test_problems_of_a_json_list_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text('[{"id": "a", "text": "x"},\n{"id": "b"}]', encoding="utf-8")
    with pytest.raises(BadFileError, match=r"c\.json:2: field 'text': expected text, found none"):
        read_corpus(file)


@pytest.mark.parametrize(("content", "expected"), [("{}", "expected a JSON list"), ("[1,\n2", ":2: not JSON")])
def test_a_json_file_that_is_no_list_is_refused(tmp_path: Path, content: str, expected: str) -> None:
    file = tmp_path / "c.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BadFileError, match=expected):
        read_corpus(file)


def test_bytes_that_are_not_utf8_name_every_file_and_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"fine\n\nbad \xe9\n")
    (tmp_path / "b.txt").write_bytes(b"\xff\xfeu\x00")
    with pytest.raises(BadFileError) as caught:
        read_corpus(tmp_path)
    assert [(Path(problem.path).name, problem.line) for problem in caught.value.problems] == [("a.md", 3), ("b.txt", 1)]


def test_a_record_nested_too_deep_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(BadFileError, match=r"c\.jsonl:1"):
        read_corpus(file)


def test_a_path_with_nothing_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="there is no corpus at"):
        read_corpus(tmp_path / "absent")


@pytest.mark.parametrize("name", ["c.jsonl", "c.json"])
def test_an_empty_corpus_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("[]" if name.endswith("json") else "\n\n", encoding="utf-8")
    with pytest.raises(BadInputError, match="holds no documents"):
        read_corpus(tmp_path / name)


def test_a_folder_without_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="holds no documents"):
        read_corpus(tmp_path)


def test_an_unknown_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.pdf").write_bytes(b"%PDF")
    with pytest.raises(BadInputError, match="not a kind of corpus"):
        read_corpus(tmp_path / "c.pdf")
