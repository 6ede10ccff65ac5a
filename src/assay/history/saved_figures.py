"""What a history reads of a saved evaluation: its figures as they were, and its values query by query."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from pydantic import BaseModel, ValidationError

from assay.comparison.reading import saved_systems
from assay.comparison.saved import Value
from assay.comparison.system import System
from assay.data.clusters import SOURCE
from assay.errors import BadFileError, Problem
from assay.files.json_text import load_json
from assay.store.entry import Entry
from assay.store.seam import Store


class SavedMean(BaseModel):
    """A mean with its interval."""

    mean: Value
    low: Value = float("nan")
    high: Value = float("nan")
    level: float = 0.95
    scored: int
    asked: int


class _Settings(BaseModel):
    k: list[int] = []
    cluster: str | None = SOURCE


class _Evaluation(BaseModel):
    settings: _Settings
    measures: dict[str, SavedMean] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedFigures:
    """A saved evaluation: means by measure, cutoffs, the field its questions are clustered by, and all values."""

    means: Mapping[str, SavedMean]
    k: tuple[int, ...]
    cluster: str | None
    system: System


def read_figures(store: Store, entry: Entry) -> SavedFigures:
    """Read a saved evaluation.

    Raises
    ------
    BadInputError
        It was removed meanwhile, or is not as `Evaluation.to_json` writes it.
    """
    path = f"{store.place}: {entry.id}"
    found = cast("Mapping[str, object]", load_json(path, store.load(entry.id)))
    try:
        saved = _Evaluation.model_validate(found)
    except ValidationError as exc:
        problems = [
            Problem(path=path, field=".".join(map(str, error["loc"])), text=error["msg"])
            for error in exc.errors(include_url=False)
        ]
        raise BadFileError(problems) from exc
    (system,) = saved_systems(found, path)
    return SavedFigures(means=saved.measures, k=tuple(saved.settings.k), cluster=saved.settings.cluster, system=system)
