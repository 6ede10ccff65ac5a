"""Scores as grades: a score model with a map that was fitted on pairs people graded."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.models.score_map_record import read_score_map, write_score_map
from assay.models.scores import ScoreModel, close_model, gather_scores, run_and_close
from assay.stats.cross_fitting import HeldOut, cross_fit
from assay.stats.isotonic import Isotonic, fit_isotonic
from assay.stats.platt import Platt, fit_platt

Method: TypeAlias = Literal["platt", "isotonic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedPair:
    """A query, a document, and the grade people gave the two."""

    query: str
    document: str
    grade: float


@dataclass(frozen=True, slots=True)
class CalibratedScores:
    """A score model whose scores are grades.

    Made by `calibrate_scores`, or of what that wrote by `read`.

    Parameters
    ----------
    model
        Whose scores are mapped.
    fitted
        The map, from all pairs.
    held_out
        How well maps fitted on a part of the pairs did on the rest; None where that is not known.
    """

    model: ScoreModel
    fitted: Isotonic | Platt
    held_out: HeldOut | None = None

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the grades: the model and the map."""
        kind = "isotonic" if isinstance(self.fitted, Isotonic) else "platt"
        return {"kind": "calibrated", "model": dict(self.model.spec), "map": {"kind": kind, **asdict(self.fitted)}}

    async def aclose(self) -> None:
        """Close the model's connections."""
        await close_model(self.model)

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Grade documents; see `assay.models.scores.ScoreModel`."""
        scores = await self.model.compute_scores(query, documents)
        return self.fitted.map_scores(scores).tolist()

    def write(self, path: str | Path) -> None:
        """Write the map as JSON, with the spec of its model and how well it did."""
        write_score_map(path, self.fitted, self.held_out, model=self.model.spec)

    @classmethod
    def read(cls, path: str | Path, model: ScoreModel) -> "CalibratedScores":
        """Read what `write` wrote, for the same model.

        Raises
        ------
        BadInputError
            As `assay.models.score_map_record.read_score_map`.
        """
        return cls(model, *read_score_map(path, model=model.spec))


async def calibrate_scores(
    model: ScoreModel,
    pairs: Iterable[GradedPair],
    *,
    method: Method = "platt",
    low: float = 0.0,
    high: float = 5.0,
    folds: int = 5,
    seed: int = 0,
) -> CalibratedScores:
    """Score pairs that people graded, and fit a map from scores to grades.

    Parameters
    ----------
    pairs
        Of at least two queries; pairs of the same query (by its text) are never on both sides of the check.
    method
        ``platt``: a logistic curve, for tens or hundreds of pairs; ``isotonic``: any rising shape, for thousands.
    low, high
        The ends of the scale, 0 and 5 unless said otherwise.
    folds, seed
        How many parts are held out in turn, and which; see `assay.stats.cross_fitting.cross_fit`.

    Raises
    ------
    BadInputError
        Pairs of fewer than two queries, a grade outside the scale, or no such method.
    ScoreFailure
        The model gave no scores for some query.
    """
    fit = _fit(method, low, high)
    grouped = _by_query(pairs, low, high)
    scores = await gather_scores(
        model.compute_scores(query, [pair.document for pair in group]) for query, group in grouped.items()
    )
    ordered = [pair for group in grouped.values() for pair in group]
    grades = [pair.grade for pair in ordered]
    held_out = cross_fit(fit, scores, grades, [pair.query for pair in ordered], folds=folds, seed=seed)
    return CalibratedScores(model, fit(scores, grades), held_out)


def calibrate_scores_sync(
    model: ScoreModel,
    pairs: Iterable[GradedPair],
    *,
    method: Method = "platt",
    low: float = 0.0,
    high: float = 5.0,
    folds: int = 5,
    seed: int = 0,
) -> CalibratedScores:
    """Do the same from sync code: a script, a notebook, a running loop."""
    made = calibrate_scores(model, pairs, method=method, low=low, high=high, folds=folds, seed=seed)
    return run_and_close(model, made)


def _by_query(pairs: Iterable[GradedPair], low: float, high: float) -> Mapping[str, list[GradedPair]]:
    grouped: dict[str, list[GradedPair]] = {}
    for pair in pairs:
        if not low <= pair.grade <= high:
            raise BadInputError(
                f"the grade {pair.grade:g} is outside the scale from {low:g} to {high:g}: query {pair.query!r}, "
                f"document {pair.document[:60]!r}\nHint: low and high state another scale."
            )
        grouped.setdefault(pair.query, []).append(pair)
    if len(grouped) < 2:
        raise BadInputError(
            f"pairs of {len(grouped)} query came, and a map is tried on queries it was not fitted on\n"
            "Hint: give pairs of two queries, better of fifty."
        )
    return grouped


def _fit(method: Method, low: float, high: float) -> Callable[[ArrayLike, ArrayLike], Isotonic | Platt]:
    if method not in ("platt", "isotonic"):
        raise BadInputError(f"no map is called {method!r}\nHint: platt or isotonic.")
    return fit_isotonic if method == "isotonic" else partial(fit_platt, low=low, high=high)
