"""Hits held against evidence: groups, coverage, repeats, and characters."""

from collections.abc import Sequence
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.hit import Hit
from assay.labels.evidence_judging import EvidenceLabelling, judge_evidence, told_by
from assay.measures.alpha_ndcg import AlphaNDCG
from assay.measures.ap_ia import APIA
from assay.measures.err_ia import ERRIA
from assay.measures.evidence_characters import CharIoU, CharP, CharR, Density, Redundancy
from assay.measures.evidence_support import FullSupport, GroupR, SupportRR, TokensToSupport
from assay.measures.measure import Measure
from assay.measures.subtopic_recall import StRecall

TEXT = "".join(chr(0x4E00 + place) for place in range(200))  # no character twice


def piece(start: int, end: int, *, doc_id: str = "d", group: int = 0, grade: float | None = None) -> Evidence:
    return Evidence(doc_id=doc_id, quote=TEXT[start:end], start=start, end=end, group=group, grade=grade)


def chunk(start: int, end: int, *, doc_id: str = "d") -> Hit:
    return Hit(doc_id=doc_id, chunk_id=f"{doc_id}-{start}", text=TEXT[start:end], start=start, end=end)


def held(evidence: Sequence[Evidence], hits: Sequence[Hit], **how: object) -> EvidenceLabelling:
    case = RetrievalTestCase("q", evidence=evidence)
    return judge_evidence([case], [hits], matcher="span", **how)  # pyright: ignore[reportArgumentType]


def value(measure: Measure, evidence: Sequence[Evidence], hits: Sequence[Hit], **how: object) -> float:
    return float(measure.per_query(held(evidence, hits, **how).judged)[0])


def test_a_group_is_found_where_half_of_its_passage_has_come_back() -> None:
    assert value(GroupR(), [piece(10, 30)], [chunk(0, 19)]) == 0.0
    assert value(GroupR(), [piece(10, 30)], [chunk(0, 20)]) == 1.0


def test_the_share_that_must_come_back_can_be_stated() -> None:
    assert value(GroupR(), [piece(10, 30)], [chunk(0, 29)], coverage=1.0) == 0.0
    assert value(GroupR(), [piece(10, 30)], [chunk(0, 30)], coverage=1.0) == 1.0


def test_hits_that_cover_a_passage_together_count_at_the_rank_that_completes_it() -> None:
    found = held([piece(10, 30)], [chunk(0, 18), chunk(100, 120), chunk(18, 40)])
    assert found.judged.group_rank.tolist() == [3]
    assert (found.judged.rank.tolist(), found.judged.grade.tolist()) == ([3], [1.0])


def test_of_alternatives_one_is_enough() -> None:
    alternatives = [piece(10, 30), piece(0, 50, doc_id="copy")]
    assert value(FullSupport(), alternatives, [chunk(0, 60, doc_id="copy")]) == 1.0


def test_of_different_groups_all_are_needed() -> None:
    evidence = [piece(10, 30, group=0), piece(100, 110, group=1)]
    hits = [chunk(0, 40), chunk(50, 90), chunk(95, 120)]
    assert [value(GroupR() @ k, evidence, hits) for k in (1, 3)] == [0.5, 1.0]
    assert [value(FullSupport() @ k, evidence, hits) for k in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert [value(SupportRR() @ k, evidence, hits) for k in (2, 3)] == [0.0, 1 / 3]


def test_what_overlaps_a_found_passage_earns_nothing_again() -> None:
    found = held([piece(10, 30)], [chunk(0, 40), chunk(5, 45)])
    assert found.judged.rank.tolist() == [1]
    assert found.labels == [{"d-0": 1.0}]


def test_a_hit_that_completes_two_groups_stands_once_with_the_better_grade() -> None:
    evidence = [piece(10, 20, group=0, grade=3.0), piece(30, 40, group=1, grade=5.0)]
    found = held(evidence, [chunk(0, 50)])
    assert (found.judged.grade.tolist(), found.judged.pool_grade.tolist()) == ([5.0], [5.0])


def test_groups_that_no_hit_completes_stay_in_the_pool_under_their_place() -> None:
    evidence = [piece(10, 20, group=0), piece(30, 40, group=1)]
    found = held(evidence, [chunk(0, 25)], ungraded=5.0)
    assert found.labels == [{"d-0": 5.0, "d [30:40]": 5.0}]
    assert found.judged.pool_grade.tolist() == [5.0, 5.0]


def test_a_hit_of_another_document_holds_nothing() -> None:
    assert value(CharR(), [piece(10, 20)], [chunk(10, 20, doc_id="other")]) == 0.0


def test_characters_are_counted_once_and_paid_for_as_often_as_they_come() -> None:
    evidence, hits = [piece(10, 30)], [chunk(0, 20), chunk(10, 40)]
    assert value(CharR() @ 1, evidence, hits) == 10 / 20
    assert value(CharR() @ 2, evidence, hits) == 20 / 20
    assert value(CharP() @ 2, evidence, hits) == 20 / (20 + 30)
    assert value(CharIoU() @ 1, evidence, hits) == 10 / (20 + 10)
    assert value(Density() @ 2, evidence, hits) == 20 / 40
    assert value(Redundancy() @ 2, evidence, hits) == pytest.approx(10 / 50)


def test_the_same_text_under_another_id_is_redundant() -> None:
    hits = [chunk(0, 20), Hit(doc_id="copy", chunk_id="c", text=TEXT[0:20], start=0, end=20)]
    assert value(Redundancy() @ 2, [piece(10, 15)], hits) == 0.5


def test_tokens_are_counted_down_to_the_rank_of_full_support() -> None:
    evidence, hits = [piece(10, 20, group=0), piece(50, 60, group=1)], [chunk(0, 30), chunk(40, 70), chunk(80, 90)]
    assert value(TokensToSupport() @ 3, evidence, hits, tokens=[[7, 5, 3]]) == 12.0
    assert np.isnan(value(TokensToSupport() @ 1, evidence, hits, tokens=[[7, 5, 3]]))
    assert np.isnan(value(TokensToSupport() @ 3, evidence, hits))


@pytest.mark.parametrize("measure", [GroupR(), FullSupport(), SupportRR(), CharR(), CharP(), CharIoU(), Redundancy()])
def test_without_evidence_there_is_no_value(measure: Measure) -> None:
    judged = judge_evidence([RetrievalTestCase("q", ["d"])], [[chunk(0, 10)]], matcher="span").judged
    assert np.isnan(measure.per_query(judged)).all()
    assert judged.grade.tolist() == [1.0]  # by its document


def test_nothing_retrieved_finds_nothing() -> None:
    assert [value(measure, [piece(0, 5)], []) for measure in (GroupR(), CharR(), CharP(), CharIoU())] == [0.0] * 4


def test_hits_that_tell_their_span_are_held_against_spans() -> None:
    case = RetrievalTestCase("q", evidence=[piece(0, 5)])
    assert told_by([case], [[chunk(0, 10), Hit(doc_id="other")]]) == "span"
    assert told_by([case], [[Hit(doc_id="d", text="0123")]]) == "text"
    assert told_by([case], [[Hit(doc_id="d")]]) == "id"
    assert told_by([case], [[Hit(doc_id="other", text="0123")]]) == "id"


def test_a_quote_without_a_place_is_found_in_the_text_of_hits() -> None:
    quote = Evidence(doc_id="d", quote="the fee falls to eight dollars")
    hits = [Hit(doc_id="d", text="In May the fee falls"), Hit(doc_id="d", text="to eight dollars, they said")]
    case = RetrievalTestCase("q", evidence=[quote])
    found = judge_evidence([case], [hits], matcher=told_by([case], [hits]))
    assert found.matcher == "text"
    assert CharR().per_query(found.judged)[0] == pytest.approx((len("the fee falls") + len("to eight dollars")) / 30)


SPANS = st.tuples(st.integers(0, 60), st.integers(1, 20)).map(lambda given: (given[0], given[0] + given[1]))


@given(st.lists(SPANS, min_size=1, max_size=4), st.lists(SPANS, max_size=6))
def test_characters_agree_with_sets_of_characters(
    passages: list[tuple[int, int]], chunks: list[tuple[int, int]]
) -> None:
    evidence = [piece(start, end, group=number) for number, (start, end) in enumerate(passages)]
    hits = [chunk(start, end) for start, end in chunks]
    wanted = {place for start, end in passages for place in range(start, end)}
    came = {place for start, end in chunks for place in range(start, end)}
    returned = sum(end - start for start, end in chunks)
    assert value(CharR(), evidence, hits) == len(wanted & came) / len(wanted)
    assert value(CharP(), evidence, hits) == (len(wanted & came) / returned if returned else 0.0)
    assert value(CharIoU(), evidence, hits) == len(wanted & came) / (returned + len(wanted - came))
    assert value(Density(), evidence, hits) == (len(wanted & came) / len(came) if came else 0.0)


NAMED_SPANS = st.tuples(st.sampled_from("de"), SPANS)


@given(
    st.lists(st.tuples(NAMED_SPANS, st.integers(0, 2)), min_size=1, max_size=5),
    st.lists(NAMED_SPANS, max_size=12),
    st.sampled_from([0.25, 0.5, 1.0]),
)
def test_groups_are_found_at_the_rank_sets_of_characters_tell(
    passages: list[tuple[tuple[str, tuple[int, int]], int]], chunks: list[tuple[str, tuple[int, int]]], coverage: float
) -> None:
    evidence = [piece(*span, doc_id=doc_id, group=group) for (doc_id, span), group in passages]
    found = held(evidence, [chunk(*span, doc_id=doc_id) for doc_id, span in chunks], coverage=coverage)
    came, ranks = set[tuple[str, int]](), dict.fromkeys([one.group for one in evidence], 0)
    for rank, (doc_id, (start, end)) in enumerate(chunks, start=1):
        came |= {(doc_id, place) for place in range(start, end)}
        for (name, (first, last)), group in passages:
            share = len({(name, place) for place in range(first, last)} & came) / (last - first)
            ranks[group] = ranks[group] or (rank if share >= coverage else 0)
    assert found.judged.group_rank.tolist() == list(ranks.values())


@pytest.mark.parametrize("has_spans", [True, False])
def test_hits_of_one_text_in_two_documents_are_one_for_credit(has_spans: bool) -> None:
    evidence = [piece(10, 30), piece(10, 30, doc_id="copy")]
    hits = [chunk(0, 40, doc_id="copy"), chunk(0, 40)]
    if not has_spans:
        hits = [Hit(doc_id=hit.doc_id, chunk_id=hit.chunk_id, text=hit.text) for hit in hits]
    case = RetrievalTestCase("q", evidence=evidence)
    found = judge_evidence([case], [hits], matcher="span" if has_spans else "text")
    assert (found.judged.rank.tolist(), found.labels) == ([1], [{"copy-0": 1.0}])
    assert (Redundancy() @ 2).per_query(found.judged).tolist() == [0.5]
    assert (CharR() @ 2).per_query(found.judged).tolist() == [1.0]


def test_groups_are_the_aspects_of_the_measures_of_diversity() -> None:
    evidence = [piece(10, 20, group=0), piece(30, 40, group=1), piece(60, 70, group=2)]
    hits = [chunk(80, 90), chunk(5, 45), chunk(8, 22), chunk(100, 120)]
    # rank 2 completes two groups, rank 3 repeats one of them, nothing brings the third
    assert value(StRecall() @ 4, evidence, hits) == pytest.approx(2 / 3)
    dcg, ideal = 2 / log2(3), 2 / log2(2) + 1 / log2(3)  # ideal: what brings two groups, then the third passage
    assert value(AlphaNDCG() @ 4, evidence, hits) == pytest.approx(dcg / ideal)
    best = 3 * (1 + 1 / 4 + 1 / 12 + 1 / 32)  # all three aspects answered by each of four hits, alpha 0.5
    assert value(ERRIA() @ 4, evidence, hits) == pytest.approx(2 * 1 / 2 / best)
    assert value(APIA() @ 4, evidence, hits) == pytest.approx((1 / 2 + 1 / 2 + 0) / 3)


def test_without_evidence_the_measures_of_diversity_have_no_value() -> None:
    judged = judge_evidence([RetrievalTestCase("q", ["d"])], [[chunk(0, 10)]], matcher="span").judged
    assert np.isnan((AlphaNDCG() @ 10).per_query(judged)).all()
