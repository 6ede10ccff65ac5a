"""Judged passages that become evidence."""

import json
from pathlib import Path
from typing import Any

import pytest

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError
from assay.golden.merging import Merge, labels_of, merge


def merged(tmp_path: Path, groups: tuple[int, ...], **row: Any) -> Merge:
    """Merge one passage of document d with a case that has evidence of these groups, one piece each in document a."""
    pieces = [Evidence(doc_id="a", quote="gold", start=10 * n, end=10 * n + 4, group=n) for n in groups]
    golden = GoldenSet(cases=(RetrievalTestCase("What?", id="q", evidence=pieces),))
    given = {"query_id": "q", "doc_id": "d", "grade": 1, "judge": "Ana", "quote": "silver", "start": 0, "end": 6, **row}
    (tmp_path / "queue.jsonl").write_text(json.dumps(given) + "\n", "utf-8")
    return merge(labels_of(golden), [str(tmp_path / "queue.jsonl")], golden=golden)


def test_a_relevant_passage_is_an_alternative_to_the_only_group(tmp_path: Path) -> None:
    (piece,) = merged(tmp_path, (2,)).evidence["q"]
    assert (piece.doc_id, piece.quote, piece.start, piece.end, piece.group) == ("d", "silver", 0, 6, 2)


def test_of_several_groups_the_row_names_one(tmp_path: Path) -> None:
    (piece,) = merged(tmp_path, (0, 1), group=1).evidence["q"]
    assert piece.group == 1


def test_of_several_groups_none_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"queue\.jsonl:1: the case needs evidence of several groups \(0, 1\)"):
        merged(tmp_path, (0, 1))


def test_a_group_that_the_case_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="the case has no group 7"):
        merged(tmp_path, (0,), group=7)


def test_a_passage_that_is_not_relevant_is_no_evidence_but_has_provenance(tmp_path: Path) -> None:
    found = merged(tmp_path, (0,), grade=0)
    assert (found.evidence, len(found.added)) == ({}, 1)


def test_a_passage_that_is_evidence_already_is_known(tmp_path: Path) -> None:
    found = merged(tmp_path, (0,), doc_id="a", start=0, end=4, quote="gold")
    assert (found.known, found.evidence) == (1, {})


def test_evidence_that_is_judged_not_relevant_is_a_conflict(tmp_path: Path) -> None:
    (conflict,) = merged(tmp_path, (0,), doc_id="a", start=0, end=4, quote="gold", grade=0).conflicts
    assert (conflict.kept, conflict.other) == (1.0, 0.0)


def test_a_passage_with_half_of_its_offsets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"queue\.jsonl:1: field 'end': .*got None"):
        merged(tmp_path, (0,), end=None)


def test_a_passage_whose_words_nothing_tells_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match='add "quote" to the row'):
        merged(tmp_path, (0,), quote=None)
