"""Whether an answer says only what the passages say."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.arithmetic import share
from assay.judges.claims import claims_of, supported, told
from assay.judges.prompts import version_of
from assay.judges.question import JudgeQuestion
from assay.judges.required import answer_of
from assay.judges.seam import Ask
from assay.judges.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Faithfulness:
    r"""The share of an answer's claims that the retrieved passages support.

    .. math:: \frac{|\{c \in claims(answer) : passages \vdash c\}|}{|claims(answer)|}

    Notes
    -----
    In [0, 1]. Undefined for an answer that claims nothing, such as "I do not know". Without passages it is 0, decided
    without a call. Two calls. As in ragas (Es et al. 2024), which has NaN for no claims as well, and asks the model
    where there is no context.
    """

    @property
    def name(self) -> str:
        """``faithfulness``."""
        return "faithfulness"

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
        answer = answer_of(question)
        if not any(one.text.strip() for one in question.passages):
            return Verdict(score=0.0, reason="no passages")
        claims = await claims_of(answer, question, ask)
        if not claims:
            return Verdict(score=share([]), reason="the answer claims nothing")
        verdicts = await supported(claims, question.passages, question, ask)
        score = share([one.supported for one in verdicts])
        return Verdict(score=score, details={"claims": told(claims, verdicts)})
