"""An answer from the passages that were retrieved, where nobody recorded one."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from assay.judges.prompts import all_enclosed, enclosed, prompt
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply
from assay.judges.seam import Ask, Call


class AnswerReply(Reply):
    """An answer in a few sentences."""

    answer: Annotated[str, Field(min_length=1)]


async def answered(question: JudgeQuestion, ask: Ask) -> JudgeQuestion:
    """Return the question with an answer of the chat model; one that has its answer is returned as it is.

    Raises
    ------
    JudgeFailure
        The model did not answer.
    """
    if question.answer is not None:
        return question
    reply = await ask(
        Call(
            prompt=prompt("answer", question.prompt_language),
            texts={
                "passages": all_enclosed(question.passages) or "-",
                "query": enclosed(question.query, "question"),
            },
            reply=AnswerReply,
            likely=AnswerReply(answer="It takes about thirty hours for one pass at sixty pairs an hour. " * 2),
        )
    )
    return replace(question, answer=reply.answer)
