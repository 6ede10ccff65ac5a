"""The heavy half of ``assay judge run``."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click

from assay.cli.chatting import chat_model
from assay.cli.main import INTERRUPTED, REMOTE_FAILURE
from assay.cli.progress import progress_bar
from assay.cli.stdout import for_stdout
from assay.errors import BadInputError
from assay.evaluation.asking import Progress
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.judges.asking import Asker, Budget
from assay.judges.catalogue import load_judge
from assay.judges.question import JudgeQuestion
from assay.judges.running import judge_all
from assay.judges.seam import Judge
from assay.judges.summary import JudgeSummary
from assay.judging.document import JudgingDocument, JudgingSettings, document_of, document_of_plan, settings_part
from assay.judging.labelling import LabelFile, row_of
from assay.judging.page import page_of, page_of_plan
from assay.judging.planning import Planned, plan
from assay.judging.sampling import Sampling
from assay.judging.source import Source, each_passage, read_source
from assay.models.openai_chat import OpenAIChat
from assay.models.prices import Prices
from assay.report.markdown import to_markdown
from assay.report.page import Language, Page
from assay.report.terminal import print_page
from assay.store.verdicts import SQLiteVerdicts
from assay.threads import run_interruptibly, unless

_SHOWN = 3  # failures that are told in full


def run_judge(
    source: str,
    *,
    judge: str,
    model: str | None,
    base_url: str | None,
    key_env: str | None,
    temperature: float,
    concurrency: int,
    timeout: float,
    verdicts: str,
    output: str | None,
    golden: str | None,
    corpus: str | None,
    depth: int,
    sample: str | None,
    scale: str,
    repeat: int,
    budget: int | None,
    prices: str | None,
    dry_run: bool,
    seed: int,
    level: float,
    language: Language,
    form: str,
    as_json: bool,
) -> int:
    """Judge, write the labels, print the report; return the exit code."""
    chosen = load_judge(judge, **({"scale": scale} if judge == "relevance" else {}))
    asked = _read(source, golden=golden, corpus=corpus, depth=depth, sample=sample, seed=seed)
    questions = each_passage(asked.questions) if judge == "relevance" else asked.questions
    chat = chat_model(
        model,
        base_url=base_url,
        key_env=key_env,
        temperature=temperature,
        concurrency=concurrency,
        timeout=timeout,
        is_called=not dry_run,
    )
    settings = settings_part(
        chosen, chat, source=source, source_kind=asked.kind, repeat=repeat, sample=sample, seed=seed
    )
    told = _Told(settings=settings, prices=_prices(prices), form="json" if as_json else form, language=language)
    if dry_run:
        told.plan(asyncio.run(plan(chosen, questions, repeat=repeat)))
        return 0
    if output is None:
        raise click.UsageError("verdicts are paid for: say where labels go, with -o FILE")
    job = _Job(
        judge=chosen,
        questions=questions,
        chat=chat,
        asker=Asker(chat, SQLiteVerdicts(Path(verdicts)), budget=Budget(calls=budget)),
        summary=JudgeSummary(chosen, level=level, seed=seed),
        repeat=repeat,
    )
    began = perf_counter()
    code = job.run(output)
    told.run(job, seconds=perf_counter() - began, output=output)
    return code


def _read(source: str, *, golden: str | None, corpus: str | None, depth: int, sample: str | None, seed: int) -> Source:
    cases = None if golden is None else read_golden(golden)
    place = corpus or (str(cases.corpus) if cases is not None and cases.corpus else None)
    try:
        sampling = None if sample is None else Sampling.of(sample, seed=seed)
    except BadInputError as exc:
        raise click.BadParameter(str(exc), param_hint="'--sample'") from exc
    return read_source(
        source,
        golden=cases,
        corpus=[] if place is None else read_corpus(place),
        depth=depth,
        sampling=sampling,
    )


def _prices(text: str | None) -> Prices | None:
    try:
        return None if text is None else Prices.read(text)
    except BadInputError as exc:
        raise click.BadParameter(str(exc), param_hint="'--prices'") from exc


class _Job:
    """One judge over all questions, written and counted as it goes."""

    def __init__(
        self,
        *,
        judge: Judge,
        questions: Sequence[JudgeQuestion],
        chat: OpenAIChat,
        asker: Asker,
        summary: JudgeSummary,
        repeat: int,
    ) -> None:
        self.judge, self.questions, self.chat = judge, questions, chat
        self.asker, self.summary, self.repeat = asker, summary, repeat
        self.told: list[str] = []

    def run(self, output: str) -> int:
        """Judge and write; return the exit code."""
        with LabelFile(output) as labels, progress_bar(self.judge.name) as progress:
            if not run_interruptibly(lambda stop: self._until(stop, labels, progress)):
                click.echo(
                    f"stopped; what was judged is in {labels.part}, and the same command goes on from there", err=True
                )
                return INTERRUPTED
            labels.finish()
        click.echo(f"wrote {output}: {self.summary.n_scored} judged, {self.summary.n_failed} failed", err=True)
        return REMOTE_FAILURE if self.summary.n_failed == self.summary.n_asked else 0

    async def _until(self, stop: asyncio.Event, labels: LabelFile, progress: Progress) -> bool:
        try:
            return await unless(stop, asyncio.ensure_future(self._judged(labels, progress))) is not None
        finally:
            await self.asker.disconnect()

    async def _judged(self, labels: LabelFile, progress: Progress) -> int:
        async for judged in judge_all(self.judge, self.questions, self.asker, repeat=self.repeat):
            labels.add(row_of(judged, self.judge, self.chat))
            self.summary.add(judged)
            for failure in judged.failures:
                if len(self.told) < _SHOWN and failure.text not in self.told:
                    self.told.append(failure.text)
            progress(self.summary.n_asked, len(self.questions))
        return self.summary.n_asked


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """How the report is printed."""

    settings: JudgingSettings
    prices: Prices | None
    form: str
    language: Language

    def plan(self, planned: Planned) -> None:
        judge, how_told = self.settings.judge, self.settings.how
        cost = self._cost(planned.prompt_tokens, planned.completion_tokens)
        page = page_of_plan(planned, judge=judge, how=how_told, cost_usd=cost, language=self.language)
        self._print(page, document_of_plan(self.settings, planned, cost_usd=cost))

    def run(self, job: _Job, *, seconds: float, output: str) -> None:
        spent = job.summary.cost
        cost = self._cost(spent.prompt_tokens, spent.completion_tokens)
        page = page_of(
            job.summary,
            judge=self.settings.judge,
            how=self.settings.how,
            seconds=seconds,
            cost_usd=cost,
            failures=tuple(job.told),
            language=self.language,
        )
        self._print(page, document_of(self.settings, job.summary, seconds=seconds, cost_usd=cost, output=output))

    def _cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        if self.prices is None:
            return None
        return self.prices.of(prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)

    def _print(self, page: Page, document: JudgingDocument) -> None:
        if self.form == "json":
            click.echo(for_stdout(document.to_json()))
        elif self.form == "markdown":
            click.echo(to_markdown(page), nl=False)
        else:
            print_page(page, sys.stdout)
