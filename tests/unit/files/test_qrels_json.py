"""Judgements in JSON and JSON Lines."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import BadFileError
from assay.files.qrels import read_qrels
from assay.files.runs import read_run

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "given"
        path.write_text(text, "utf-8")
        return path

    return written


def problems_of(path: Path) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFileError) as caught:
        read_qrels(path)
    return [(problem.line, problem.text) for problem in caught.value.problems]


TWO = {"q1": {"d1": 2.0, "d2": 0.0}, "q2": {"d1": 1.0}}
RECORDS = [
    {"query_id": "q1", "doc_id": "d1", "grade": 2},
    {"query_id": "q1", "doc_id": "d2", "grade": 0, "note": "x"},
    {"qid": "q2", "corpus-id": "d1", "relevance": 1.0},
]
QUERIES = [{"query_id": "q1", "grades": {"d1": 2, "d2": 0}}, {"grades": {"d1": 1}, "query_id": "q2"}]


def lines(records: list[dict[str, object]]) -> str:
    return "\n".join(map(json.dumps, records))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(TWO),
        json.dumps(TWO, indent=2),
        "\n" + json.dumps(TWO),
        json.dumps(RECORDS),
        json.dumps(RECORDS, indent=1),
        json.dumps(QUERIES),
        lines(RECORDS),  # pyright: ignore
        lines(QUERIES),
        "\n\n" + lines(QUERIES) + "\n",
        lines(QUERIES).replace("\n", "\r\n"),
        "\ufeff" + json.dumps(TWO),
    ],
    ids=["mapping", "indented", "blank line first", "records", "records indented", "queries in a list", "record lines",
         "query lines", "blank lines", "CRLF", "mark"],
)  # fmt: skip
def test_mappings_records_and_queries_say_the_same(write: Write, text: str) -> None:
    assert read_qrels(write(text)).grades == TWO


def test_a_single_line_is_told_by_what_it_holds(write: Write) -> None:
    assert read_qrels(write('{"q1": {"d1": 1}}')).grades == {"q1": {"d1": 1.0}}
    assert read_qrels(write('{"query_id": "q1", "doc_id": "d1", "grade": 1}')).grades == {"q1": {"d1": 1.0}}
    assert read_qrels(write('{"query_id": "q1", "grades": {"d1": 1}}')).grades == {"q1": {"d1": 1.0}}


def test_a_query_without_judgements_is_kept(write: Write) -> None:
    assert read_qrels(write('{"q1": {}, "q2": {"d1": 1}}')).grades == {"q1": {}, "q2": {"d1": 1.0}}


@pytest.mark.parametrize("n_docs", [10, 30_000])
def test_long_lines_are_told_apart_too(write: Write, n_docs: int) -> None:
    docs = {f"d{n}": n % 3 for n in range(n_docs)}
    for given in ({"q1": docs, "q2": docs}, {"query_id": "q1", "grades": docs}):
        grades = read_qrels(write(json.dumps(given))).grades
        assert grades["q1"] == docs


def test_whole_numbers_as_ids_become_text(write: Write) -> None:
    assert read_qrels(write('[{"query_id": 7, "doc_id": "007", "grade": 1}]')).grades == {"7": {"007": 1.0}}


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "-Infinity", "true", "null", '"high"', "[1]", "{}", '"0x10"', "1e999"]
)
def test_a_grade_that_is_no_finite_number_is_named(write: Write, value: str) -> None:
    ((line, text),) = problems_of(write(f'{{"q1": {{"d1": 1, "d2": {value}}}}}'))
    assert line is None
    assert "document 'd2' of query 'q1'" in text
    record = f'{{"query_id": "q1", "doc_id": "d2", "grade": {value}}}'
    assert problems_of(write('{"query_id": "q1", "doc_id": "d1", "grade": 1}\n' + record))[0][0] == 2


@pytest.mark.parametrize("given", ["1.5", "null", "true", "[1]", '""', '"\\ud800"'])
def test_an_id_that_is_none_is_named(write: Write, given: str) -> None:
    ((line, text),) = problems_of(write(f'[{{"query_id": "q1",\n"doc_id": {given}, "grade": 1}}]'))
    assert line == 1
    assert text.startswith("an id is text or a whole number, and not empty")


@pytest.mark.parametrize(
    "text",
    [
        '{"q1": {"d1": 1, "d1": 0}}',
        '{"q1": {"d1": 1}, "q1": {"d2": 1}}',
        '[{"query_id": "q1", "doc_id": "d1", "grade": 1, "grade": 2}]',
        '{"query_id": "q1", "grades": {"d1": 1, "d1": 2}}',
    ],
)
def test_a_key_with_two_values_is_an_error(write: Write, text: str) -> None:
    ((_, said),) = problems_of(write(text))
    assert "stands twice in one object, with different values" in said


def test_a_key_that_says_the_same_twice_is_fine(write: Write) -> None:
    assert read_qrels(write('{"q1": {"d1": 1, "d1": 1}}')).grades == {"q1": {"d1": 1.0}}


def test_contradictory_records_name_both_lines(write: Write) -> None:
    records = '{"query_id": "q1", "doc_id": "d1", "grade": 1}\n\n{"query_id": "q1", "grades": {"d2": 0, "d1": 3}}'
    assert problems_of(write(records)) == [(3, "document 'd1' of query 'q1' is graded 1 in line 1 and 3 here")]


@pytest.mark.parametrize("opening", ['{"a":', "[", '[{"a":'])
def test_json_that_nests_too_deep_is_an_error_not_a_crash(write: Write, opening: str) -> None:
    assert "nests too deep" in problems_of(write(opening * 100_000))[0][1]


def test_a_number_of_five_thousand_digits_is_an_error(write: Write) -> None:
    number = "9" * 5000
    assert len(problems_of(write(f'{{"q1": {{"d1": {number}}}}}'))) == 1
    assert problems_of(write(f'{{"query_id": "q", "doc_id": "d", "grade": {number}}}\n'))[0][0] == 1
    assert len(problems_of(write(f'{{"q1": {{"d1": {number}.5}}}}'))) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"q1": {"d1": 1}', 1),
        ('{"q1":\n {"d1": 1,}}', 2),
        ('[{"query_id": "q1", "doc_id": "d1", "grade": 1},\n 5]', 2),
        ('{"query_id": "q1", "doc_id": "d1", "grade": 1}\n[1]\n', 2),
        ('{"query_id": "q1", "doc_id": "d1", "grade": 1}\nnot json\n', 2),
        ('{"query_id": "q1", "doc_id": "d1", "grade": 1}\n{"query_id": "q1", "doc_id": "d1"}\n', 2),
        ('{"query_id": "q1", "doc_id": "d1", "grade": 1}\n{"query_id": "q1", "grades": [1]}\n', 2),
    ],
)
def test_what_is_not_such_json_is_named_by_line(write: Write, text: str, line: int) -> None:
    assert [number for number, _ in problems_of(write(text))] == [line]


@pytest.mark.parametrize("text", ['{"q1": ["d1"]}', '{"q1": 1}', '{"query": "text"}', '{"q1": {"d1": {"x": 1}}}'])
def test_a_mapping_of_something_else_is_an_error(write: Write, text: str) -> None:
    assert len(problems_of(write(text))) == 1


@pytest.mark.parametrize("text", ["{}", "[]"])
def test_nothing_in_it_is_said_to_be_so(write: Write, text: str) -> None:
    assert problems_of(write(text)) == [(None, "no judgements in it")]


def test_scores_may_be_infinite_and_whole_queries(write: Write) -> None:
    run = read_run(write('{"query_id": "q1", "scores": {"d1": Infinity, "d2": "-inf", "d3": 0.5}}\n'))
    assert (run.doc_ids, run.scores.tolist()) == (("d1", "d2", "d3"), [float("inf"), float("-inf"), 0.5])


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "given.json"
    path.write_bytes(b'{"q1":\n {"d\xe9": 1}}')
    assert problems_of(path) == [(2, "not UTF-8: byte 0xe9")]
