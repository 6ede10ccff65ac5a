"""The verb: what it takes, how runs are named, and which queries they share."""

import gzip
from math import isnan, log2
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.data.run import Run
from assay.errors import BadInputError, MeasureParameterError, UndefinedMeasureError, UnknownMeasureError
from assay.measures import AP, RR

QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"c": 2}, "q3": {"d": 0}}
RUN = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"c": 1.0}, "q3": {"d": 1.0}}
TEXT = "q1 Q0 b 1 2 tag\nq1 Q0 a 2 1 tag\nq2 Q0 c 1 1 tag\nq3 Q0 d 1 1 tag\n"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for name, text in {"x/run.txt": TEXT, "y/run.txt": TEXT.replace("q2", "q9"), "z/other.txt": TEXT}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def names(scores: assay.Scores) -> list[str]:
    return [run.name for run in scores.runs]


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(RUN, id="dicts"),
        pytest.param([(query, doc, score) for query, docs in RUN.items() for doc, score in docs.items()], id="rows"),
        pytest.param(
            {"query_id": ["q1", "q1", "q2", "q3"], "doc_id": ["b", "a", "c", "d"], "score": [2.0, 1.0, 1.0, 1.0]},
            id="columns",
        ),
        pytest.param(assay.read_run(RUN), id="Run"),
    ],
)
def test_a_run_in_memory_is_scored_in_every_form(run: object) -> None:
    assert assay.score(QRELS, run, "RR").mean("RR") == 0.75


@pytest.mark.parametrize("kind", [str, Path])
def test_a_run_in_a_file_is_scored(runs: Path, kind: type) -> None:
    assert assay.score(QRELS, kind(runs / "x" / "run.txt"), "RR").mean("RR") == 0.75


@pytest.mark.parametrize("text", [TEXT, '{"q1": {"b": 2, "a": 1}, "q2": {"c": 1}, "q3": {"d": 1}}'])
def test_a_packed_file_is_scored(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.gz").write_bytes(gzip.compress(text.encode()))
    assert assay.score(QRELS, tmp_path / "run.gz", "RR").mean("RR") == 0.75


def test_measures_are_given_as_values_or_text_and_each_counts_once() -> None:
    found = assay.score(QRELS, RUN, [RR(), "AP RR", AP()])
    assert found.measures == (RR(), AP())


def test_the_values_of_every_query_come_with_their_ids() -> None:
    found = assay.score(QRELS, RUN, "RR nDCG").per_query()
    assert (list(found), list(found["q1"])) == (["q1", "q2", "q3"], ["RR", "nDCG"])
    assert found["q1"] == pytest.approx({"RR": 0.5, "nDCG": 1 / log2(3)})
    assert isnan(found["q3"]["RR"])


def test_counts_are_summed_over_queries() -> None:
    found = assay.score(QRELS, RUN, "num_ret num_rel num_q")
    assert [found.mean(name) for name in ("num_ret", "num_rel", "num_q")] == [4.0, 2.0, 3.0]


def test_geometric_means_are_geometric() -> None:
    assert assay.score(QRELS, RUN, "GMAP").mean("GMAP") == pytest.approx((0.5 * 1.0) ** 0.5)


@pytest.mark.parametrize(("undefined", "mean", "scored"), [("skip", 0.75, 2), ("zero", 0.5, 3)])
def test_an_undefined_value_is_left_out_or_counts_as_zero(undefined: Any, mean: float, scored: int) -> None:
    found = assay.score(QRELS, RUN, "RR", undefined=undefined)
    assert (found.mean("RR"), found.scored(found.runs[0], 0)) == (mean, scored)


def test_an_undefined_value_may_be_an_error_that_names_the_queries() -> None:
    with pytest.raises(UndefinedMeasureError) as raised:
        assay.score(QRELS, RUN, "RR", undefined="error")
    assert (raised.value.measure, raised.value.query_ids) == ("RR", ("q3",))


def test_a_query_that_is_left_out_of_all_runs_is_no_undefined_one(runs: Path) -> None:
    """q3 has no relevant document, but the second run lacks it."""
    (runs / "z" / "other.txt").write_text("q1 Q0 a 1 1 t\n")
    files = [runs / "x" / "run.txt", runs / "z" / "other.txt"]
    assert assay.score(QRELS, files, "RR", undefined="error", missing="skip").mean("RR", run="run.txt") == 0.5


@pytest.mark.parametrize(("depth", "figure"), [(1, 0.0), (2, 0.5), (10**15, 0.5)])
def test_only_the_first_hits_count_to_a_depth(depth: int, figure: float) -> None:
    assert assay.score({"q1": QRELS["q1"]}, RUN, "RR", depth=depth).mean("RR") == figure


def test_unjudged_hits_can_be_left_out() -> None:
    run = {"q1": {"x": 3.0, "y": 2.0, "a": 1.0}}
    assert assay.score({"q1": {"a": 1}}, run, "RR", judged_only=True).mean("RR") == 1.0


def test_hits_that_are_the_query_itself_can_be_dropped() -> None:
    run = {"q1": {"q1": 3.0, "a": 1.0}}
    assert assay.score({"q1": {"a": 1}}, run, "RR", drop_self=True).mean("RR") == 1.0


def test_ties_are_averaged_where_asked_whatever_the_convention() -> None:
    run = {"q1": {"a": 1.0, "x": 1.0}}
    assert assay.score({"q1": {"a": 1}}, run, "RR", ties="expected").mean("RR") == 0.75


def test_a_single_run_is_called_as_asked() -> None:
    assert names(assay.score(QRELS, RUN, "RR", name="mine")) == ["mine"]


def test_one_name_for_several_runs_is_refused(runs: Path) -> None:
    with pytest.raises(BadInputError, match="cannot name 2 runs"):
        assay.score(QRELS, [runs / "x" / "run.txt", runs / "z" / "other.txt"], "RR", name="mine")


def test_a_file_is_called_by_its_name(runs: Path) -> None:
    assert names(assay.score(QRELS, runs / "x" / "run.txt", "RR")) == ["run.txt"]


def test_files_of_one_name_are_told_apart_by_their_paths(runs: Path) -> None:
    files = [str(runs / part) for part in ("x/run.txt", "y/run.txt", "z/other.txt")]
    assert names(assay.score(QRELS, files, "RR")) == [files[0], files[1], "other.txt"]


def test_a_file_that_comes_twice_is_numbered(runs: Path) -> None:
    path = str(runs / "x" / "run.txt")
    assert names(assay.score(QRELS, [path, path], "RR")) == [path, f"{path} (2)"]


def test_runs_are_named_by_a_mapping(runs: Path) -> None:
    found = assay.score(QRELS, {"a": runs / "x" / "run.txt", 2: str(runs / "z" / "other.txt")}, "RR")
    assert names(found) == ["a", "2"]
    assert found.mean("RR", run="2") == 0.75


def test_runs_in_memory_are_named_by_a_mapping() -> None:
    found = assay.score(QRELS, {"good": RUN, "bad": {"q1": {"x": 1.0}}}, "HitRate@5")
    assert [found.mean("HitRate@5", run=name) for name in ("good", "bad")] == [1.0, 0.0]


def test_several_runs_in_memory_are_told_apart() -> None:
    runs = [assay.read_run(RUN), assay.read_run(RUN)]
    assert names(assay.score(QRELS, runs, "RR")) == ["run", "run (2)"]
    assert isinstance(runs[0], Run)


def test_which_run_must_be_said_where_there_are_several(runs: Path) -> None:
    found = assay.score(QRELS, [runs / "x" / "run.txt", runs / "z" / "other.txt"], "RR")
    with pytest.raises(BadInputError, match=r"which run\? There are run.txt, other.txt"):
        found.mean("RR")
    with pytest.raises(BadInputError, match="no run is called 'third'"):
        found.mean("RR", run="third")


def test_runs_that_lack_queries_are_compared_on_those_that_all_have(runs: Path) -> None:
    """The second lacks q2, on which the first scores 1."""
    found = assay.score(QRELS, [runs / "x" / "run.txt", runs / "y" / "run.txt"], "RR", missing="skip")
    assert [found.aggregate(run, 0) for run in found.runs] == [0.5, 0.5]
    assert [list(run.judged.query_ids) for run in found.runs] == [["q1", "q3"]] * 2


def test_queries_that_were_left_out_are_named(runs: Path) -> None:
    found = assay.score(QRELS, [runs / "x" / "run.txt", runs / "y" / "run.txt"], "RR", missing="skip")
    assert found.dropped == ("q2",)
    assert [(one.count, "'q2'" in one.text) for one in found.notices if one.code == "dropped_queries"] == [(1, True)]


def test_the_judged_hits_of_queries_that_were_left_out_go_with_them(runs: Path) -> None:
    found = assay.score(QRELS, [runs / "x" / "run.txt", runs / "y" / "run.txt"], "RR", missing="skip")
    judged = found.runs[0].judged.judged
    assert judged.n_retrieved.tolist() == [2, 1]
    assert list(zip(judged.query.tolist(), judged.rank.tolist(), judged.grade.tolist(), strict=True)) == [
        (0, 1, 0.0), (0, 2, 1.0), (1, 1, 0.0),
    ]  # fmt: skip


def test_runs_without_a_common_query_are_refused(runs: Path) -> None:
    (runs / "x" / "run.txt").write_text("q1 Q0 a 1 1 t\n")
    (runs / "y" / "run.txt").write_text("q2 Q0 c 1 1 t\n")
    with pytest.raises(BadInputError, match="no judged query is in all of the 2 runs"):
        assay.score(QRELS, [runs / "x" / "run.txt", runs / "y" / "run.txt"], "RR", missing="skip")


def test_the_best_figure_is_that_of_the_better_run() -> None:
    runs = {"worse": {"q1": {"b": 2.0, "a": 1.0}}, "better": {"q1": {"a": 1.0}}}
    assert list(assay.score({"q1": QRELS["q1"]}, runs, "RR").best()) == [(1, 0)]


def test_equal_figures_are_both_the_best() -> None:
    assert list(assay.score(QRELS, {"one": RUN, "two": RUN}, "RR").best()) == [(0, 0), (1, 0)]


def test_no_count_of_hits_is_the_best() -> None:
    assert list(assay.score(QRELS, {"one": RUN, "two": RUN}, "num_q num_ret num_rel unj_5").best()) == []


def test_an_undefined_figure_is_not_the_best() -> None:
    runs = {"one": {"q3": {"d": 1.0}}, "two": {"q3": {"x": 1.0}}}
    assert list(assay.score({"q3": {"d": 0}}, runs, "RR").best()) == []


def test_standard_input_cannot_be_read_twice() -> None:
    with pytest.raises(BadInputError, match="standard input"):
        assay.score("-", "-", "RR")


@pytest.mark.parametrize("given", ["", [], "  "])
def test_no_measure_at_all_is_an_error(given: Any) -> None:
    with pytest.raises(BadInputError, match="no measure is given"):
        assay.score(QRELS, RUN, given)


def test_a_measure_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(UnknownMeasureError, match="did you mean 'nDCG'"):
        assay.score(QRELS, RUN, "ndgc@10")


def test_a_cutoff_of_zero_is_an_error() -> None:
    with pytest.raises(MeasureParameterError):
        assay.score(QRELS, RUN, "P@0")


def test_a_figure_that_was_not_computed_is_an_error() -> None:
    with pytest.raises(BadInputError, match="AP was not computed; there are RR"):
        assay.score(QRELS, RUN, "RR").mean("AP")


@pytest.mark.parametrize("choice", ["undefined", "missing", "duplicates", "ties"])
def test_a_policy_that_is_none_is_an_error(choice: str) -> None:
    with pytest.raises(BadInputError, match=f"{choice} is one of"):
        assay.score(QRELS, RUN, "RR", **{choice: "sometimes"})  # pyright: ignore[reportArgumentType]


def test_nothing_that_was_given_is_written_to() -> None:
    run = {query: dict(docs) for query, docs in RUN.items()}
    assay.score(QRELS, run, "all_trec", convention="sklearn")
    assert run == RUN
