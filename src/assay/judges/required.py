"""What a judge looks at, taken out of a question that may lack it."""

from assay.judges.question import JudgeQuestion
from assay.judges.verdict import JudgeFailure


def answer_of(question: JudgeQuestion) -> str:
    """Return the answer.

    Raises
    ------
    JudgeFailure
        None was recorded (``no_input``).
    """
    if question.answer is None:
        raise JudgeFailure("no_input", f"row {question.id!r} has no answer to judge")
    return question.answer


def reference_of(question: JudgeQuestion) -> str:
    """Return the expected answer.

    Raises
    ------
    JudgeFailure
        There is none (``no_input``).
    """
    if question.reference is None:
        raise JudgeFailure("no_input", f"row {question.id!r} has no expected answer to hold things against")
    return question.reference
