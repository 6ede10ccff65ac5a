"""Data sets of other tools, written by hand as their tools write them."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assay.data.case import Evidence
from assay.errors import BadFileError, BadInputError
from assay.files.foreign.collection import named_after
from assay.files.foreign.detecting import read_collection, source_of

FEE = "The fee is 8 dollars. It was 32."


def written(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def squad(answers: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    question = {"id": "a1", "question": "What is the fee?", "answers": answers, **more}
    return {"version": "v2.0", "data": [{"title": "Late_fees", "paragraphs": [{"context": FEE, "qas": [question]}]}]}


def test_answers_of_squad_are_alternatives_that_stand_in_their_paragraph(tmp_path: Path) -> None:
    answers = [{"text": "8 dollars", "answer_start": 11}, {"text": "8", "answer_start": 11}] * 2
    path = written(tmp_path, "dev.json", squad(answers))
    assert source_of(path) == "squad"
    found = read_collection(path)
    (case,) = found.golden
    assert (case.id, case.expected_answer, case.relevant_doc_ids) == ("a1", "8 dollars", ("Late_fees#1",))
    assert [(one.quote, one.start, one.end, one.group) for one in case.evidence] == [
        ("8 dollars", 11, 20, 0),
        ("8", 11, 12, 0),
    ]
    assert [(one.doc_id, one.title, one.text) for one in found.documents] == [("Late_fees#1", "Late fees", FEE)]
    assert not found.notes


def test_an_answer_that_does_not_stand_at_its_offset_is_kept_without_one_and_counted(tmp_path: Path) -> None:
    found = read_collection(written(tmp_path, "dev.json", squad([{"text": "32", "answer_start": 3}])))
    (case,) = found.golden
    assert case.evidence == (Evidence(doc_id="Late_fees#1", quote="32"),)
    assert found.notes == ["1 answers do not stand at their offset and were kept without one"]


def test_an_impossible_question_has_no_answer(tmp_path: Path) -> None:
    (case,) = read_collection(written(tmp_path, "dev.json", squad([], is_impossible=True))).golden
    assert (case.answerable, case.relevant_doc_ids, case.evidence) == (False, (), ())


def test_a_bad_place_in_squad_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as raised:
        read_collection(written(tmp_path, "dev.json", squad([{"text": "", "answer_start": "11"}])))
    assert [problem.field for problem in raised.value.problems] == [
        f"data.0.paragraphs.0.qas.0.answers.0.{name}" for name in ("text", "answer_start")
    ]


@pytest.mark.parametrize(
    "row",
    [
        {"user_input": "What is the fee?", "reference_contexts": [FEE, "May"], "reference": "8"},
        {"question": "What is the fee?", "ground_truth_context": [FEE, "May"], "ground_truths": ["8"]},
    ],
    ids=["new", "old"],
)  # fmt: skip
def test_texts_of_ragas_are_all_needed_and_named_after_what_they_say(tmp_path: Path, row: dict[str, Any]) -> None:
    path = written(tmp_path, "testset.jsonl", json.dumps(row) + "\n")
    assert source_of(path) == "ragas"
    found = read_collection(path)
    (case,) = found.golden
    assert (case.query, case.expected_answer) == ("What is the fee?", "8")
    assert [(one.doc_id, one.quote, one.group) for one in case.evidence] == [
        (named_after(FEE), FEE, 0),
        (named_after("May"), "May", 1),
    ]
    assert {one.doc_id: one.text for one in found.documents} == {named_after(FEE): FEE, named_after("May"): "May"}


def test_a_list_that_pandas_wrote_into_csv_as_python_does_is_read(tmp_path: Path) -> None:
    text = 'user_input,reference_contexts,reference\nWhat?,"[\'It\'\'s 8\', ""May""]",8\n'.replace("''", "")
    (case,) = read_collection(written(tmp_path, "testset.csv", text)).golden
    assert [one.quote for one in case.evidence] == ["Its 8", "May"]


def test_goldens_of_deepeval_keep_what_they_say(tmp_path: Path) -> None:
    golden = {
        "input": "What is the fee?", "actual_output": None, "expected_output": "8 dollars", "context": [FEE],
        "retrieval_context": ["May"], "source_file": "fees.md", "additional_metadata": None,
    }  # fmt: skip
    path = written(tmp_path, "goldens.json", [golden])
    assert source_of(path) == "deepeval"
    (case,) = read_collection(path).golden
    assert (case.query, case.expected_answer, case.retrieved_texts) == ("What is the fee?", "8 dollars", ("May",))
    assert [one.quote for one in case.evidence] == [FEE]
    assert case.metadata == {"source_file": "fees.md"}


def test_contexts_of_deepeval_stand_between_bars_in_csv(tmp_path: Path) -> None:
    path = written(tmp_path, "goldens.csv", f"input,expected_output,context\nWhat?,8,{FEE}|May\n")
    (case,) = read_collection(path).golden
    assert [one.quote for one in case.evidence] == [FEE, "May"]


def test_relevant_nodes_of_llamaindex_are_documents(tmp_path: Path) -> None:
    pairs = {
        "queries": {"a": "What?"},
        "corpus": {"n1": FEE, "n2": "May"},
        "relevant_docs": {"a": ["n1"]},
        "mode": "text",
    }
    path = written(tmp_path, "pairs.json", pairs)
    assert source_of(path) == "llamaindex"
    found = read_collection(path)
    assert [(case.id, case.query, case.relevant_doc_ids) for case in found.golden] == [("a", "What?", ("n1",))]
    assert [one.doc_id for one in found.documents] == ["n1", "n2"]


def test_a_node_that_is_not_in_the_corpus_is_named(tmp_path: Path) -> None:
    pairs = {"queries": {"a": "What?"}, "corpus": {"n1": FEE}, "relevant_docs": {"a": ["n3"], "b": []}}
    with pytest.raises(BadFileError) as raised:
        read_collection(written(tmp_path, "pairs.json", pairs))
    assert [problem.text for problem in raised.value.problems] == ["there is no query 'b'", "the corpus has no 'n3'"]


def test_examples_of_llamaindex_are_read(tmp_path: Path) -> None:
    examples = {
        "examples": [{"query": "What?", "query_by": None, "reference_contexts": [FEE], "reference_answer": "8"}]
    }
    (case,) = read_collection(written(tmp_path, "rag.json", examples)).golden
    assert (case.query, case.expected_answer, [one.quote for one in case.evidence]) == ("What?", "8", [FEE])


def autorag(folder: Path, *, corpus: bool = True, gt: Any = (("c1", "c2"), ("c3",))) -> Path:
    row = {"qid": ["q7"], "query": ["What?"], "retrieval_gt": [[list(group) for group in gt]], "generation_gt": [["8"]]}
    pq.write_table(pa.table(row), folder / "qa.parquet")
    if corpus:
        texts = {"doc_id": ["c1", "c2", "c3"], "contents": ["one", "two", "three"], "metadata": [{"a": 1}] * 3}
        pq.write_table(pa.table(texts), folder / "corpus.parquet")
    return folder / "qa.parquet"


def test_inner_lists_of_autorag_are_alternatives_and_outer_ones_are_all_needed(tmp_path: Path) -> None:
    path = autorag(tmp_path)
    assert source_of(path) == source_of(tmp_path) == "autorag"
    (case,) = read_collection(path).golden
    assert (case.id, case.expected_answer, case.relevant_doc_ids) == ("q7", "8", ("c1", "c2", "c3"))
    assert [(one.doc_id, one.quote, one.group) for one in case.evidence] == [
        ("c1", "one", 0),
        ("c2", "two", 0),
        ("c3", "three", 1),
    ]


def test_without_its_corpus_autorag_says_what_is_lost(tmp_path: Path) -> None:
    found = read_collection(autorag(tmp_path, corpus=False))
    assert [case.relevant_doc_ids for case in found.golden] == [("c1", "c2", "c3")]
    assert found.notes == ["there is no corpus.parquet, so which chunks are alternatives is lost"]


def test_a_chunk_that_autorags_corpus_lacks_is_named_with_its_row(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="the corpus has no 'c9'") as raised:
        read_collection(autorag(tmp_path, gt=(("c9",),)))
    assert [(problem.line, problem.field) for problem in raised.value.problems] == [(1, "retrieval_gt")]


def test_a_column_that_autorag_lacks_is_named(tmp_path: Path) -> None:
    pq.write_table(pa.table({"qid": ["a"]}), tmp_path / "qa.parquet")
    with pytest.raises(BadFileError, match="no column 'query'"):
        read_collection(tmp_path)


def test_what_is_nobodys_else_is_a_golden_set(tmp_path: Path) -> None:
    path = written(tmp_path, "golden.jsonl", '{"query": "What?", "relevant_doc_ids": ["d"]}\n')
    assert source_of(path) == "assay"


def test_no_data_set_is_an_error_that_says_what_could_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="squad, ragas, llamaindex"):
        read_collection(tmp_path / "none")
