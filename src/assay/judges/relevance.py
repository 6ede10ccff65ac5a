"""How well a passage helps to answer a question: 5 answers directly, 0 is entirely unrelated."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.prompts import enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Level, Reply, lone_number
from assay.judges.scales import Scale, ends, onto
from assay.judges.seam import Ask, Call
from assay.judges.verdict import JudgeFailure, Verdict


class RelevanceReply(Reply):
    """A reason and a level from 0 to 5."""

    reason: str = ""
    score: Level

    @staticmethod
    def bare(text: str) -> dict[str, object] | None:
        """Take a lone number for the level."""
        found = lone_number(text)
        return None if found is None else {"score": found}


_LIKELY = RelevanceReply(reason="The passage names the figure that was asked for. " * 2, score=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """A judge of one passage at a time.

    Parameters
    ----------
    scale
        ``0-5`` as the tutorials define it; ``0-3`` and ``binary`` are told from it (`assay.judges.scales.onto`), so
        that the model is asked the same thing.

    Notes
    -----
    An empty passage is 0 without a call.
    """

    scale: Scale = "0-5"

    @property
    def name(self) -> str:
        """``relevance``."""
        return "relevance"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, its scale and the version of its prompt."""
        return {"judge": self.name, "scale": self.scale, "prompt": version_of("relevance")}

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest grade."""
        return ends(self.scale)

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge the question's one passage; see `assay.judges.seam.Judge`."""
        if len(question.passages) != 1:
            text = f"one passage is judged at a time, and row {question.id!r} has {len(question.passages)}"
            raise JudgeFailure("no_input", text)
        passage = question.passages[0].text
        if not passage.strip():
            return Verdict(score=0.0, reason="")
        reply = await ask(
            Call(
                prompt=prompt("relevance", question.prompt_language),
                texts={"query": enclosed(question.query, "question"), "passage": enclosed(passage)},
                reply=RelevanceReply,
                likely=_LIKELY,
            )
        )
        return Verdict(score=float(onto(self.scale, reply.score)), reason=reply.reason.strip())
