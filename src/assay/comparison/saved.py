"""Saved figures as they stand in JSON: only what a comparison needs is asked for, the rest may be there or not."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

Value = Annotated[float, BeforeValidator(lambda given: float("nan") if given is None else given)]
PerQuery = dict[str, dict[str, Value]]


class Saved(BaseModel):
    """A part of a saved result, whose further keys do not matter here."""

    model_config = ConfigDict(extra="ignore")


class SavedGolden(Saved):
    """Which golden set it was."""

    name: str = ""
    sha256: str | None = None


class SavedSettings(Saved):
    """How it was made."""

    convention: str = ""
    rel: float | None = None
    unit: str = ""
    matcher: str = ""
    undefined: str = ""
    retriever: str = ""
    parameters: dict[str, Any] = {}
    golden: SavedGolden = SavedGolden()
    qrels: str = ""
    corpus_sha256: str | None = None
    seed: int = 0
    made_at: str = ""
    commit: str | None = None


class SavedCase(Saved):
    """One question with its labels and hits."""

    query: str = ""
    fields: dict[str, str] = {}
    source: str | None = None
    labels: dict[str, float] = {}
    retrieved: list[str] = []
    reason: str | None = None


class SavedEvaluation(Saved):
    """What ``assay evaluate --out`` and ``--per-query --json`` write."""

    assay: str = ""
    kind: Literal["evaluation"]
    settings: SavedSettings = SavedSettings()
    per_query: PerQuery | None = None
    cases: dict[str, SavedCase] | None = None


class SavedRun(Saved):
    """One run of saved scores."""

    per_query: PerQuery | None = None


class SavedScores(Saved):
    """What ``assay score --per-query --json`` writes."""

    assay: str = ""
    kind: Literal["scores"]
    settings: SavedSettings = SavedSettings()
    runs: dict[str, SavedRun]
