"""What unjudged hits leave open about a difference: worked out by hand, and wide enough for every labelling."""

import itertools
import json

import numpy as np
import pytest

from assay import compare, evaluate, score
from assay.comparison.bands import OpenDifference
from assay.comparison.document import document_of
from assay.comparison.page import page_of
from assay.data.case import RetrievalTestCase
from assay.report.markdown import to_markdown

LABELS = {f"q{number}": {"r": 1, "n": 0} for number in range(12)}


def test_bounds_of_a_difference_go_from_least_less_most_to_most_less_least() -> None:
    # a: x r, RR 1/2, or 1 were x relevant; b: n r, RR 1/2 for certain
    a = {query: {"x": 2.0, "r": 1.0} for query in LABELS}
    b = {query: {"n": 2.0, "r": 1.0} for query in LABELS}
    found = compare(score(LABELS, {"a": a}, "RR"), score(LABELS, {"b": b}, "RR"))
    left = found.left_open(found.differences[0])
    assert left == OpenDifference(judged_a=0.5, judged_b=1.0, worst=-0.5, best=0.0)
    assert not left.may_flip


def test_a_verdict_that_hangs_on_unjudged_hits_says_so_and_names_the_command() -> None:
    a = {query: {"x": 3.0, "y": 2.0, "r": 1.0} for query in LABELS}
    b = {query: {"r": 3.0, "x": 2.0, "y": 1.0} for query in LABELS}
    found = compare(score(LABELS, {"a": a}, "P@2"), score(LABELS, {"b": b}, "P@2"))
    assert found.verdict() == "better"
    text = to_markdown(page_of(found))
    assert "the verdict hangs on them" in text
    assert "assay golden holes" in text
    holes = json.loads(document_of(found).to_json())["differences"][0]["holes"]
    # a: P@2 between 0 and 1, none judged; b: between 1/2 and 1, half judged
    assert holes == {"judged_a": 0.0, "judged_b": 0.5, "worst": -0.5, "best": 1.0, "may_flip": True}


def test_a_verdict_that_no_labelling_turns_round_says_that() -> None:
    a = {query: {"n": 2.0, "x": 1.0} for query in LABELS}
    b = {query: {"r": 2.0, "n": 1.0} for query in LABELS}
    found = compare(score(LABELS, {"a": a}, "RR"), score(LABELS, {"b": b}, "RR"))
    assert found.verdict() == "better"
    assert "the winner stays the same" in to_markdown(page_of(found))


def test_where_everything_is_judged_nothing_is_said() -> None:
    a = {query: {"n": 2.0, "r": 1.0} for query in LABELS}
    b = {query: {"r": 2.0, "n": 1.0} for query in LABELS}
    found = compare(score(LABELS, {"a": a}, "RR"), score(LABELS, {"b": b}, "RR"))
    assert "holes" not in json.loads(document_of(found).to_json())["differences"][0]
    assert "judged" not in to_markdown(page_of(found))


def test_a_measure_without_bounds_leaves_it_unsaid() -> None:
    run = {query: {"x": 2.0, "r": 1.0} for query in LABELS}
    found = compare(score(LABELS, {"a": run}, "bpref"), score(LABELS, {"b": run}, "bpref"))
    assert found.left_open(found.differences[0]) is None


@pytest.mark.parametrize("language", ["en", "zh", "es", "ru"])
def test_evaluations_and_what_was_saved_of_them_say_the_same(language: str, tmp_path) -> None:
    cases = [RetrievalTestCase(f"question {number}?", {"r": 1, "n": 0}, id=f"q{number}") for number in range(12)]
    a = evaluate(lambda _: ["x", "r"], cases, k=2, name="a")
    b = evaluate(lambda _: ["r", "y"], cases, k=2, name="b")
    (tmp_path / "a.json").write_text(a.to_json(per_query=True), "utf-8")
    (tmp_path / "b.json").write_text(b.to_json(per_query=True), "utf-8")
    live = compare(a, b, measures=["RR@2"])
    saved = compare(str(tmp_path / "a.json"), str(tmp_path / "b.json"), measures=["RR@2"])
    expected = OpenDifference(judged_a=0.5, judged_b=0.5, worst=0.0, best=0.5)  # a: 1/2 or 1; b: 1
    assert live.left_open(live.differences[0]) == saved.left_open(saved.differences[0]) == expected
    assert "RR@2" in to_markdown(page_of(live, language=language))  # type: ignore[arg-type]


def test_the_difference_under_every_labelling_lies_between_the_bounds() -> None:
    random = np.random.default_rng(5)
    docs = ["r", "n", "x", "y", "z"]
    for _ in range(15):
        a, b = ({doc: float(-place) for place, doc in enumerate(random.permutation(docs))} for _ in range(2))
        known = {"q": {"r": 1, "n": 0}, "p": {"r": 1, "n": 0}}
        for measure in ("P@2", "R@2", "RR", "AP", "nDCG@3"):
            found = compare(
                score(known, {"a": {"q": a, "p": a}}, measure), score(known, {"b": {"q": b, "p": b}}, measure)
            )
            left = found.left_open(found.differences[0])
            assert left is not None
            for grades in itertools.product((0, 1), repeat=3):
                full = {query: {**labels, **dict(zip("xyz", grades, strict=True))} for query, labels in known.items()}
                mean_a = score(full, {"a": {"q": a, "p": a}}, measure).mean(measure)
                mean_b = score(full, {"b": {"q": b, "p": b}}, measure).mean(measure)
                assert left.worst - 1e-12 <= mean_b - mean_a <= left.best + 1e-12
