"""Whether the passages hold what the expected answer says."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.claims import share_supported
from assay.judges.prompts import version_of
from assay.judges.question import JudgeQuestion
from assay.judges.required import reference_of
from assay.judges.seam import Ask
from assay.judges.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextRecall:
    r"""The share of the expected answer's claims that the retrieved passages support.

    .. math:: \frac{|\{c \in claims(reference) : passages \vdash c\}|}{|claims(reference)|}

    Notes
    -----
    In [0, 1]. Undefined where the expected answer claims nothing. Without passages it is 0, decided without a call. Two
    calls; the claims of one expected answer are taken out once, whatever is held against them. ragas attributes the
    sentences of the expected answer in one call; claims are smaller, so that half a sentence can be found.
    """

    @property
    def name(self) -> str:
        """``context_recall``."""
        return "context_recall"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge and the versions of its prompts."""
        return {"judge": self.name, "prompts": f"claims {version_of('claims')}, support {version_of('support')}"}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge passages; see `assay.judges.seam.Judge`."""
        return await share_supported(reference_of(question), "the expected answer claims nothing", question, ask)
