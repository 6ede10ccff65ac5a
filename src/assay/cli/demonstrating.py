"""The heavy half of ``assay demo``."""

from assay import lab
from assay.cli.output import give_out
from assay.cli.progress import progress_bar
from assay.evaluation.evaluator import evaluate
from assay.evaluation.result import Evaluation
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.lab.handbook_folder import handbook_folder
from assay.models.token_counter import token_counter
from assay.report.page import Language

RETRIEVERS = ("bm25", "dense", "hybrid")


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
                pipeline, golden, k, progress=progress, counter=token_counter(), name=f"assay.lab:{name}"
            )
        if evaluations[name].interrupted:
            break
    return give_out(
        evaluations[retriever],
        form="json" if as_json else form,
        language=language,
        by=("category", "language", "kind"),
        per_query=False,
        out=out,
        others={name: evaluations[name] for name in RETRIEVERS if name in evaluations},
    )
