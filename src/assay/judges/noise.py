"""How much of what was retrieved is of no use."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.arithmetic import share
from assay.judges.context_precision import useful
from assay.judges.prompts import version_of
from assay.judges.question import JudgeQuestion
from assay.judges.required import answer_of
from assay.judges.seam import Ask
from assay.judges.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """The share of retrieved passages that are not useful for the expected answer, or for the one given without it.

    Notes
    -----
    In [0, 1], 0 is best. Undefined where nothing was retrieved. It asks what `ContextPrecision` asks, so that both
    together are paid for once.
    """

    @property
    def name(self) -> str:
        """``noise``."""
        return "noise"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge and the version of its prompt."""
        return {"judge": self.name, "prompt": version_of("useful")}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge passages; see `assay.judges.seam.Judge`."""
        answer = question.reference if question.reference is not None else answer_of(question)
        found = await asyncio.gather(*(useful(one, answer, question, ask) for one in question.passages))
        return Verdict(score=share([not one.useful for one in found]), reason="" if found else "no passages")
