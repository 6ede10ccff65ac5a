"""Nugget recall: which of the facts a good answer needs are in an answer, or in what was retrieved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, isnan, nan
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from assay.judges.prompts import all_enclosed, enclosed, listed, prompt, version_of
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply, Whole, check_numbers
from assay.judges.required import answer_of, reference_of
from assay.judges.seam import Ask, Call
from assay.judges.verdict import Verdict

_MOST = 20
_TOKENS_A_NUGGET = 60
_WORTH = {"support": 1.0, "partial": 0.5, "not": 0.0}

Support = Literal["support", "partial", "not"]


class Nugget(NamedTuple):
    """A fact; a vital one must be in a good answer, another may be."""

    text: str
    vital: bool = True


class NuggetReply(Reply):
    """A nugget, as a model writes it."""

    text: Annotated[str, Field(min_length=1)]
    importance: Literal["vital", "okay"]


class NuggetsReply(Reply):
    """The nuggets of an expected answer."""

    nuggets: list[NuggetReply]


class Assignment(Reply):
    """How far a text supports one nugget."""

    nugget: Whole
    support: Support


class AssignmentsReply(Reply):
    """One assignment a nugget."""

    verdicts: list[Assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nuggets:
    """Strict vital recall: the share of vital nuggets that are supported in full.

    Parameters
    ----------
    of
        What nuggets are looked for in: the ``answer``, or the ``contexts``, all passages together.
    given
        Nuggets by the question's id. Where a question has none here, they are made of its expected answer, once: any
        other answer to the question is held against the same ones, from the store.

    Notes
    -----
    Details hold all of `nugget_scores` and each nugget's support. NaN where no nugget is vital. An empty text supports
    nothing, without a call. At most 20 nuggets are made, vital ones first, as in TREC RAG 2024; there they are made of
    passages judged relevant in several rounds, here of the expected answer in one, and assigned in one call, not ten at
    a time. Pradeep et al. (2024), arXiv:2411.09607; (2025), arXiv:2504.15068.
    """

    of: Literal["answer", "contexts"] = "answer"
    given: Mapping[str, Sequence[Nugget]] = field(default_factory=dict[str, Sequence[Nugget]])

    @property
    def name(self) -> str:
        """``nuggets``."""
        return "nuggets"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, what it looks at, whether nuggets were given, and the versions of its prompts."""
        versions = [version_of("nuggets"), version_of("assignment")]
        return {"judge": self.name, "of": self.of, "given": bool(self.given), "prompts": versions}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Look for a question's nuggets; see `assay.judges.seam.Judge`."""
        text = enclosed(answer_of(question), "text") if self.of == "answer" else all_enclosed(question.passages)
        is_empty = not (question.answer or "").strip() if self.of == "answer" else not _any_text(question)
        nuggets = self.given.get(question.id) or await nuggets_of(question, ask)
        found = ["not"] * len(nuggets) if is_empty else await assigned(nuggets, text, question, ask)
        scores = nugget_scores([(nugget.vital, support) for nugget, support in zip(nuggets, found, strict=True)])
        told = [
            {"text": one.text, "vital": one.vital, "support": support}
            for one, support in zip(nuggets, found, strict=True)
        ]
        undefined_as_null = {name: None if isnan(score) else score for name, score in scores.items()}
        return Verdict(score=scores["vital_strict"], details={**undefined_as_null, "nuggets": told})


def nugget_scores(assigned: Sequence[tuple[bool, str]]) -> dict[str, float]:
    r"""Return the scores of nuggets, each a pair of whether it is vital and its support.

    .. math:: \mathrm{all} = \frac{1}{n} \sum_i s_i \qquad
        \mathrm{weighted} = \frac{\sum_{vital} s_i + \frac12 \sum_{okay} s_i}{n_{vital} + \frac12 n_{okay}}

    with s = 1 for ``support``, 0.5 for ``partial``, 0 for ``not``; the strict forms count ``partial`` as 0, the vital
    ones run over vital nuggets only.

    Returns
    -------
    dict
        ``vital``, ``vital_strict``, ``all``, ``all_strict``, ``weighted``, in [0, 1]; NaN over no nuggets.

    Notes
    -----
    Pradeep et al. (2024), arXiv:2411.09607.

    Examples
    --------
    >>> nugget_scores([(True, "support"), (True, "partial"), (False, "not")])
    {'vital': 0.75, 'vital_strict': 0.5, 'all': 0.5, 'all_strict': 0.3333333333333333, 'weighted': 0.6}
    """
    lenient = [(vital, _WORTH[support]) for vital, support in assigned]
    strict = [(vital, float(support == "support")) for vital, support in assigned]
    return {
        "vital": _mean([(1.0, worth) for vital, worth in lenient if vital]),
        "vital_strict": _mean([(1.0, worth) for vital, worth in strict if vital]),
        "all": _mean([(1.0, worth) for _, worth in lenient]),
        "all_strict": _mean([(1.0, worth) for _, worth in strict]),
        "weighted": _mean([(1.0 if vital else 0.5, worth) for vital, worth in lenient]),
    }


async def nuggets_of(question: JudgeQuestion, ask: Ask) -> tuple[Nugget, ...]:
    """Return the nuggets of a question's expected answer, vital ones first, each once.

    Raises
    ------
    JudgeFailure
        There is no expected answer (``no_input``), or the model did not say.
    """
    reply = await ask(
        Call(
            prompt=prompt("nuggets", question.prompt_language),
            texts={
                "query": enclosed(question.query, "question"),
                "reference": enclosed(reference_of(question), "reference"),
            },
            reply=NuggetsReply,
            likely=NuggetsReply(nuggets=[NuggetReply(text="One pass takes thirty hours.", importance="vital")] * 4),
            max_tokens=256 + _TOKENS_A_NUGGET * _MOST,
        )
    )
    each = {" ".join(one.text.split()): one.importance == "vital" for one in reply.nuggets}
    made = [Nugget(text, vital) for text, vital in each.items() if text]
    return tuple(sorted(made, key=lambda one: not one.vital))[:_MOST]


async def assigned(nuggets: Sequence[Nugget], text: str, question: JudgeQuestion, ask: Ask) -> list[Support]:
    """Return how far a text, set apart already, supports each nugget.

    Raises
    ------
    JudgeFailure
        There is not exactly one assignment for each (``incomplete``), or none at all.
    """
    if not nuggets:
        return []
    reply = await ask(
        Call(
            prompt=prompt("assignment", question.prompt_language),
            texts={
                "query": enclosed(question.query, "question"),
                "text": text,
                "nuggets": enclosed(listed([one.text for one in nuggets], "nugget"), "nuggets"),
            },
            reply=AssignmentsReply,
            likely=AssignmentsReply(
                verdicts=[Assignment(nugget=place, support="support") for place in range(1, len(nuggets) + 1)]
            ),
            max_tokens=256 + _TOKENS_A_NUGGET * len(nuggets),
            check=lambda reply: check_numbers((one.nugget for one in reply.verdicts), len(nuggets), "nugget"),
        )
    )
    return [one.support for one in sorted(reply.verdicts, key=lambda one: one.nugget)]


def _any_text(question: JudgeQuestion) -> bool:
    return any(one.text.strip() for one in question.passages)


def _mean(weighed: Sequence[tuple[float, float]]) -> float:
    total = fsum(weight for weight, _ in weighed)
    return fsum(weight * worth for weight, worth in weighed) / total if total else nan
