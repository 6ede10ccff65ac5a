"""Evaluations held against evidence: labels that outlive chunking."""

import json

import pytest

from assay import RetrievalTestCase, compare, evaluate
from assay.data.case import Evidence
from assay.data.document import Document
from assay.data.hit import Hit
from assay.errors import BadInputError

TEXT = "Cards cost 32 dollars a month. From May on the fee is 8 dollars. Nothing else changes for anybody."
CORPUS = [Document(doc_id="d", text=TEXT)]
CASES = [
    RetrievalTestCase("what is the fee", evidence=[Evidence(doc_id="d", quote="the fee is 8 dollars")], id="fee"),
    RetrievalTestCase("is it free", answerable=False, id="free"),
]


def chunks_of(size: int):
    def retrieve(query: str) -> list[Hit]:
        del query
        starts = range(0, len(TEXT), size)
        return [
            Hit(doc_id="d", chunk_id=f"{size}:{start}", text=TEXT[start : start + size], start=start, end=start + size)
            for start in starts
        ]

    return retrieve


@pytest.mark.parametrize("size", [20, 33, 50, 97])
def test_one_golden_set_serves_every_chunk_size(size: int) -> None:
    result = evaluate(chunks_of(size), CASES, k=10, corpus=CORPUS)
    assert (result.settings.matcher, result.settings.unit) == ("span", "chunk")
    assert result.mean("FullSupport@10").mean == 1.0
    assert result.mean("CharR@10").mean == 1.0
    assert result.mean("GroupR@10").scored == 1


def test_the_same_text_under_other_ids_scores_the_same() -> None:
    def renamed(query: str) -> list[Hit]:
        return [Hit(doc_id="d", text=hit.text, start=hit.start, end=hit.end) for hit in chunks_of(33)(query)]

    first, second = (evaluate(pipeline, CASES, k=[1, 3], corpus=CORPUS) for pipeline in (chunks_of(33), renamed))
    assert (first.values == second.values)[:, 0].all()


def test_hits_that_tell_only_their_text_are_held_against_the_quote() -> None:
    def texts(query: str) -> list[dict[str, str]]:
        return [{"id": "d", "text": hit.text or ""} for hit in chunks_of(50)(query)]

    result = evaluate(texts, CASES, k=10)
    assert result.settings.matcher == "text"
    assert result.mean("FullSupport@10").mean == 1.0


def test_k_can_be_made_to_count_documents() -> None:
    result = evaluate(chunks_of(20), CASES, k=10, unit="document")
    assert (result.settings.matcher, result.settings.unit) == ("id", "document")
    with pytest.raises(BadInputError, match="was not measured"):
        result.mean("GroupR@10")


def test_ids_alone_are_held_against_documents() -> None:
    result = evaluate(lambda _: ["d"], CASES, k=1)
    assert (result.settings.matcher, result.recall_at_k[1]) == ("id", 1.0)


def test_what_was_missed_is_named_by_its_place() -> None:
    result = evaluate(
        lambda _: [Hit(doc_id="d", chunk_id="c", text=TEXT[:20], start=0, end=20)], CASES, k=1, corpus=CORPUS
    )
    assert [failure.expected for failure in result.failures()] == [("d [43:63]",)]


def test_failed_calls_bound_the_measures_on_evidence() -> None:
    def fails(query: str) -> list[Hit]:
        raise ConnectionError(query)

    mean = evaluate(fails, CASES[:1], k=5, corpus=CORPUS).mean("nDCG@5")
    assert (mean.failed, mean.if_failed_worst, mean.if_failed_best) == (1, 0.0, 1.0)


def test_the_json_names_the_matcher_and_the_coverage() -> None:
    settings = json.loads(evaluate(chunks_of(20), CASES, k=10, corpus=CORPUS, coverage=0.8).to_json())["settings"]
    assert (settings["matcher"], settings["coverage"]) == ("span", 0.8)


def test_two_chunkings_are_compared_on_one_golden_set() -> None:
    small, large = (evaluate(chunks_of(size), CASES, k=1, corpus=CORPUS, name=str(size)) for size in (20, 97))
    found = compare(small, large, measures="GroupR@1 CharP@1")
    assert [round(found.difference(measure).difference, 3) for measure in ("GroupR@1", "CharP@1")] == [1.0, 0.206]
    assert found.remarks == ()


def test_figures_by_evidence_and_by_id_are_not_compared() -> None:
    by_span, by_id = evaluate(chunks_of(20), CASES, k=1, corpus=CORPUS), evaluate(lambda _: ["d"], CASES, k=1)
    with pytest.raises(BadInputError, match="unit = chunk"):
        compare(by_span, by_id)


@pytest.mark.parametrize("coverage", [0.0, 1.1, -1.0])
def test_a_coverage_out_of_range_is_refused(coverage: float) -> None:
    with pytest.raises(BadInputError, match="coverage is a share above 0 and at most 1"):
        evaluate(chunks_of(20), CASES, k=1, coverage=coverage)


def test_measures_of_diversity_take_groups_for_aspects() -> None:
    evidence = [Evidence(doc_id="d", quote="32 dollars", group=0), Evidence(doc_id="d", quote="8 dollars", group=1)]
    cases = [RetrievalTestCase("what does it cost", evidence=evidence, id="cost")]
    result = evaluate(chunks_of(33), cases, measures=["alpha_nDCG@10", "StRecall@1"], corpus=CORPUS)
    # chunks 1 and 2 of 33 characters bring one group each, and no other order is better
    assert [result.mean(name).mean for name in ("alpha_nDCG@10", "StRecall@1")] == [1.0, 0.5]
