"""Scores of a judge over the questions of an evaluation."""

from dataclasses import dataclass

from assay.judges.summary import JudgeSummary


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedScores:
    """Scores of one judge over the questions of an evaluation.

    Parameters
    ----------
    summary
        The figures.
    case_ids
        Of the questions that were judged, in the order of `summary.scores`.
    model
        The chat model.
    seconds
        That went by.
    """

    summary: JudgeSummary
    case_ids: tuple[str, ...]
    model: str
    seconds: float
