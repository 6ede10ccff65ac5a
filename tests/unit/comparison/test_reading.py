"""Systems from evaluations and scores, in memory and saved."""

import json
from pathlib import Path

import numpy as np
import pytest

from assay import Evaluation, RetrievalTestCase, compare, evaluate, score
from assay.comparison.reading import systems_of
from assay.errors import BadFileError, BadInputError

CASES = [
    RetrievalTestCase("hit", {"d1": 3.0}, category="facts", id="a", metadata={"source": "s"}),
    RetrievalTestCase("missed", ["gone"], id="b"),
    RetrievalTestCase("fails", ["d1"], id="c"),
    RetrievalTestCase("unlabelled", id="d"),
]


def pipeline(query: str) -> list[str]:
    if query == "fails":
        raise ConnectionError("refused")
    return ["d2", "d1"]


@pytest.fixture
def evaluation() -> Evaluation:
    return evaluate(pipeline, CASES, k=[1, 3], name="my.app:search")


def saved(folder: Path, text: str) -> Path:
    path = folder / "report.json"
    path.write_text(text, "utf-8")
    return path


def test_a_saved_evaluation_is_the_one_that_was_saved(evaluation: Evaluation, tmp_path: Path) -> None:
    (held,) = systems_of(evaluation)
    (read,) = systems_of(saved(tmp_path, evaluation.to_json(per_query=True)))
    assert (read.name, read.query_ids, read.measures, read.questions) == (
        held.name,
        held.query_ids,
        held.measures,
        held.questions,
    )
    np.testing.assert_array_equal(read.values, held.values)
    assert read.origin == held.origin


def test_a_folder_stands_for_the_report_in_it(evaluation: Evaluation, tmp_path: Path) -> None:
    saved(tmp_path, evaluation.to_json(per_query=True))
    assert systems_of(tmp_path)[0].query_ids == ("a", "b", "c", "d")


def test_questions_carry_what_is_known_of_them(evaluation: Evaluation) -> None:
    (system,) = systems_of(evaluation)
    first, _, failed, _ = system.questions or ()
    assert (first.query, first.fields, first.source, first.labels, first.retrieved, first.reason) == (
        "hit",
        {"category": "facts", "source": "s"},
        "s",
        {"d1": 3.0},
        ("d2", "d1"),
        None,
    )
    assert failed.reason == "ConnectionError: refused"


def test_scores_are_a_system_a_run(tmp_path: Path) -> None:
    scores = score({"q": {"d": 1}}, {"old": {"q": {"x": 2.0, "d": 1.0}}, "new": {"q": {"d": 1.0}}}, "RR AP")
    held = systems_of(scores)
    from assay.scores.document import document_of

    read = systems_of(saved(tmp_path, document_of(scores, per_query=True).to_json()))
    assert [(one.name, one.row("RR").tolist()) for one in held] == [("old", [0.5]), ("new", [1.0])]
    assert [(one.name, one.row("RR").tolist()) for one in read] == [("old", [0.5]), ("new", [1.0])]


def test_an_evaluation_without_its_queries_is_refused_with_the_command_that_saves_them(
    evaluation: Evaluation, tmp_path: Path
) -> None:
    with pytest.raises(BadFileError, match=r"(?s)report.json: was saved without .*assay evaluate ... --out FOLDER"):
        systems_of(saved(tmp_path, evaluation.to_json()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected a saved evaluation, or scores"),
        ('{"kind": "comparison"}', "expected a saved evaluation, or scores"),
        ("{", "report.json:1: "),
        ('{"kind": "evaluation", "per_query": {"q": {"RR": "high"}}}', "field 'per_query.q.RR': .*got 'high'"),
        ('{"kind": "evaluation", "per_query": {"q": {"Nonsense": 1}}}', "no measure is called 'Nonsense'"),
        ('{"kind": "evaluation", "per_query": [1]}', "field 'per_query'"),
        ('{"kind": "scores"}', "field 'runs'"),
    ],
)
def test_a_file_that_is_none_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadFileError, match=message):
        systems_of(saved(tmp_path, text))


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"nowhere\.json"):
        systems_of(tmp_path / "nowhere.json")


def test_the_least_that_is_needed_is_kind_and_values(tmp_path: Path) -> None:
    text = json.dumps({"kind": "evaluation", "per_query": {"q1": {"RR": 0.5}, "q2": {"RR": None, "AP": 1}}})
    (system,) = systems_of(saved(tmp_path, text))
    assert system.questions is None
    np.testing.assert_array_equal(system.row("RR"), [0.5, np.nan])
    np.testing.assert_array_equal(system.row("AP"), [np.nan, 1.0])


@pytest.mark.parametrize("given", [None, 3, {"q": {"d": 1.0}}])
def test_what_is_none_of_these_is_refused(given: object) -> None:
    with pytest.raises(BadInputError, match="what is compared is an evaluation, scores, or the path of a saved one"):
        systems_of(given)


def test_systems_are_called_by_the_last_part_of_their_names(evaluation: Evaluation) -> None:
    other = evaluate(pipeline, CASES, k=[1, 3], name="my.app:dense")
    assert [one.name for one in compare(evaluation, other).systems] == ["search", "dense"]


def test_systems_of_one_name_are_called_by_their_folders(evaluation: Evaluation, tmp_path: Path) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
        saved(tmp_path / name, evaluation.to_json(per_query=True))
    found = compare(tmp_path / "before", tmp_path / "after" / "report.json")
    assert [one.name for one in found.systems] == ["before", "after"]


def test_systems_that_nothing_tells_apart_are_numbered(evaluation: Evaluation) -> None:
    found = compare(evaluation, evaluation, evaluation)
    assert [one.name for one in found.systems] == ["search", "search (2)", "search (3)"]
    assert {one.verdict for one in found.differences} == {"identical"}
