"""Whether an answer says only what the passages say."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.claims import share_supported
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
        return await share_supported(answer_of(question), "the answer claims nothing", question, ask)
