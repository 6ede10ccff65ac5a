"""A jury: several models judge with the same judge, and what they say becomes one verdict."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from math import fsum, isfinite, nan
from statistics import median, multimode
from typing import Literal

from assay.errors import BadInputError
from assay.judges.asking import Asker
from assay.judges.question import JudgeQuestion
from assay.judges.running import Judged, judge_once
from assay.judges.seam import Judge
from assay.judges.side_by_side import side_by_side
from assay.judges.verdict import Cost, Failed, Judgement, Verdict

Combining = Literal["median", "majority", "weighted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Jury:
    """Several models that judge the same questions.

    Parameters
    ----------
    judge
        What each is asked.
    jurors
        Models by the names they bear in the details; at least two.
    combining
        ``median`` of the scores, between the two middle ones of an even number; ``majority``, the score given most
        often, and the median of those given equally often; ``weighted``, the mean with `weights`.
    weights
        At least 0 for each juror, by name; wanted for ``weighted`` only. `weights_from_kappa` makes them.

    Raises
    ------
    BadInputError
        There are fewer than two jurors, or the weights do not fit them.

    Notes
    -----
    A juror that fails is left out and counted. Where fewer than half give a verdict, or those that do weigh nothing,
    the jury fails (``incomplete``). A score that half of the verdicts or more call undefined is undefined; otherwise
    those that do are left out. Details hold each juror's verdict, `spread` (greatest less least score) and `n_failed`.
    """

    judge: Judge
    jurors: Mapping[str, Asker]
    combining: Combining = "median"
    weights: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        if len(self.jurors) < 2:
            raise BadInputError(f"a jury has at least two jurors, got {len(self.jurors)}")
        if self.combining != "weighted":
            return
        weights = self.weights or {}
        if set(weights) != set(self.jurors):
            raise BadInputError(f"weights are wanted for {', '.join(self.jurors)}; got {', '.join(weights) or 'none'}")
        if not all(isfinite(weight) and weight >= 0 for weight in weights.values()) or not any(weights.values()):
            raise BadInputError(f"weights are at least 0 and not all 0, got {dict(weights)}")

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge's spec, each juror's model and how they are combined."""
        models = {name: dict(asker.model.spec) for name, asker in self.jurors.items()}
        weights = dict(self.weights or {}) if self.combining == "weighted" else None
        return {"judge": dict(self.judge.spec), "jury": models, "combining": self.combining, "weights": weights}

    async def judge_once(self, question: JudgeQuestion, repetition: int = 0) -> Judgement:
        """Judge one question; a failure is the outcome."""
        given = await asyncio.gather(
            *(judge_once(self.judge, question, asker, repetition) for asker in self.jurors.values())
        )
        cost = Cost()
        for one in given:
            cost.add(one.cost)
        outcome = self._combined(dict(zip(self.jurors, given, strict=True)))
        return Judgement(outcome=outcome, cost=cost, judged_at=max(one.judged_at for one in given))

    async def judge_all(self, questions: Iterable[JudgeQuestion], *, repeat: int = 1) -> AsyncIterator[Judged]:
        """Judge questions side by side and yield what came of each, in their order."""

        async def judged(question: JudgeQuestion) -> Judged:
            found = [await self.judge_once(question, repetition) for repetition in range(repeat)]
            return Judged(question=question, judgements=tuple(found))

        try:
            async with aclosing(side_by_side(judged, questions)) as rows:
                async for row in rows:
                    yield row
        finally:
            for asker in self.jurors.values():
                await asker.aclose()

    def _combined(self, given: Mapping[str, Judgement]) -> Verdict | Failed:
        verdicts = {name: one.outcome for name, one in given.items() if isinstance(one.outcome, Verdict)}
        scores = {name: verdict.score for name, verdict in verdicts.items() if verdict.is_defined}
        failures = [one.outcome for one in given.values() if isinstance(one.outcome, Failed)]
        if 2 * len(verdicts) < len(given):
            why = f"{len(verdicts)} of {len(given)} jurors gave a verdict; the first that did not: {failures[0].text}"
            return Failed(kind="incomplete", text=why)
        defined = 2 * len(scores) > len(verdicts)
        if defined and self.combining == "weighted" and not any((self.weights or {})[name] for name in scores):
            return Failed(kind="incomplete", text="the jurors that gave a verdict weigh nothing")
        details = {
            "jurors": {name: _told(one.outcome) for name, one in given.items()},
            "spread": max(scores.values()) - min(scores.values()) if scores else None,
            "n_failed": len(failures),
        }
        return Verdict(score=self._score(scores) if defined else nan, details=details)

    def _score(self, scores: Mapping[str, float]) -> float:
        if self.combining == "median":
            return median(scores.values())
        if self.combining == "majority":
            return majority(list(scores.values()))
        weights = self.weights or {}
        return fsum(weights[name] * score for name, score in scores.items()) / fsum(weights[name] for name in scores)


def majority(scores: Sequence[float]) -> float:
    """Return the score given most often; of several given equally often, their median.

    Examples
    --------
    >>> majority([5, 1, 5]), majority([1, 1, 4, 4, 0])
    (5, 2.5)
    """
    return median(multimode(scores))


def weights_from_kappa(kappas: Mapping[str, float]) -> dict[str, float]:
    """Return jurors' weights from their agreement with people: kappa, and 0 for one that is no better than chance.

    Parameters
    ----------
    kappas
        Cohen's kappa of each juror against the same people, as ``assay judge calibrate`` says it; NaN counts as chance.

    Raises
    ------
    BadInputError
        No juror is better than chance.

    Examples
    --------
    >>> weights_from_kappa({"large": 0.6, "small": 0.2, "coin": -0.1})
    {'large': 0.6, 'small': 0.2, 'coin': 0.0}
    """
    found = {name: kappa if kappa > 0 else 0.0 for name, kappa in kappas.items()}
    if not any(found.values()):
        raise BadInputError("no juror agrees with people beyond chance\nHint: combine by the median, or ask others.")
    return found


def _told(outcome: Verdict | Failed) -> dict[str, object]:
    if isinstance(outcome, Failed):
        return {"failed": outcome.kind, "text": outcome.text}
    return {"score": outcome.score if outcome.is_defined else None, "reason": outcome.reason}
