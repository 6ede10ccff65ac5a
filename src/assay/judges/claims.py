"""Claims of a text, and whether something supports them: what several judges are made of."""

from typing import Annotated

from pydantic import Field

from assay.judges.arithmetic import share
from assay.judges.prompts import all_enclosed, enclosed, listed, prompt
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.replies import Reply, Whole, YesNo, check_numbers
from assay.judges.seam import Ask, Call
from assay.judges.verdict import Verdict

_TOKENS_A_CLAIM = 80


class ClaimsReply(Reply):
    """The claims of a text."""

    claims: list[Annotated[str, Field(min_length=1)]]


class ClaimVerdict(Reply):
    """Whether one claim is supported."""

    claim: Whole
    reason: str = ""
    supported: YesNo


class SupportReply(Reply):
    """One verdict a claim."""

    verdicts: list[ClaimVerdict]


async def claims_of(text: str, question: JudgeQuestion, ask: Ask) -> tuple[str, ...]:
    """Return what a text claims, in its order, each once; nothing where it claims nothing.

    Raises
    ------
    JudgeFailure
        The model did not say.
    """
    if not text.strip():
        return ()
    reply = await ask(
        Call(
            prompt=prompt("claims", question.prompt_language),
            texts={"query": enclosed(question.query, "question"), "text": enclosed(text, "text")},
            reply=ClaimsReply,
            likely=ClaimsReply(claims=["One pass takes thirty hours.", "Sixty pairs are labelled in an hour."]),
            max_tokens=1024,
        )
    )
    return tuple(dict.fromkeys(" ".join(claim.split()) for claim in reply.claims if claim.strip()))


async def supported(
    claims: tuple[str, ...], passages: tuple[Passage, ...], question: JudgeQuestion, ask: Ask
) -> tuple[ClaimVerdict, ...]:
    """Say of each claim whether passages support it; without a passage that says something, none is supported.

    Raises
    ------
    JudgeFailure
        There is not exactly one verdict for each claim (``incomplete``), or none at all.
    """
    told = tuple(one for one in passages if one.text.strip())
    if not claims or not told:
        return tuple(ClaimVerdict(claim=place, supported=False) for place in range(1, len(claims) + 1))
    reply = await ask(
        Call(
            prompt=prompt("support", question.prompt_language),
            texts={"passages": all_enclosed(told), "claims": enclosed(listed(claims), "claims")},
            reply=SupportReply,
            likely=SupportReply(
                verdicts=[
                    ClaimVerdict(claim=place, reason="The first passage says so.", supported=True)
                    for place in range(1, len(claims) + 1)
                ]
            ),
            max_tokens=256 + _TOKENS_A_CLAIM * len(claims),
            check=lambda reply: check_numbers((one.claim for one in reply.verdicts), len(claims), "claim"),
        )
    )
    return tuple(sorted(reply.verdicts, key=lambda verdict: verdict.claim))


def told(claims: tuple[str, ...], verdicts: tuple[ClaimVerdict, ...]) -> list[dict[str, object]]:
    """Return claims with their verdicts, as details of a score."""
    return [
        {"claim": claim, "supported": verdict.supported, "reason": verdict.reason}
        for claim, verdict in zip(claims, verdicts, strict=True)
    ]


async def share_supported(text: str, nothing: str, question: JudgeQuestion, ask: Ask) -> Verdict:
    """Return the share of a text's claims that the question's passages support.

    Parameters
    ----------
    nothing
        The reason given where the text claims nothing, and the share is undefined.

    Raises
    ------
    JudgeFailure
        The model did not say.

    Notes
    -----
    Without a passage that says something it is 0, decided without a call. Else two calls.
    """
    if not any(one.text.strip() for one in question.passages):
        return Verdict(score=0.0, reason="no passages")
    claims = await claims_of(text, question, ask)
    if not claims:
        return Verdict(score=share([]), reason=nothing)
    verdicts = await supported(claims, question.passages, question, ask)
    return Verdict(score=share([one.supported for one in verdicts]), details={"claims": told(claims, verdicts)})
