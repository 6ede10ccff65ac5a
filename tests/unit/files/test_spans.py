"""Evidence beside a BEIR folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from assay import read_golden
from assay.data.case import Evidence
from assay.errors import BadFileError


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    (tmp_path / "queries.jsonl").write_text('{"_id": "q1", "text": "why"}\n{"_id": "q2", "text": "when"}\n')
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n")
    return tmp_path


def spans(folder: Path, *records: dict[str, Any]) -> None:
    (folder / "spans.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))


def test_spans_are_the_evidence_of_their_query(beir: Path) -> None:
    first = {"query-id": "q1", "corpus-id": "d1", "start": 3, "end": 6, "text": "due", "group": 0}
    spans(beir, first, {**first, "text": "owing", "start": 9, "end": 14, "group": 1})
    q1, q2 = read_golden(beir)
    assert q1.evidence == (
        Evidence(doc_id="d1", quote="due", start=3, end=6, group=0),
        Evidence(doc_id="d1", quote="owing", start=9, end=14, group=1),
    )
    assert q2.evidence == ()


def test_a_text_that_does_not_stand_at_its_offsets_is_kept_without_them(beir: Path) -> None:
    spans(beir, {"query-id": "q1", "corpus-id": "d1", "start": -1, "end": -1, "text": "due", "offset_ok": False})
    assert read_golden(beir).cases[0].evidence == (Evidence(doc_id="d1", quote="due"),)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"query-id": "q1", "corpus-id": "d1", "text": ""}, r"spans\.jsonl:1: field 'text'"),
        ({"query-id": "q1", "corpus-id": "d1"}, r"spans\.jsonl:1: field 'text': Field required"),
        ({"query-id": "q1", "corpus-id": "d1", "text": "x", "start": 5, "end": 5}, "expected a start of at least 0"),
        ({"query-id": "q9", "corpus-id": "d1", "text": "x"}, r"spans of queries that queries\.jsonl does not have: q9"),
    ],
)
def test_bad_lines_are_named(beir: Path, record: dict[str, Any], message: str) -> None:
    spans(beir, record)
    with pytest.raises(BadFileError, match=message):
        read_golden(beir)
