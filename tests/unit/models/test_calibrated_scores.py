"""Scores become grades by what people said of some pairs, and maps are kept as JSON."""

import asyncio
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.errors import BadFileError, BadInputError
from assay.models.calibrated_scores import CalibratedScores, GradedPair, calibrate_scores, calibrate_scores_sync
from assay.models.scores import ScoreFailure, compute_scores_sync
from assay.stats.isotonic import Isotonic
from assay.stats.platt import Platt


class Shouting:
    """Scores by the number of exclamation marks."""

    def __init__(self, name: str = "shouting") -> None:
        self.spec = {"kind": name}

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        if query == "broken":
            raise ScoreFailure("garbage", "no scores today")
        return [float(document.count("!")) for document in documents]


def pairs(*, queries: int = 6) -> list[GradedPair]:
    return [
        GradedPair(query=f"q{number}", document="!" * marks, grade=float(marks))
        for marks in range(6)
        for number in range(queries)
    ]


def test_a_score_becomes_the_grade_of_pairs_like_it() -> None:
    made = calibrate_scores_sync(Shouting(), pairs(), method="isotonic")
    assert compute_scores_sync(made, "new", ["!!", "", "!!!!!!!!"]) == [2.0, 0.0, 5.0]


def test_what_is_reported_was_not_fitted_on() -> None:
    held_out = calibrate_scores_sync(Shouting(), pairs(), method="isotonic").held_out
    assert held_out is not None
    assert (held_out.mean_absolute_error, held_out.spearman) == pytest.approx((0.0, 1.0))
    assert (held_out.mean_absolute_error_of_median, held_out.n, held_out.n_clusters, held_out.folds) == (1.5, 36, 6, 5)


def test_platt_s_curve_keeps_the_order_and_the_scale() -> None:
    grades = list(compute_scores_sync(calibrate_scores_sync(Shouting(), pairs()), "new", ["", "!", "!!!", "!" * 99]))
    assert grades == sorted(grades)
    assert 0.0 <= grades[0] < 1.0
    assert 4.0 < grades[-1] <= 5.0


def test_pairs_in_any_order_give_the_same_map() -> None:
    first, other = (calibrate_scores_sync(Shouting(), given, method="isotonic") for given in (pairs(), pairs()[::-1]))
    assert first.fitted == other.fitted


def test_the_sync_twin_says_the_same() -> None:
    assert (
        calibrate_scores_sync(Shouting(), pairs()).fitted == asyncio.run(calibrate_scores(Shouting(), pairs())).fitted
    )


@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_a_map_comes_back_from_its_file_as_it_was(tmp_path: Path, method: Any) -> None:
    made = calibrate_scores_sync(Shouting(), pairs(), method=method)
    made.write(tmp_path / "map.json")
    again = CalibratedScores.read(tmp_path / "map.json", made.model)
    assert (again.fitted, again.held_out, again.spec) == (made.fitted, made.held_out, made.spec)


def test_an_undefined_correlation_is_null_in_the_file(tmp_path: Path) -> None:
    same = [GradedPair(query=f"q{number}", document="!", grade=2.0) for number in range(4)]
    calibrate_scores_sync(Shouting(), same).write(tmp_path / "map.json")
    assert json.loads((tmp_path / "map.json").read_text())["held_out"]["spearman"] is None
    held_out = CalibratedScores.read(tmp_path / "map.json", Shouting()).held_out
    assert held_out is not None
    assert math.isnan(held_out.spearman)


def test_a_map_for_another_model_is_refused(tmp_path: Path) -> None:
    calibrate_scores_sync(Shouting(), pairs()).write(tmp_path / "map.json")
    with pytest.raises(BadInputError, match="the scores of another model"):
        CalibratedScores.read(tmp_path / "map.json", Shouting("whispering"))


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"kind": "isotonic", "scores": [2, 1], "grades": [0, 1]}, "scores rise"),
        ({"kind": "isotonic", "scores": [1], "grades": ["much"]}, "map.isotonic.grades.0"),
        ({"kind": "platt", "slope": 1, "intercept": 0, "low": 5, "high": 0}, "low end is below"),
        ({"kind": "platt", "slope": 1}, "map.platt.intercept"),
        ({"kind": "linear"}, "field 'map'"),
    ],
)
def test_a_file_that_is_no_map_is_refused_by_field(tmp_path: Path, kept: dict[str, Any], said: str) -> None:
    (tmp_path / "map.json").write_text(json.dumps({"model": {"kind": "shouting"}, "map": kept}))
    with pytest.raises(BadFileError, match=said):
        CalibratedScores.read(tmp_path / "map.json", Shouting())


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"none\.json: No such file"):
        CalibratedScores.read(tmp_path / "none.json", Shouting())


def test_the_spec_holds_model_and_map() -> None:
    made = CalibratedScores(Shouting(), Isotonic(scores=(0.0,), grades=(1.0,)))
    assert made.spec == {
        "kind": "calibrated",
        "model": {"kind": "shouting"},
        "map": {"kind": "isotonic", "scores": (0.0,), "grades": (1.0,)},
    }
    assert CalibratedScores(Shouting(), Platt(slope=1.0, intercept=0.0)).spec != made.spec


def test_pairs_of_one_query_are_refused() -> None:
    with pytest.raises(BadInputError, match="pairs of 1 query"):
        calibrate_scores_sync(Shouting(), pairs(queries=1))


def test_a_grade_outside_the_scale_is_named_with_its_pair() -> None:
    bad = GradedPair(query="q9", document="a document", grade=7.0)
    with pytest.raises(BadInputError, match=r"grade 7 is outside the scale from 0 to 5: query 'q9', document 'a doc"):
        calibrate_scores_sync(Shouting(), [*pairs(), bad])


def test_a_method_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInputError, match="platt or isotonic"):
        calibrate_scores_sync(Shouting(), pairs(), method="guess")  # type: ignore[arg-type]


def test_a_failure_of_the_model_is_no_grade() -> None:
    with pytest.raises(ScoreFailure, match="no scores today"):
        compute_scores_sync(calibrate_scores_sync(Shouting(), pairs()), "broken", ["!"])
