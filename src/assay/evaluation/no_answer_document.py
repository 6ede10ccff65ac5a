"""What a report says in JSON of questions that have no answer."""

from pydantic import Field

from assay.evaluation.measured import Measured
from assay.evaluation.no_answer import no_answer_of
from assay.report.json_parts import Figure, Part
from assay.stats.discrimination import Estimate


class EstimatePart(Part):
    """A figure with its interval."""

    value: Figure
    low: Figure
    high: Figure


class PointPart(Part):
    """What a threshold of the top score does."""

    threshold: float
    kept: float = Field(description="share of the answerable questions whose top score reaches it")
    recall: Figure = Field(description="mean recall over these")
    false_evidence: float = Field(description="share of the questions without an answer for which something reaches it")


class RecommendedPart(Part):
    """The threshold that tells the two kinds apart best; its rates are cross-fitted."""

    threshold: float
    low: Figure
    high: Figure
    kept: float
    false_evidence: float
    reliable: bool = Field(description="whether scores tell more than chance: the AUROC's interval lies above 0.5")


class NoAnswerPart(Part):
    """Whether the top score tells questions with an answer from those without."""

    answerable: int
    no_answer: int
    measure: str
    undefined: str | None = Field(description="why there are no figures: one_kind, no_scores or unordered")
    higher_is_better: bool
    auroc: EstimatePart | None
    average_precision: EstimatePart | None
    recommended: RecommendedPart | None
    curve: list[PointPart]


def no_answer_part(evaluation: Measured) -> NoAnswerPart | None:
    """Return the part; None where every question has an answer."""
    if not evaluation.n_no_answer:
        return None
    found = no_answer_of(evaluation)
    best = found.recommended
    return NoAnswerPart(
        answerable=found.n_answerable,
        no_answer=found.n_no_answer,
        measure=found.measure,
        undefined=found.undefined,
        higher_is_better=found.higher_is_better,
        auroc=_estimate(found.auroc),
        average_precision=_estimate(found.average_precision),
        recommended=None
        if best is None
        else RecommendedPart(
            threshold=best.value,
            low=best.low,
            high=best.high,
            kept=best.true_rate,
            false_evidence=best.false_rate,
            reliable=found.is_reliable,
        ),
        curve=[
            PointPart(threshold=one.threshold, kept=one.kept, recall=one.recall, false_evidence=one.false_evidence)
            for one in found.curve
        ],
    )


def _estimate(found: Estimate | None) -> EstimatePart | None:
    return None if found is None else EstimatePart(value=found.value, low=found.low, high=found.high)
