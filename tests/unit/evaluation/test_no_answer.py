"""Questions that should find nothing: what the top score tells of them."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from assay import Evaluation, RetrievalTestCase, evaluate
from assay.errors import BadInputError
from assay.report.page import LANGUAGES

Scored = Sequence[tuple[str, float]]
ANSWERABLE: Mapping[str, Scored] = {
    "a": [("d1", 0.9), ("d2", 0.1)],  # found
    "b": [("d9", 0.8)],  # not found
    "c": [("d1", 0.4)],  # found
}
UNANSWERABLE: Mapping[str, Scored] = {"x": [("d5", 0.5)], "y": [("d6", 0.2)]}


def evaluated(lists: Mapping[str, object], *, unanswerable: Sequence[str] = ("x", "y")) -> Evaluation:
    without = [RetrievalTestCase(query, id=query, answerable=False) for query in lists if query in unanswerable]
    cases = [RetrievalTestCase(query, ["d1"], id=query) for query in lists if query not in unanswerable]
    return evaluate(lambda query: lists[query], [*cases, *without], k=(1, 2))


def test_the_top_score_is_held_against_whether_there_is_an_answer() -> None:
    found = evaluated({**ANSWERABLE, **UNANSWERABLE}).no_answer()
    assert (found.n_answerable, found.n_no_answer, found.undefined, found.higher_is_better) == (3, 2, None, True)
    assert found.auroc is not None
    assert found.auroc.value == pytest.approx(5 / 6)  # of six pairs only (c, x) stands the wrong way round


def test_a_threshold_says_what_is_kept_and_what_is_let_through() -> None:
    found = evaluated({**ANSWERABLE, **UNANSWERABLE}).no_answer()
    points = {round(one.threshold, 3): one for one in found.curve}
    assert list(points) == [0.2, 0.4, 0.5, 0.8, 0.9]
    at = points[0.5]
    assert (at.kept, at.recall, at.false_evidence) == pytest.approx((2 / 3, 1 / 2, 1 / 2))
    assert (points[0.9].kept, points[0.9].recall, points[0.9].false_evidence) == pytest.approx((1 / 3, 1.0, 0.0))
    assert found.recommended is not None
    assert found.recommended.value == 0.8  # 2/3 against 0 there; 1 against 1/2 at 0.4, 2/3 against 1/2 at 0.5


def test_a_wished_rate_of_false_evidence_moves_the_threshold() -> None:
    evaluation = evaluated({**ANSWERABLE, **UNANSWERABLE})
    chosen = [evaluation.no_answer(max_false_rate=rate).recommended for rate in (0.5, 0.0)]
    assert [one and one.value for one in chosen] == [0.4, 0.8]


def test_recall_is_taken_to_the_cutoff_asked_for() -> None:
    lists = {**UNANSWERABLE, "a": [("d9", 0.9), ("d1", 0.6)]}  # found at rank 2
    evaluation = evaluated(lists)
    assert [evaluation.no_answer(k=k).curve[0].recall for k in (1, 2)] == [0.0, 1.0]
    assert evaluation.no_answer(k=1).measure == "R@1"


def test_a_question_that_is_not_kept_is_not_in_the_recall_of_a_point() -> None:
    lists = {**UNANSWERABLE, "a": [("d1", 0.9)], "b": [], "c": [("d8", 0.9)]}
    last = evaluated(lists).no_answer().curve[-1]
    assert (last.kept, last.recall, last.false_evidence) == pytest.approx((2 / 3, 1 / 2, 0.0))


@pytest.mark.parametrize("how", [{"max_false_rate": 1.5}, {"max_false_rate": math.nan}, {"k": 7}])
def test_a_wish_that_cannot_be_met_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(BadInputError, match=r"a share between 0 and 1|recall was not measured to k=7"):
        evaluated({**ANSWERABLE, **UNANSWERABLE}).no_answer(**how)


def test_distances_are_told_by_lists_that_rise() -> None:
    lists = {query: [(doc, 1 - score) for doc, score in hits] for query, hits in {**ANSWERABLE, **UNANSWERABLE}.items()}
    found = evaluated(lists).no_answer()
    assert not found.higher_is_better
    assert found.auroc is not None
    assert found.auroc.value == pytest.approx(5 / 6)
    assert found.recommended is not None
    assert found.recommended.value == pytest.approx(0.2)
    assert found.recommended.low <= found.recommended.value <= found.recommended.high


def test_where_nothing_comes_back_there_is_no_false_evidence() -> None:
    found = evaluated({**ANSWERABLE, "x": [("d5", 0.5)], "y": []}).no_answer()
    assert [one.false_evidence for one in found.curve] == [0.5, 0.5, 0.0, 0.0]


@pytest.mark.parametrize(
    ("lists", "reason"),
    [
        ({**ANSWERABLE}, "no_cases"),
        ({**UNANSWERABLE}, "one_kind"),
        ({"a": ["d1"], "x": ["d2"]}, "no_scores"),
        ({**ANSWERABLE, "x": [("d5", 0.1), ("d6", 0.7)]}, "unordered"),
    ],
)
def test_what_cannot_be_told_has_a_reason(lists: Mapping[str, object], reason: str) -> None:
    found = evaluated(lists).no_answer()
    assert found.undefined == reason
    assert (found.auroc, found.recommended, list(found.curve)) == (None, None, [])


def test_questions_without_an_answer_are_never_in_recall() -> None:
    whole, without = evaluated({**ANSWERABLE, **UNANSWERABLE}), evaluated(ANSWERABLE)
    assert whole.recall_at_k == without.recall_at_k
    assert math.isnan(whole.per_query["x"]["R@1"])


def test_json_carries_the_figures_and_leaves_the_key_out_where_all_have_an_answer() -> None:
    told = json.loads(evaluated({**ANSWERABLE, **UNANSWERABLE}).to_json())["no_answer"]
    assert (told["answerable"], told["no_answer"], told["undefined"]) == (3, 2, None)
    assert told["auroc"]["value"] == pytest.approx(5 / 6)
    assert [one["threshold"] for one in told["curve"]] == [0.2, 0.4, 0.5, 0.8, 0.9]
    assert "no_answer" not in json.loads(evaluated(ANSWERABLE).to_json())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_a_section_only_where_there_are_such_questions(language: str) -> None:
    title = {
        "en": "Questions without an answer",
        "zh": "语料中没有答案的问题",
        "es": "Preguntas sin respuesta",
        "ru": "Вопросы без ответа",
    }[language]
    assert title in evaluated({**ANSWERABLE, **UNANSWERABLE}).to_markdown(language=language)  # type: ignore[arg-type]
    assert title not in evaluated(ANSWERABLE).to_markdown(language=language)  # type: ignore[arg-type]


def test_no_threshold_is_recommended_where_the_score_may_tell_nothing() -> None:
    page = evaluated({**ANSWERABLE, **UNANSWERABLE}).to_markdown()
    assert "no threshold of it is recommended" in page
    clear = {f"a{n}": [("d1", 0.9 - n / 100)] for n in range(9)} | {f"x{n}": [("d5", 0.1 + n / 100)] for n in range(9)}
    page = evaluated(clear, unanswerable=[f"x{n}" for n in range(9)]).to_markdown()
    assert "taking nothing whose score is below 0.8200" in page


def test_the_json_says_whether_a_recommended_threshold_can_be_relied_on() -> None:
    apart = {f"a{n}": [("d1", 0.9)] for n in range(12)} | {f"n{n}": [("d1", 0.1)] for n in range(12)}
    mixed = {query: [("d1", 0.5 + 0.01 * (number % 5))] for number, query in enumerate(apart)}
    for lists, reliable in ((apart, True), (mixed, False)):
        without = [query for query in lists if query.startswith("n")]
        part = json.loads(evaluated(lists, unanswerable=without).to_json())["no_answer"]["recommended"]
        assert part["reliable"] is reliable
