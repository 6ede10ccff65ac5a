"""Whether an answer says what was expected."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from typing import Literal

from assay.judges.arithmetic import f1, f1_of_claims, share, weighted
from assay.judges.claims import ClaimVerdict, claims_of, supported, told
from assay.judges.prompts import version_of
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.required import answer_of, reference_of
from assay.judges.seam import Ask
from assay.judges.verdict import Verdict
from assay.models.encoder import Encoder, encoded
from assay.report.json_parts import plain


@dataclass(frozen=True, slots=True)
class _Held:
    """Claims of one text held against another."""

    claims: tuple[str, ...]
    verdicts: tuple[ClaimVerdict, ...]

    @property
    def share(self) -> float:
        return share([one.supported for one in self.verdicts])


async def _held(text: str, against: str, kind: str, question: JudgeQuestion, ask: Ask) -> _Held:
    claims = await claims_of(text, question, ask)
    return _Held(claims, await supported(claims, (Passage(id=kind, text=against),), question, ask))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOverlap:
    """Claims of the answer that the expected answer supports, or the other way round, as RAGChecker (Ru et al. 2024).

    Parameters
    ----------
    of
        ``precision``: the share of the answer's claims that the expected answer supports. ``recall``: the share of the
        expected answer's claims that the answer supports.

    Notes
    -----
    In [0, 1]; precision is undefined for an answer that claims nothing, recall for an expected answer that does not.
    """

    of: Literal["precision", "recall"]

    @property
    def name(self) -> str:
        """``claim_precision`` or ``claim_recall``."""
        return f"claim_{self.of}"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge and the versions of its prompts."""
        return {"judge": self.name, "prompts": f"claims {version_of('claims')}, support {version_of('support')}"}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge an answer; see `assay.judges.seam.Judge`."""
        texts = (answer_of(question), reference_of(question))
        text, against = texts if self.of == "precision" else texts[::-1]
        found = await _held(text, against, "text", question, ask)
        reason = "" if found.claims else "nothing is claimed"
        return Verdict(score=found.share, reason=reason, details={"claims": told(found.claims, found.verdicts)})


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCorrectness:
    r"""F1 of claims against the expected answer, with the likeness of the two texts.

    .. math:: w \cdot \frac{2 P R}{P + R} + (1 - w) \cdot \cos(E(answer), E(reference))

    Parameters
    ----------
    encoder
        Embeds both texts; None leaves their likeness out.
    claims_weight
        The weight :math:`w` of the claims; ragas' default.
    convention
        ``assay``: P is the share of the answer's claims that the expected answer supports, R that of the expected
        answer's claims that the answer supports. ``ragas``: TP / (TP + (FP + FN) / 2), where TP counts the answer's
        claims that are supported, FP those that are not and FN the expected answer's that the answer lacks.

    Notes
    -----
    In [0, 1], but for the likeness, which may be below 0. Undefined where both claim nothing and there is no encoder;
    where only the answer claims nothing, F1 is 0.
    """

    encoder: Encoder | None = None
    claims_weight: float = 0.75
    convention: Literal["assay", "ragas"] = "assay"

    @property
    def name(self) -> str:
        """``answer_correctness``."""
        return "answer_correctness"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, its parameters and the versions of its prompts."""
        return {
            "judge": self.name,
            "convention": self.convention,
            "claims_weight": self.claims_weight if self.encoder else 1.0,
            "encoder": self.encoder.name if self.encoder else None,
            "prompts": f"claims {version_of('claims')}, support {version_of('support')}",
        }

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1; a little below 0 where two texts are unlike each other."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge an answer; see `assay.judges.seam.Judge`."""
        answer, reference = answer_of(question), reference_of(question)
        given = await _held(answer, reference, "reference", question, ask)
        expected = await _held(reference, answer, "answer", question, ask)
        agreed = self._agreed(given, expected)
        details = {
            "answer": told(given.claims, given.verdicts),
            "reference": told(expected.claims, expected.verdicts),
            "f1": plain(agreed),
        }
        if self.encoder is None:
            return Verdict(score=agreed, details=details)
        one, other = await encoded(self.encoder, [answer, reference])
        likeness = float(one @ other)
        score = weighted([agreed, likeness], [self.claims_weight, 1.0 - self.claims_weight])
        return Verdict(score=score, details={**details, "likeness": likeness})

    def _agreed(self, given: _Held, expected: _Held) -> float:
        if not expected.claims:
            return nan
        if self.convention == "ragas":
            right = sum(one.supported for one in given.verdicts)
            missed = sum(not one.supported for one in expected.verdicts)
            return f1_of_claims(right, len(given.verdicts) - right, missed)
        return f1(given.share, expected.share) if given.claims else 0.0
