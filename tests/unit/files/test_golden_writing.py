"""Golden sets written and read again: nothing is lost, and what a format cannot hold is told."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError
from assay.files.beir_writing import write_beir, write_trec
from assay.files.corpus import read_corpus
from assay.files.foreign.detecting import read_collection
from assay.files.golden import read_golden
from assay.files.golden_writing import write_corpus, write_golden

SHARED = Path(os.environ.get("ASSAY_DATA", Path(__file__).parents[4] / "shared" / "data"))
PIECES = (
    Evidence(doc_id="d1", quote="the fee", start=3, end=10, prefix="is ", suffix=" of", grade=4.0),
    Evidence(doc_id="d2", quote="“8”\u2028次", group=1),
)
FULL = RetrievalTestCase(
    "What is\nthe fee?", {"d1": 5.0, "d2": 0.0}, "8 dollars", "facts", "en", "a", {"team": "red", "n": 3},
    evidence=PIECES, generated_answer="32", retrieved_texts=["one", "two"],
)  # fmt: skip
CASES = (
    FULL,
    RetrievalTestCase("Wozu?", ["d1", "d3"], id="b"),
    RetrievalTestCase("为什么？", id="c", relevant_chunk_ids={"d1#2": 3.0}),
    RetrievalTestCase("Who?", id="d", answerable=False),
)
SET = GoldenSet(cases=CASES, name="fees", scale="0-5")


def test_a_golden_set_comes_back_field_by_field(tmp_path: Path) -> None:
    write_golden(SET, tmp_path / "golden.jsonl")
    assert read_golden(tmp_path / "golden.jsonl") == SET


def test_the_corpus_is_named_from_where_the_file_is(tmp_path: Path) -> None:
    write_corpus([Document(doc_id="d1", text="t", title="T", metadata={"year": 2024})], tmp_path / "docs" / "c.jsonl")
    write_golden(replace(SET, corpus=tmp_path / "docs" / "c.jsonl"), tmp_path / "sets" / "golden.jsonl")
    place = read_golden(tmp_path / "sets" / "golden.jsonl").corpus
    assert place is not None
    assert read_corpus(place) == [Document(doc_id="d1", text="t", title="T", metadata={"year": 2024})]


def test_a_beir_folder_comes_back_but_for_what_is_told(tmp_path: Path) -> None:
    notes = write_beir(SET, [Document(doc_id="d1", text="t")], tmp_path / "beir")
    found = read_golden(tmp_path / "beir")
    assert found.left_out == ("d",)
    a, b, c = found
    bare = tuple(replace(piece, prefix="", suffix="") for piece in PIECES)
    assert a == replace(FULL, evidence=bare)
    assert b == replace(CASES[1], relevant_doc_ids={"d1": 5.0, "d3": 5.0})
    assert c == replace(CASES[2], relevant_chunk_ids=(), relevant_doc_ids={"d1#2": 3.0})
    assert notes == [
        "1 of 4 cases have no label, so they stand among the questions alone",
        "the format does not say the scale of grades, 0-5: 3 and more is relevant",
        "1 of 4 cases: not kept: what stands before and after evidence",
        "1 of 4 cases: not kept: labels on chunks, whose ids stand for documents",
    ]


def test_trec_gets_judgements_and_topics_and_says_what_it_lacks(tmp_path: Path) -> None:
    notes = write_trec(SET, tmp_path / "fees.qrels")
    assert (tmp_path / "fees.qrels").read_text("utf-8").splitlines() == [
        "a 0 d1 5", "a 0 d2 0", "b 0 d1 5", "b 0 d3 5", "c 0 d1#2 3",
    ]  # fmt: skip
    topics = (tmp_path / "fees.qrels.topics.tsv").read_text("utf-8").splitlines()
    assert topics == ["a\tWhat is the fee?", "b\tWozu?", "c\t为什么？", "d\tWho?"]
    assert "1 of 4 cases: not kept: evidence" in notes
    assert "1 of 4 cases: not kept: that there is no answer" in notes


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    for name in ("golden.jsonl", "x.qrels", "beir/mine"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine", "utf-8")
    for write in (
        lambda: write_golden(SET, tmp_path / "golden.jsonl"),
        lambda: write_trec(SET, tmp_path / "x.qrels"),
        lambda: write_beir(SET, [], tmp_path / "beir"),
    ):
        with pytest.raises(BadFileError, match="nothing is overwritten"):
            write()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["beir", "golden.jsonl", "x.qrels"]


@pytest.mark.parametrize("name", ["chroma-chunk-eval", "cmrc2018-dev-zh", "xquad-ru"])
def test_real_collections_come_back_from_beir_and_from_a_golden_file(tmp_path: Path, name: str) -> None:
    if not (SHARED / name).is_dir():
        pytest.skip("the shared collections are not here; ASSAY_DATA names their folder")
    found = read_collection(SHARED / name)
    write_beir(found.golden, found.documents, tmp_path / "beir")
    again = read_collection(tmp_path / "beir")
    assert again.golden.cases == found.golden.cases
    assert [(one.doc_id, one.title, one.text) for one in again.documents] == [
        (one.doc_id, one.title, one.text) for one in found.documents
    ]
    write_golden(found.golden, tmp_path / "golden.jsonl")
    assert read_golden(tmp_path / "golden.jsonl").cases == found.golden.cases


def test_squad_comes_out_as_beir_with_the_spans_it_had(tmp_path: Path) -> None:
    paragraph = {
        "context": "It is 8.",
        "qas": [{"id": "a", "question": "What?", "answers": [{"text": "8", "answer_start": 6}]}],
    }
    (tmp_path / "dev.json").write_text(json.dumps({"data": [{"title": "T", "paragraphs": [paragraph]}]}), "utf-8")
    found = read_collection(tmp_path / "dev.json")
    write_beir(found.golden, found.documents, tmp_path / "beir")
    (span,) = [json.loads(line) for line in (tmp_path / "beir" / "spans.jsonl").read_text("utf-8").splitlines()]
    assert (span["query-id"], span["corpus-id"], span["start"], span["end"], span["text"]) == ("a", "T#1", 6, 7, "8")
