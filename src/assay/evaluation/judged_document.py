"""What a report says in JSON of judges' scores."""

from pydantic import Field

from assay.evaluation.measured import Measured
from assay.judges.document import HealthPart, ScorePart, health_part, score_part
from assay.report.json_parts import Figure, Part, is_none, plain


class JudgedPart(Part):
    """One judge: its mean with what failed, what it took, and each question's score where these are asked for."""

    model: str
    score: ScorePart
    health: HealthPart
    per_query: dict[str, Figure] | None = Field(default=None, exclude_if=is_none)


def judged_part(evaluation: Measured, *, per_query: bool) -> dict[str, JudgedPart] | None:
    """Return the parts by the judges' names; None where no judge was asked."""
    found = {
        scores.summary.name: JudgedPart(
            model=scores.model,
            score=score_part(scores.summary),
            health=health_part(scores.summary, seconds=scores.seconds),
            per_query=dict(zip(scores.case_ids, map(plain, scores.summary.scores.tolist()), strict=True))
            if per_query
            else None,
        )
        for scores in evaluation.judged
    }
    return found or None
