"""The heavy half of ``assay evaluate``."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from assay.cli.evaluation_judging import Judging
from assay.cli.loading import load_retriever
from assay.cli.output import give_out
from assay.cli.progress import progress_bar
from assay.cli.saving import saving_to
from assay.data.clusters import SOURCE
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.evaluation.evaluator import evaluate
from assay.evaluation.settings import Undefined
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.labels.unit import Unit
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.models.token_counter import TokenCounter, token_counter
from assay.report.page import Language


def run_evaluation(
    golden: str,
    retriever: str,
    *,
    k: tuple[int, ...],
    measures: Sequence[str],
    by: Sequence[str],
    rel: float | None,
    undefined: Undefined,
    unit: Unit | None,
    coverage: float,
    corpus: str | None,
    settings: Sequence[tuple[str, Any]],
    concurrency: int | None,
    timeout: float,
    retries: int,
    tokens: str,
    level: float,
    cluster: str,
    seed: int,
    per_query: bool,
    judging: Judging | None,
    save: bool | None,
    name: str | None,
    store: str | None,
    language: Language,
    form: str,
    as_json: bool,
    out: str | None,
) -> int:
    """Do what the command says and return its exit code."""
    wanted = [_measure(text) for text in measures]
    cases = read_golden(golden)
    clusters = _checked(cases, by, cluster)
    saving = saving_to(store, save=save, name=name)
    searched = Searched(cases, corpus)
    # What a pipeline prints must not stand among the results.
    with redirect_stdout(sys.stderr), progress_bar(retriever) as progress:
        pipeline = load_retriever(retriever, dict(settings), searched.read, corpus=corpus)
        evaluation = evaluate(
            pipeline,
            cases,
            k,
            measures=wanted,
            rel=rel,
            undefined=undefined,
            unit=unit,
            coverage=coverage,
            concurrency=concurrency,
            timeout_s=timeout,
            retries=retries,
            progress=progress,
            counter=_counter(tokens),
            name=retriever,
            level=level,
            cluster=clusters,
            seed=seed,
            corpus=searched.documents,
        )
    evaluation = evaluation if judging is None or evaluation.interrupted else judging.judged(evaluation, searched.texts)
    code = give_out(
        evaluation,
        form="json" if as_json else form,
        language=language,
        by=by or None,
        per_query=per_query,
        out=out,
    )
    if saving is not None:
        saving.save(evaluation, by=by or None)
    return code


class Searched:
    """The documents that are searched: known once the pipeline has asked for them."""

    def __init__(self, cases: GoldenSet, corpus: str | None) -> None:
        self._path = cases.corpus if corpus is None else Path(corpus)
        self.documents: tuple[Document, ...] | None = None

    def read(self) -> list[Document] | None:
        """Read them for the pipeline, whose list it may change; None where no corpus is named."""
        found = None if self._path is None else read_corpus(self._path)
        self.documents = None if found is None else tuple(found)
        return found

    def texts(self) -> Sequence[Document]:
        """Return the documents for hits that carry no text; empty where no corpus is named."""
        if self.documents is None:
            self.read()
        return self.documents or ()


def _measure(text: str) -> Measure:
    try:
        return parse(text)
    except (UnknownMeasureError, MeasureParameterError) as exc:
        raise click.BadParameter(str(exc), param_hint="'-m'") from exc


def _checked(cases: GoldenSet, by: Sequence[str], cluster: str) -> str | None:
    """Refuse unknown fields, and return the one that clusters go by, if any."""
    _check_fields(cases, by, "--by")
    _check_fields(cases, [] if cluster in ("none", SOURCE) else [cluster], "--cluster")
    return None if cluster == "none" else cluster


def _check_fields(cases: GoldenSet, fields: Sequence[str], option: str) -> None:
    """Refuse an unknown field before the pipeline is asked anything."""
    known = cases.fields()
    for field in fields:
        if field not in (*known, "id"):
            listed = ", ".join(known) or "none"
            raise click.BadParameter(f"no case has the field {field!r}; there are: {listed}", param_hint=f"'{option}'")


def _counter(tokens: str) -> TokenCounter | None:
    return token_counter() if tokens == "exact" else None
