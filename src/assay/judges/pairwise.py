"""Which of two texts serves a question better, asked in both orders; and a ranking made of such preferences."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator

from assay.errors import BadInputError
from assay.judges.prompts import enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.replies import Reply
from assay.judges.running import Judged
from assay.judges.seam import Ask, Call
from assay.judges.verdict import JudgeFailure, Verdict


def _named(given: object) -> object:
    return str(given).strip().casefold() if isinstance(given, int | str) and not isinstance(given, bool) else given


class PreferenceReply(Reply):
    """A reason, and the number of the better text or ``tie``."""

    reason: str = ""
    better: Annotated[Literal["1", "2", "tie"], BeforeValidator(_named)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairwise:
    """A judge of two texts, passages or answers, given as a question's two passages.

    Notes
    -----
    The score is 1 where the first is preferred, 0 where the second is, 0.5 for a tie. Both orders are asked: a text is
    preferred only where it is in both. Details hold `flipped`, true where the two orders name different texts, so that
    the place decided and not the text, and `place`, that place (1 or 2). Texts that are the same are a tie without a
    call.
    """

    @property
    def name(self) -> str:
        """``pairwise``."""
        return "pairwise"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge and the version of its prompt."""
        return {"judge": self.name, "prompt": version_of("pairwise")}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Compare the question's two passages; see `assay.judges.seam.Judge`."""
        if len(question.passages) != 2:
            text = f"two texts are compared at a time, and row {question.id!r} has {len(question.passages)}"
            raise JudgeFailure("no_input", text)
        first, second = question.passages
        if first.text.strip() == second.text.strip():
            return Verdict(score=0.5, details={"flipped": False, "orders": []})
        straight, turned = await asyncio.gather(
            _asked(question, first, second, ask), _asked(question, second, first, ask)
        )
        return _verdict(straight, turned)


class Flips(NamedTuple):
    """How often the place decided.

    `n` pairs were asked about, in `flipped` of them the preference turned with the order; in `to_first` of these for
    the text that stood first.
    """

    n: int
    flipped: int
    to_first: int

    @property
    def rate(self) -> float:
        """Share of pairs whose preference turned; NaN for no pairs."""
        return self.flipped / self.n if self.n else float("nan")


def flips(judged: Iterable[Judged]) -> Flips:
    """Count how often the place decided; pairs decided without a call are left out."""
    details = [one.details for row in judged for one in row.verdicts if one.details.get("orders")]
    places = [one["place"] for one in details if one["flipped"]]
    return Flips(len(details), len(places), places.count(1))


def pairs_of(question: JudgeQuestion) -> Iterator[JudgeQuestion]:
    """Yield one question for each pair of a question's passages: n (n - 1) / 2 of them."""
    for first, second in combinations(question.passages, 2):
        yield replace(question, id=f"{question.id}:{first.id}:{second.id}", passages=(first, second))


def ranking_from_preferences(preferences: Iterable[tuple[str, str, float]]) -> tuple[tuple[str, float], ...]:
    """Return texts from the most preferred on, with their Copeland scores.

    Parameters
    ----------
    preferences
        First text's id, second text's id, and the score of `Pairwise`: 1, 0 or 0.5. Of a pair given several times, each
        counts.

    Returns
    -------
    tuple of (id, score)
        A win adds 1, a tie 0.5; equal scores are ordered by id. A pair nobody judged adds nothing to either text.

    Raises
    ------
    BadInputError
        A text is compared with itself, or a score is another number.

    Notes
    -----
    Copeland (1951), with ties as half a win. It needs every pair and assumes nothing else, in particular no model of
    how preferences come about, which so few of them could not support.

    Examples
    --------
    >>> ranking_from_preferences([("a", "b", 0.0), ("a", "c", 0.5), ("b", "c", 1.0)])
    (('b', 2.0), ('a', 0.5), ('c', 0.5))
    """
    wins: dict[str, float] = {}
    for first, second, score in preferences:
        if first == second or score not in (0.0, 0.5, 1.0):
            raise BadInputError(f"a preference is of two texts and 0, 0.5 or 1, got {first!r}, {second!r}, {score!r}")
        wins[first] = wins.get(first, 0.0) + score
        wins[second] = wins.get(second, 0.0) + 1.0 - score
    return tuple(sorted(wins.items(), key=lambda item: (-item[1], item[0])))


async def _asked(question: JudgeQuestion, first: Passage, second: Passage, ask: Ask) -> PreferenceReply:
    return await ask(
        Call(
            prompt=prompt("pairwise", question.prompt_language),
            texts={
                "query": enclosed(question.query, "question"),
                "first": enclosed(first.text, "text", number=1),
                "second": enclosed(second.text, "text", number=2),
            },
            reply=PreferenceReply,
            likely=PreferenceReply(reason="Text 1 names the figure that was asked for. " * 2, better="1"),
        )
    )


def _verdict(straight: PreferenceReply, turned: PreferenceReply) -> Verdict:
    both = (straight.better, turned.better)
    flipped = both in {("1", "1"), ("2", "2")}
    details: dict[str, object] = {"flipped": flipped, "orders": list(both)}
    if flipped:
        details["place"] = int(both[0])
    score = {("1", "2"): 1.0, ("2", "1"): 0.0}.get(both, 0.5)
    return Verdict(score=score, reason=straight.reason.strip(), details=details)
