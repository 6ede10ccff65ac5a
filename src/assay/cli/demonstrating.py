"""The heavy half of ``assay demo``."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from assay import lab
from assay.cli.output import give_out, write_texts
from assay.cli.progress import progress_bar
from assay.comparison.comparing import compare
from assay.comparison.page import summary_of
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.evaluation.evaluator import evaluate
from assay.evaluation.result import Evaluation
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.lab.handbook_folder import handbook_folder
from assay.models.token_counter import token_counter
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page

RETRIEVERS = ("bm25", "dense", "hybrid")
_SIZES = (300, 1200)


def run_demo(
    *, retriever: str, k: tuple[int, ...], language: Language, form: str, as_json: bool, out: str | None
) -> int:
    """Evaluate each of the embedded retrievers, report on one and show all side by side."""
    golden = read_golden(handbook_folder())
    corpus = read_corpus(handbook_folder())
    evaluations: dict[str, Evaluation] = {}
    for name in sorted(
        RETRIEVERS, key=lambda name: name != retriever
    ):  # the wanted one first: Ctrl-C leaves its report
        with progress_bar(name) as progress:
            pipeline = getattr(lab, name)(corpus, one_per_document=True)
            evaluations[name] = evaluate(
                pipeline,
                golden,
                k,
                progress=progress,
                counter=token_counter(),
                name=f"assay.lab:{name}",
                unit="document",
                corpus=corpus,
            )
        if evaluations[name].interrupted:
            break
    code = give_out(
        evaluations[retriever],
        form="json" if as_json else form,
        language=language,
        by=("category", "language", "kind"),
        per_query=False,
        out=out,
        others={name: evaluations[name] for name in RETRIEVERS if name in evaluations},
    )
    if len(evaluations) == len(RETRIEVERS):
        _compare(
            [evaluations[name] for name in RETRIEVERS], language=language, form="json" if as_json else form, out=out
        )
    if form == "text" and not as_json:
        _compare_chunkings(golden, corpus, language)
    return code


def _compare(evaluations: list[Evaluation], *, language: Language, form: str, out: str | None) -> None:
    """Say which retriever is better, overall and in each language: below the report, and in files beside it."""
    found = compare(*evaluations, by=("language", "category"))
    if form == "text":
        click.echo()
        print_page(summary_of(found, language=language, by="language"), sys.stdout)
    elif form == "markdown":
        click.echo("\n" + to_markdown(summary_of(found, language=language, by="language")), nl=False)
    if out is not None:
        texts = {"comparison.md": found.to_markdown(language=language), "comparison.json": found.to_json() + "\n"}
        write_texts(Path(out), texts)


def _compare_chunkings(golden: GoldenSet, corpus: Sequence[Document], language: Language) -> None:
    """Hold two chunkings against the same labels: evidence is a span of a document, whatever the chunks are."""
    found = {
        size: evaluate(lab.bm25(corpus, size=size), golden, 10, corpus=corpus, name=f"chunks of {size} characters")
        for size in _SIZES
    }
    small, large = found.values()
    compared = compare(small, large, measures="GroupR@10 CharP@10", by=())
    click.echo()
    print_page(summary_of(compared, language=language, by="language", measures=2), sys.stdout)
