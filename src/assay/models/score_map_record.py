"""Maps from scores to grades as JSON: what was fitted, for which model, and how well it did on pairs held out."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from assay.errors import BadFileError, BadInputError, Problem
from assay.stats.cross_fitting import HeldOut
from assay.stats.isotonic import Isotonic
from assay.stats.platt import Platt

_HINT = "calibrate_scores makes such a map, and CalibratedScores.write writes it."


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Isotonic(_Record):
    kind: Literal["isotonic"] = "isotonic"
    scores: tuple[FiniteFloat, ...]
    grades: tuple[FiniteFloat, ...]

    def value(self) -> Isotonic:
        return Isotonic(scores=self.scores, grades=self.grades)


class _Platt(_Record):
    kind: Literal["platt"] = "platt"
    slope: FiniteFloat
    intercept: FiniteFloat
    low: FiniteFloat
    high: FiniteFloat

    def value(self) -> Platt:
        return Platt(slope=self.slope, intercept=self.intercept, low=self.low, high=self.high)


class _HeldOut(_Record):
    spearman: float | None
    mean_absolute_error: FiniteFloat
    root_mean_square_error: FiniteFloat
    mean_absolute_error_of_median: FiniteFloat
    root_mean_square_error_of_mean: FiniteFloat
    n: int
    n_clusters: int
    folds: int

    def value(self) -> HeldOut:
        known = self.model_dump(exclude={"spearman"})
        return HeldOut(spearman=math.nan if self.spearman is None else self.spearman, **known)


class _File(_Record):
    model: dict[str, Any]
    map: Annotated[_Isotonic | _Platt, Field(discriminator="kind")]
    held_out: _HeldOut | None = None


def write_score_map(
    path: str | Path, fitted: Isotonic | Platt, held_out: HeldOut | None, *, model: Mapping[str, object]
) -> None:
    """Write a map with the spec of the model whose scores it maps, as indented JSON."""
    made = (
        _Isotonic(scores=fitted.scores, grades=fitted.grades)
        if isinstance(fitted, Isotonic)
        else _Platt(slope=fitted.slope, intercept=fitted.intercept, low=fitted.low, high=fitted.high)
    )
    record = _File(model=dict(model), map=made, held_out=None if held_out is None else _held_out(held_out))
    Path(path).write_text(record.model_dump_json(indent=2) + "\n", encoding="utf-8")


def read_score_map(path: str | Path, *, model: Mapping[str, object]) -> tuple[Isotonic | Platt, HeldOut | None]:
    """Read a map that was written for this model.

    Raises
    ------
    BadInputError
        The file is missing, is no such map, or one for the scores of another model.
    """
    record = _read(Path(path))
    if _canonical(record.model) != _canonical(model):
        raise BadInputError(
            f"{path}: this map is for the scores of another model\n"
            f"it was fitted for {_canonical(record.model)}\nand is read for   {_canonical(model)}\n"
            "Hint: fit it again: scores of two models share no scale."
        )
    try:
        return record.map.value(), None if record.held_out is None else record.held_out.value()
    except BadInputError as error:
        raise BadFileError([Problem(path=str(path), text=str(error))], hint=_HINT) from error


def _read(path: Path) -> _File:
    try:
        return _File.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror}\nHint: {_HINT}") from error
    except ValidationError as error:
        problems = [
            Problem(path=str(path), field=".".join(map(str, one["loc"])) or None, text=one["msg"])
            for one in error.errors(include_url=False, include_input=False)
        ]
        raise BadFileError(problems, hint=_HINT) from error


def _held_out(given: HeldOut) -> _HeldOut:
    return _HeldOut(
        spearman=None if math.isnan(given.spearman) else given.spearman,
        mean_absolute_error=given.mean_absolute_error,
        root_mean_square_error=given.root_mean_square_error,
        mean_absolute_error_of_median=given.mean_absolute_error_of_median,
        root_mean_square_error_of_mean=given.root_mean_square_error_of_mean,
        n=given.n,
        n_clusters=given.n_clusters,
        folds=given.folds,
    )


def _canonical(spec: Mapping[str, object]) -> str:
    return json.dumps(spec, sort_keys=True, ensure_ascii=False)
