"""A golden file written again with some of its evidence replaced."""

import json
from pathlib import Path

import pytest

from assay.errors import BadInputError
from assay.files.golden import read_golden
from assay.files.golden_repair import write_repaired

HEADER = '{"golden": {"name": "mine", "corpus": "docs"}}'
FIRST = '{"query":"a",  "mine": {"x": 1}, "evidence": [{"doc_id": "d", "quote": "q", "start": 0, "end": 1}]}'
SECOND = '{"note": "kept",   "query": "b", "id": "second"}'
REPAIR = {("q1", 0): {"start": 5, "end": 6}}


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text(f"{HEADER}\n{FIRST}\n{SECOND}\n", "utf-8")
    return path


def test_a_repaired_line_keeps_its_other_fields_and_the_others_stay_as_they_are(golden: Path) -> None:
    write_repaired(golden, REPAIR)
    lines = golden.read_text("utf-8").splitlines()
    assert [json.loads(lines[0]), lines[2]] == [json.loads(HEADER), SECOND]
    evidence = {"doc_id": "d", "quote": "q", "start": 5, "end": 6}
    assert json.loads(lines[1]) == {"query": "a", "mine": {"x": 1}, "evidence": [evidence]}


def test_the_old_file_is_kept_under_a_name_that_is_free(golden: Path) -> None:
    before = golden.read_bytes()
    assert write_repaired(golden, REPAIR) == (golden, golden.with_name("mine.jsonl.bak"))
    after = golden.read_bytes()
    assert write_repaired(golden, {}) == (golden, golden.with_name("mine.jsonl.bak2"))
    assert golden.with_name("mine.jsonl.bak").read_bytes() == before
    assert golden.with_name("mine.jsonl.bak2").read_bytes() == after


def test_another_file_is_written_where_one_is_named(golden: Path) -> None:
    before = golden.read_bytes()
    (golden.parent / "new").mkdir()
    place = golden.parent / "new" / "out.jsonl"
    assert write_repaired(golden, REPAIR, place) == (place, None)
    assert golden.read_bytes() == before
    assert read_golden(place).cases[0].evidence[0].start == 5
    assert json.loads(place.read_text("utf-8").splitlines()[0])["golden"]["corpus"] == "../docs"


def test_json_becomes_json_lines_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"scale": "0-5", "cases": [json.loads(FIRST), json.loads(SECOND)]}), "utf-8")
    before, written = read_golden(path), write_repaired(path, {})
    assert written == (tmp_path / "mine.jsonl", None)
    assert read_golden(written[0]).sha256 == before.sha256


def test_csv_becomes_json_lines_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text('query,evidence\na,"[{""doc_id"": ""d"", ""quote"": ""q""}]"\n', "utf-8")
    place, _ = write_repaired(path, REPAIR)
    assert read_golden(place).cases[0].evidence[0].end == 6


def test_a_name_that_is_not_json_lines_is_refused(golden: Path) -> None:
    with pytest.raises(BadInputError, match=r"name it \.jsonl"):
        write_repaired(golden, REPAIR, golden.with_name("out.csv"))


def test_a_beir_folder_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text("", "utf-8")
    with pytest.raises(BadInputError, match="BEIR"):
        write_repaired(tmp_path, REPAIR)
