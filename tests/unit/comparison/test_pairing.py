"""Which systems can be compared, and what a reader must know about it."""

from collections.abc import Callable

import pytest

from assay.comparison.pairing import paired
from assay.comparison.system import Question, System
from assay.errors import BadInputError

Made = Callable[..., System]
VALUES = {"RR": [0.1, 0.2]}


def questions(*texts: str, labels: dict[str, float] | None = None) -> list[Question]:
    return [Question(query=text, labels=labels or {}) for text in texts]


@pytest.mark.parametrize(
    ("rule", "mine", "theirs"),
    [
        ("convention", "assay", "ragas"),
        ("rel", 1.0, 3.0),
        ("unit", "document", "chunk"),
        ("undefined", "skip", "zero"),
    ],
)
def test_figures_by_other_rules_are_refused(made: Made, rule: str, mine: object, theirs: object) -> None:
    with pytest.raises(BadInputError, match=f"a was measured with {rule} = {mine}, b with {rule} = {theirs}"):
        paired([made("a", VALUES, **{rule: mine}), made("b", VALUES, **{rule: theirs})])


def test_rules_that_one_side_does_not_know_are_no_hindrance(made: Made) -> None:
    assert paired([made("a", VALUES, unit="chunk", rel=3.0), made("b", VALUES)]).remarks == ()


def test_two_questions_under_one_id_are_refused(made: Made) -> None:
    a, b = made("a", VALUES, questions=questions("one", "two")), made("b", VALUES, questions=questions("one", "new"))
    with pytest.raises(BadInputError, match="'q1' is another question in a than in b: 'two', 'new'"):
        paired([a, b])


def test_questions_that_only_one_system_was_asked_may_differ(made: Made) -> None:
    a = made("a", VALUES, ids=["x", "y"], questions=questions("one", "two"))
    b = made("b", VALUES, ids=["x", "z"], questions=questions("one", "three"))
    assert paired([a, b]).dropped == ("y", "z")


def test_other_labels_are_remarked_on(made: Made) -> None:
    a = made("a", VALUES, questions=questions("one", "two", labels={"d": 1.0}), golden_sha256="1")
    b = made("b", VALUES, questions=questions("one", "two", labels={"d": 2.0}), golden_sha256="2")
    assert [(one.code, one.facts["count"]) for one in paired([a, b]).remarks] == [("relabelled", 2)]


def test_another_golden_set_with_the_same_labels_is_remarked_on(made: Made) -> None:
    a = made("a", VALUES, questions=questions("one", "two"), golden_sha256="1")
    b = made("b", VALUES, questions=questions("one", "two"), golden_sha256="2")
    assert [one.code for one in paired([a, b]).remarks] == ["other_golden"]


def test_another_corpus_and_another_version_are_remarked_on(made: Made) -> None:
    a = made("a", VALUES, corpus_sha256="1", version="1.0")
    b = made("b", VALUES, corpus_sha256="2", version="1.1")
    assert [one.code for one in paired([a, b]).remarks] == ["other_corpus", "other_version"]


def test_failed_calls_are_remarked_on(made: Made) -> None:
    failing = [Question(reason="timeout"), Question()]
    a, b = made("a", VALUES, questions=failing), made("b", VALUES, questions=[Question(), Question()])
    (remark,) = paired([a, b]).remarks
    assert (remark.code, remark.facts["failed_a"], remark.facts["failed_b"]) == ("failed", 1, 0)


def test_fewer_than_two_systems_are_refused(made: Made) -> None:
    with pytest.raises(BadInputError, match="at least two systems"):
        paired([made("a", VALUES)])


def test_systems_without_a_common_query_are_refused_with_an_example_of_each(made: Made) -> None:
    with pytest.raises(BadInputError, match=r"no query in common; there are for example 'q0' \(a\) and 'x' \(b\)"):
        paired([made("a", VALUES), made("b", {"RR": [1.0]}, ids=["x"])])
