"""The four scores against the real ragas, where it is installed: the same verdicts of a model, in each one's form."""

import asyncio
import json
import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from assay.judges.answer_relevancy import AnswerRelevancy
from assay.judges.asking import Asker
from assay.judges.context_precision import ContextPrecision
from assay.judges.context_recall import ContextRecall
from assay.judges.faithfulness import Faithfulness
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.ragas_adapter import RagasScore
from assay.judges.running import judge_once
from assay.judges.seam import Judge
from assay.judges.verdict import Verdict
from assay.models.chat import ChatReply, ChatRequest
from assay.store.remembered import RememberedVerdicts

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("ragas", reason="no ragas: pip install 'assay[ragas]'")

pytestmark = pytest.mark.filterwarnings("ignore")
ENCODED = {"asked?": 0.0, "near?": 0.4, "far?": 2.0}


class Angles:
    name, sha256, dim = "angles", "0" * 64, 2

    def encode(self, texts: Sequence[str]) -> Any:
        angles = [ENCODED.get(text, 1.0) for text in texts]
        return np.array([(math.cos(one), math.sin(one)) for one in angles], dtype=np.float32)


class Model:
    """Says of claim and passage number n what the n-th verdict is, in the form of whoever asks."""

    def __init__(self, verdicts: Sequence[bool], *, evasive: bool = False, question: str = "near?") -> None:
        self.verdicts, self.evasive, self.question = verdicts, evasive, question
        self.spec = {"model": "played"}

    async def reply(self, request: ChatRequest) -> ChatReply:
        said = json.dumps(self._said(request))
        return ChatReply(text=said, prompt_tokens=1, completion_tokens=1, seconds=0.0)

    def _said(self, request: ChatRequest) -> dict[str, Any]:
        text, claims = request.messages[-1].content, [f"claim {n}" for n in range(len(self.verdicts))]
        if request.schema_name == "claims":
            return {"claims": claims}
        if request.schema_name == "support":
            return {"verdicts": [{"claim": n + 1, "supported": one} for n, one in enumerate(self.verdicts)]}
        if request.schema_name == "useful":
            return {"reason": "", "useful": self._of_passage(text)}
        if request.schema_name == "questions":
            return {"questions": [self.question] * 3, "evasive": self.evasive}
        return self._for_ragas(text, claims)

    def _for_ragas(self, text: str, claims: list[str]) -> dict[str, Any]:
        asked = text.rpartition("Now perform the same")[2]
        if "noncommittal" in text:
            return {"question": self.question, "noncommittal": int(self.evasive)}
        if "attributed" in text:
            pairs = zip(claims, self.verdicts, strict=True)
            return {"classifications": [{"statement": c, "reason": "", "attributed": int(v)} for c, v in pairs]}
        if "useful in arriving" in text:
            return {"reason": "", "verdict": int(self._of_passage(asked))}
        if "reak down each sentence" in text:
            return {"statements": claims}
        pairs = zip(claims, self.verdicts, strict=True)
        return {"statements": [{"statement": c, "reason": "", "verdict": int(v)} for c, v in pairs]}

    def _of_passage(self, text: str) -> bool:
        return next(one for n, one in enumerate(self.verdicts) if f"passage number {n}" in text)


def score(judge: Judge, model: Model) -> float:
    passages = tuple(Passage(id=str(n), text=f"passage number {n}") for n in range(len(model.verdicts)))
    question = JudgeQuestion(id="1", query="asked?", passages=passages, answer="An answer.", reference="A reference.")
    found = asyncio.run(judge_once(judge, question, Asker(model, RememberedVerdicts()))).outcome
    assert isinstance(found, Verdict), found
    return found.score


PATTERNS = [tuple(bool(code >> bit & 1) for bit in range(n)) for n in (1, 3, 4) for code in range(2**n)]


@pytest.mark.parametrize("verdicts", PATTERNS)
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (ContextPrecision(convention="ragas"), "context_precision"),
        (ContextRecall(), "context_recall"),
        (Faithfulness(), "faithfulness"),
    ],
)
def test_the_same_verdicts_give_the_score_of_ragas(ours: Judge, theirs: Any, verdicts: tuple[bool, ...]) -> None:
    assert score(ours, Model(verdicts)) == pytest.approx(score(RagasScore(metric=theirs), Model(verdicts)), abs=1e-12)


@pytest.mark.parametrize("evasive", [False, True])
@pytest.mark.parametrize("question", list(ENCODED))
def test_the_same_questions_give_the_relevancy_of_ragas(question: str, evasive: bool) -> None:
    model = Model((True,), evasive=evasive, question=question)
    theirs = score(RagasScore(metric="answer_relevancy", encoder=Angles()), model)
    assert score(AnswerRelevancy(encoder=Angles()), model) == pytest.approx(theirs, abs=1e-6)
