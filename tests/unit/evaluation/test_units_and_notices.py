"""What k counts, how repeats and chunks are credited, and what the report says of odd runs."""

import pytest

from assay import Evaluation, Hit, RetrievalTestCase, evaluate


def chunks(*names: str) -> list[Hit]:
    """``d1#2`` is the second chunk of d1."""
    return [Hit(name.partition("#")[0], chunk_id=name) for name in names]


def asked(hits: list[Hit] | list[str], *cases: RetrievalTestCase, k: int = 3) -> Evaluation:
    return evaluate(lambda _: hits, cases, k=k)


def codes(result: Evaluation) -> dict[str, int]:
    """Notices by code; rankings shorter than what was asked for have a test of their own."""
    return {notice.code: notice.count for notice in result.notices if notice.code != "short"}


DOCUMENT = RetrievalTestCase("Who?", ["d1", "d2"])
CHUNK = RetrievalTestCase("Who?", relevant_chunk_ids=["d1#2", "d2#1"])


def test_labels_on_documents_make_k_count_documents() -> None:
    result = asked(chunks("d1#1", "d1#2", "d2#1"), DOCUMENT, k=2)
    assert (result.settings.unit, result.hit_rate_at_k[2]) == ("document", 1.0)


def test_chunks_collapse_to_their_document_at_its_first_chunk() -> None:
    result = asked(chunks("d9#1", "d9#2", "d1#1", "d1#2"), DOCUMENT, k=4)
    assert (result.mrr, result.recall_at_k[4], result.precision_at_k[4]) == (0.5, 0.5, 0.25)


def test_labels_on_chunks_make_k_count_chunks() -> None:
    result = asked(chunks("d1#1", "d1#2", "d2#1"), CHUNK)
    assert (result.settings.unit, result.mrr, result.recall_at_k[3]) == ("chunk", 0.5, 1.0)


def test_chunk_ids_written_as_documents_are_recognised_where_they_come_back() -> None:
    result = asked(chunks("d1#1", "d1#2"), RetrievalTestCase("Who?", ["d1#2"]))
    assert (result.settings.unit, result.mrr) == ("chunk", 0.5)


def test_one_document_id_that_comes_back_is_enough_for_documents() -> None:
    cases = [RetrievalTestCase("Who?", ["d1#2"]), RetrievalTestCase("When?", ["d1"])]
    assert asked(chunks("d1#1", "d1#2"), *cases).settings.unit == "document"


def test_a_case_that_labels_documents_is_no_silent_miss_beside_one_that_labels_chunks() -> None:
    result = asked(chunks("d1#1", "d1#2"), CHUNK, RetrievalTestCase("When?", ["d1"]))
    assert result.per_query["q2"]["R@3"] == 1.0


def test_spans_make_hits_chunks_even_without_ids() -> None:
    hits = [Hit("d9", start=0, end=5), Hit("d9", start=5, end=9), Hit("d1", start=0, end=3)]
    assert asked(hits, DOCUMENT).mrr == 0.5


def test_a_whole_document_that_comes_twice_keeps_both_places_and_is_credited_once() -> None:
    result = asked(["d1", "d1", "d2"], DOCUMENT)
    assert (result.precision_at_k[3], result.recall_at_k[3], result.map_at_k[3]) == (2 / 3, 1.0, (1 + 2 / 3) / 2)


def test_a_repeat_never_lifts_recall_above_one() -> None:
    assert asked(["d1"] * 3, RetrievalTestCase("Who?", ["d1"])).recall_at_k[3] == 1.0


def test_repeats_are_counted_and_noted() -> None:
    result = evaluate(
        {"a": ["d1", "d1", "d1"], "b": ["d1", "d2"], "c": ["d2", "d2"]}.__getitem__,
        [RetrievalTestCase(query, ["d1"]) for query in "abc"],
        k=3,
    )
    assert codes(result) == {"repeats": 3}
    assert "3 repeats in 2 questions" in result.to_markdown()


def test_a_run_without_oddities_has_no_notice() -> None:
    result = asked(["d1", "d2", "d9"], DOCUMENT)
    assert result.notices == ()
    assert "Please note" not in result.to_markdown()


def test_questions_left_with_fewer_than_k_documents_are_noted() -> None:
    assert codes(asked(chunks("d1#1", "d1#2", "d2#1"), DOCUMENT)) == {"collapsed": 1}


def test_a_short_ranking_is_not_called_collapsed() -> None:
    assert codes(asked(chunks("d1#1", "d1#2"), DOCUMENT)) == {}


def test_chunks_are_not_called_collapsed_where_k_counts_chunks() -> None:
    assert codes(asked(chunks("d1#1", "d1#2", "d2#1"), CHUNK)) == {}


def test_ids_that_never_meet_are_noted_with_examples_of_both() -> None:
    result = asked(["x1", "x2"], DOCUMENT)
    assert codes(result) == {"no_overlap": 1}
    assert "Expected for example: d1, d2. Retrieved for example: x1, x2." in result.to_markdown()


def test_ids_that_differ_in_folder_ending_and_case_alone_are_said_to() -> None:
    result = asked(["docs/D1.md", "docs/D2.md"], DOCUMENT)
    assert codes(result) == {"no_overlap_alike": 1}
    assert "they would meet if folders, endings and case were dropped" in result.to_markdown()


def test_texts_in_the_place_of_ids_are_taken_for_what_they_are() -> None:
    text = "A long passage about sourdough, which somebody returned\nwhere an id was wanted."
    result = asked([text], DOCUMENT)
    assert codes(result) == {"no_overlap_texts": 1}
    assert (
        "Retrieved for example: A long passage about sourdough, which somebody returned wher…" in result.to_markdown()
    )


def test_no_advice_on_retrieval_is_given_where_ids_never_meet() -> None:
    report = asked(["x1"], DOCUMENT).to_markdown()
    assert "Mend the ids first" in report
    assert "Recall is low" not in report


def test_grades_up_to_five_without_a_scale_are_noted() -> None:
    assert codes(asked(["d1"], RetrievalTestCase("Who?", {"d1": 5, "d2": 1}))) == {"undeclared_scale": 1}


def test_a_shown_result_is_a_line_and_not_every_hit() -> None:
    assert repr(asked(["d1"], DOCUMENT, k=1)).endswith(
        "on cases: 1 asked, 0 failed; R@1 0.500, nDCG@1 1.000, RR@1 1.000>"
    )


def test_ids_that_meet_in_one_question_are_not_noted() -> None:
    assert codes(asked(["d1"], DOCUMENT, RetrievalTestCase("When?", ["other"]))) == {}


def test_a_pipeline_that_finds_nothing_is_not_said_to_write_ids_differently() -> None:
    assert codes(asked([], DOCUMENT)) == {}


@pytest.mark.parametrize(
    "case", [RetrievalTestCase("Who?"), RetrievalTestCase("Who?", {"d1": 0.5}), RetrievalTestCase("Who?", {"d1": 0})]
)
def test_questions_without_a_relevant_label_are_noted(case: RetrievalTestCase) -> None:
    assert codes(asked(["d1"], DOCUMENT, case)) == {"unlabelled": 1}


def test_questions_that_nothing_answers_are_not_called_unlabelled() -> None:
    assert codes(asked(["d1"], DOCUMENT, RetrievalTestCase("Who?", answerable=False))) == {}


def test_all_questions_failing_is_no_matter_of_ids() -> None:
    def retrieve(query: str) -> list[str]:
        raise ConnectionError

    assert codes(evaluate(retrieve, [DOCUMENT])) == {}


def test_a_pipeline_that_never_fills_k_is_noted_with_the_most_it_brought() -> None:
    result = asked(["d1", "d2"], DOCUMENT, k=5)
    assert [(notice.code, notice.count, notice.facts) for notice in result.notices] == [("short", 2, {"k": "5"})]


def test_a_pipeline_that_fills_k_for_one_question_is_not_called_short() -> None:
    result = evaluate(lambda query: ["d1", "d2"] if query == "Who?" else [], [DOCUMENT], k=2)
    assert result.notices == ()
