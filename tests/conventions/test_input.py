"""What is read, and how, where tools disagree: each name is the rule."""

import copy
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import pytest

import assay
from assay.errors import BadFileError, BadInputError
from assay.rankings.ledger import Ledger

RELEVANT = {"q": {"d1": 1}}
EQUAL = {"q": dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], 1.0)}


def rr(qrels: Any, run: Any, **choices: Any) -> float:
    return assay.score(qrels, run, "RR", **choices).mean("RR")


def codes(scores: assay.Scores) -> dict[str, int]:
    return {notice.code: notice.count for notice in scores.runs[0].judged.notices}


def test_two_grades_for_one_document_are_an_error_that_names_both_lines(file: Any) -> None:
    path = file("q 0 d1 1\nq 0 d2 0\nq 0 d1 2\n", "qrels.txt")
    with pytest.raises(BadFileError, match=r"qrels.txt:3: document 'd1' of query 'q' is graded 1 in line 1 and 2 here"):
        rr(path, EQUAL)


def test_the_same_judgement_twice_is_one(file: Any) -> None:
    path = file("q 0 d1 1\nq 0 d1 1\nq 0 d9 1\n", "qrels.txt")
    assert assay.score(path, EQUAL, "R@5").mean("R@5") == 0.5


@pytest.mark.parametrize("score", ["abc", "1,5", "1_0", "0x10", "nan", "NaN", "-nan", "1e", "--1", "１", "٣", "1.5f"])
def test_a_score_that_is_no_plain_number_is_refused_with_file_line_and_column(score: str, file: Any) -> None:
    path = file(f"q Q0 d2 1 9 t\nq Q0 d1 2 {score} t\n")
    with pytest.raises(BadFileError, match=r"run\.txt:2: column 5: expected a score") as caught:
        rr(RELEVANT, path)
    assert repr(score) in str(caught.value)


@pytest.mark.parametrize("score", ["1_0", "nan", float("nan"), None, True, "2"])
def test_a_score_in_memory_that_is_no_number_is_refused(score: Any) -> None:
    with pytest.raises(BadInputError):
        rr(RELEVANT, {"q": {"d2": 9.0, "d1": score}})


@pytest.mark.parametrize(("score", "rank"), [("inf", 1), ("+inf", 1), ("Infinity", 1), ("-inf", 2), ("-INF", 2)])
def test_infinite_scores_order_as_numbers_do(score: str, rank: int, file: Any) -> None:
    assert rr(RELEVANT, file(f"q Q0 d2 1 1e300 t\nq Q0 d1 2 {score} t\n")) == 1 / rank
    assert rr(RELEVANT, {"q": {"d2": 1e300, "d1": float(score)}}) == 1 / rank


@pytest.mark.parametrize("grade", ["abc", "1,5", "1_0", "0x10", "nan", "inf"])
def test_a_grade_that_is_no_plain_finite_number_is_refused_with_file_and_line(grade: str, file: Any) -> None:
    with pytest.raises(BadFileError, match=r"qrels\.txt:2: .*grade"):
        rr(file(f"q 0 d2 0\nq 0 d1 {grade}\n", "qrels.txt"), EQUAL)


def test_a_fractional_grade_is_accepted(file: Any) -> None:
    path = file("q 0 d1 0.5\nq 0 d2 1.5\n", "qrels.txt")
    run = {"q": {"d1": 2.0, "d2": 1.0}}
    dcg, ideal = 0.5 + 1.5 / 1.5849625007211562, 1.5 + 0.5 / 1.5849625007211562
    assert assay.score(path, run, "nDCG").mean("nDCG") == pytest.approx(dcg / ideal)
    assert rr(path, run) == 0.5  # relevant from grade 1


@pytest.mark.parametrize(
    "content",
    [
        b"q Q0 d2 1 2 t\nq Q0 d1 2 1 t\n",
        b"q\tQ0\td2\t1\t2\tt\nq\tQ0\td1\t2\t1\tt\n",
        b"  q   Q0 \t d2  1  2  t  \nq Q0 d1 2 1 t\n",
        b"q Q0 d2 1 2 t\r\nq Q0 d1 2 1 t\r\n",
        b"\xef\xbb\xbfq Q0 d2 1 2 t\nq Q0 d1 2 1 t\n",
        b"q Q0 d2 1 2 t\n\n   \nq Q0 d1 2 1 t\n\n",
        b"q Q0 d2 1 2 t\nq Q0 d1 2 1 t",
    ],
    ids=["plain", "tabs", "blanks", "CRLF", "byte order mark", "blank lines", "no newline at the end"],
)
def test_the_same_rows_are_read_however_blanks_and_lines_are_written(content: bytes, file: Any) -> None:
    scores = assay.score(RELEVANT, file(content), "RR NumRet")
    assert (scores.mean("RR"), scores.mean("NumRet")) == (0.5, 2)


@pytest.mark.parametrize("row", ["q Q0 d1 2 1", "q Q0 d1 2 1 t more"], ids=["5 columns", "7 columns"])
def test_a_row_of_a_run_with_another_number_of_columns_is_an_error_with_its_line(row: str, file: Any) -> None:
    with pytest.raises(BadFileError, match=r"run\.txt:2: .*columns"):
        rr(RELEVANT, file(f"q Q0 d2 1 2 t\n{row}\n"))


@pytest.mark.parametrize("row", ["q 0 d1", "q 0 d1 1 9"], ids=["3 columns", "5 columns"])
def test_a_row_of_judgements_with_another_number_of_columns_is_an_error_with_its_line(row: str, file: Any) -> None:
    with pytest.raises(BadFileError, match=r"qrels\.txt:2"):
        rr(file(f"q 0 d2 0\n{row}\n", "qrels.txt"), EQUAL)


@pytest.mark.parametrize("doc_id", ["d\u00a01", "#1", "中", "a\u2028b", "\u3000"])
def test_an_id_holds_whatever_is_no_ascii_blank(doc_id: str, file: Any) -> None:
    qrels = file(f"q 0 {doc_id} 1\nq 0 d 0\n", "qrels.txt")
    assert rr(qrels, file(f"q Q0 d 1 2 t\nq Q0 {doc_id} 2 1 t\n")) == 0.5


def test_a_query_id_that_begins_with_a_hash_is_no_comment(file: Any) -> None:
    qrels, run = file("#1 0 d1 1\n", "qrels.txt"), file("#1 Q0 d1 1 2 t\n")
    assert list(assay.score(qrels, run, "RR").per_query()) == ["#1"]


def test_a_grade_of_two_thousand_million_is_only_a_number(file: Any) -> None:
    qrels = file("q 0 d1 2000000000\nq 0 d2 1\n", "qrels.txt")
    scores = assay.score(qrels, {"q": {"d1": 2.0, "d2": 1.0}}, "nDCG AP ERR RBP(gain=query)")
    assert scores.mean("nDCG") == 1.0
    assert scores.mean("AP") == 1.0
    assert scores.mean("ERR") == pytest.approx(1.0)


def test_twenty_thousand_queries_are_looked_at_once_each(monkeypatch: pytest.MonkeyPatch, file: Any) -> None:
    n_queries, asked = 20_000, 0
    number_of = Ledger.number_of

    def counting(self: Ledger, query_id: str) -> int:
        nonlocal asked
        asked += 1
        return number_of(self, query_id)

    monkeypatch.setattr(Ledger, "number_of", counting)
    qrels = {f"q{n}": {f"d{n % 10}": 1} for n in range(n_queries)}
    run = {f"q{n}": {f"d{doc}": float(-doc) for doc in range(10)} for n in range(n_queries)}
    of_dicts = assay.score(qrels, run, "RR")
    assert asked == n_queries
    rows = "".join(f"q{n} Q0 d{doc} 0 {-doc} t\n" for n in range(n_queries) for doc in range(10))
    of_file = assay.score(qrels, file(rows), "RR")
    assert asked <= 2 * n_queries + 1000  # a query cut by a block's end is met again
    assert of_dicts.mean("RR") == of_file.mean("RR") == pytest.approx(sum(1 / rank for rank in range(1, 11)) / 10)


def test_queries_are_matched_by_id_and_not_by_position() -> None:
    qrels = {"q1": {"d1": 1}, "q2": {"d2": 1}}
    run = {"q2": {"d2": 2.0, "d1": 1.0}, "q1": {"d1": 2.0, "d2": 1.0}}
    assert rr(qrels, run) == 1.0


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ({1: {10: 1}}, {"1": {"10": 1.0}}),
        ({"1": {"10": 1}}, {1: {10: 1.0}}),
        ({1: {"10": 1}}, {1: {10: 1.0}}),
    ],
)
def test_whole_numbers_as_ids_are_the_same_as_their_text(qrels: Any, run: Any) -> None:
    assert rr(qrels, run) == 1.0


def test_an_id_keeps_its_leading_zeros() -> None:
    with pytest.raises(BadInputError, match=r"it has '7', the judgements '007'"):
        rr({"007": {"d1": 1}}, {7: {"d1": 1.0}})


@pytest.mark.parametrize("convention", ["assay", "trec_eval", "tutorial", "sklearn", "ragas"])
def test_what_is_given_is_never_written_to(convention: Any) -> None:
    qrels = {"q": {"d1": 1, "q": 0, "d7": -1}, "empty": {"d1": 0}}
    run = {"q": {"d2": 1.0, "d1": 1.0, "q": 3.0}, "odd": {"d1": 1.0}}
    before = copy.deepcopy((qrels, run))
    assay.score(qrels, run, "nDCG@10 AP RR", convention=convention, drop_self=True)
    assert (qrels, run) == before
    assert [list(docs) for docs in run.values()] == [list(docs) for docs in before[1].values()]


def test_what_cannot_be_written_to_is_read() -> None:
    frozen = MappingProxyType({"q": MappingProxyType({"d1": 1.0})})
    assert rr(MappingProxyType({"q": MappingProxyType({"d1": 1})}), frozen) == 1.0


def test_a_generator_is_read_once() -> None:
    taken: list[str] = []

    def rows(kind: str, values: list[tuple[str, str, float]]) -> Iterator[tuple[str, str, float]]:
        for row in values:
            taken.append(f"{kind} {row[1]}")
            yield row

    scores = assay.score(
        rows("judgement", [("q", "d1", 1)]), rows("hit", [("q", "d2", 2.0), ("q", "d1", 1.0)]), "RR RR@1 AP nDCG@5"
    )
    assert scores.mean("RR") == 0.5
    assert taken == ["judgement d1", "hit d2", "hit d1"]


def test_a_document_whose_id_is_the_querys_is_kept() -> None:
    assert rr({"q": {"q": 1}}, {"q": {"q": 1.0}}) == 1.0
    assert rr(RELEVANT, {"q": {"q": 2.0, "d1": 1.0}}) == 0.5


def test_dropping_the_querys_own_document_is_the_callers_choice(file: Any) -> None:
    path = file("q Q0 q 1 2 t\nq Q0 d1 2 1 t\n")
    for run in (path, {"q": {"q": 2.0, "d1": 1.0}}, [("q", "q", 2.0), ("q", "d1", 1.0)]):
        scores = assay.score(RELEVANT, run, "RR", drop_self=True)
        assert scores.mean("RR") == 1.0
        assert codes(scores) == {"self_hits": 1}
