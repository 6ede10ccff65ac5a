"""What ``assay evaluate --judge`` asks of judges."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from assay.cli.chatting import chat_model
from assay.cli.progress import progress_bar
from assay.data.document import Document
from assay.errors import BadInputError
from assay.evaluation.judging import questions_of
from assay.evaluation.result import Evaluation
from assay.judges.asking import Budget
from assay.judges.catalogue import RAGAS, load_judge
from assay.judges.seam import Judge
from assay.models.openai_chat import OpenAIChat
from assay.store.verdicts import SQLiteVerdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """Judges, and how they are asked; made before anything is evaluated, so that what is wrong costs nothing."""

    judges: tuple[Judge, ...]
    chat: OpenAIChat
    verdicts: Path
    budget: Budget
    generate: bool
    k: int

    def judged(self, evaluation: Evaluation, read_corpus: Callable[[], Sequence[Document]]) -> Evaluation:
        """Return the evaluation with what the judges say; without it where Ctrl-C was pressed.

        Raises
        ------
        BadInputError
            There is nothing to judge, or no answer to any question.
        """
        corpus = read_corpus()
        questions = questions_of(evaluation, k=self.k, corpus=corpus)
        names = {judge.name for judge in self.judges}
        if (
            not self.generate
            and names & {"faithfulness", "answer_relevancy"}
            and not any(question.answer is not None for question in questions)
        ):
            raise BadInputError(
                "no question has an answer to judge\nHint: record them in the golden set as generated_answer, let the "
                'pipeline return {"answer": ..., "hits": [...]}, or have the model write them (--answers generate).'
            )
        try:
            with progress_bar("judging") as progress:
                return evaluation.judge(
                    self.judges,
                    self.chat,
                    k=self.k,
                    corpus=corpus,
                    generate=self.generate,
                    store=SQLiteVerdicts(self.verdicts),
                    budget=self.budget,
                    progress=progress,
                )
        except KeyboardInterrupt:
            click.echo("judging was stopped; the same command goes on from there", err=True)
            return evaluation


def judging_of(options: Mapping[str, Any]) -> Judging | None:
    """Read what the options of ``assay evaluate`` say of judges; None where none is asked for.

    Raises
    ------
    BadParameter
        A judge that there is not, or no model.
    """
    names = options["judges"]
    if names is None:
        return None
    wanted = RAGAS if names == "ragas" else tuple(name.strip() for name in names.split(","))
    if "relevance" in wanted:
        hint = "relevance is of single passages: assay judge run judges those"
        raise click.BadParameter(hint, param_hint="'--judge'")
    try:
        judges = tuple(load_judge(name) for name in wanted)
    except BadInputError as exc:
        raise click.BadParameter(str(exc), param_hint="'--judge'") from exc
    chat = chat_model(
        options["model"],
        base_url=options["base_url"],
        key_env=options["key_env"],
        temperature=0.0,
        concurrency=options["judge_concurrency"],
        timeout=options["judge_timeout"],
    )
    return Judging(
        judges=judges,
        chat=chat,
        verdicts=Path(options["verdicts"]),
        budget=Budget(calls=options["budget"]),
        generate=options["answers"] == "generate",
        k=options["judge_k"],
    )
