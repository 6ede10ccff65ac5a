"""Assay measures what a RAG retriever really finds: which questions get the right chunks, which don't, and why."""

from importlib import import_module
from typing import TYPE_CHECKING

from assay.version import __version__ as __version__

if TYPE_CHECKING:
    from assay import functional as functional
    from assay.comparison.comparing import compare as compare
    from assay.comparison.planning import Plan as Plan
    from assay.comparison.planning import power as power
    from assay.comparison.result import Comparison as Comparison
    from assay.data.case import Evidence as Evidence
    from assay.data.case import RetrievalTestCase as RetrievalTestCase
    from assay.data.document import Chunk as Chunk
    from assay.data.document import Document as Document
    from assay.data.golden_set import GoldenSet as GoldenSet
    from assay.data.hit import Hit as Hit
    from assay.data.qrels import Qrels as Qrels
    from assay.data.run import Run as Run
    from assay.errors import AssayError as AssayError
    from assay.evaluation.evaluator import RAGEvaluator as RAGEvaluator
    from assay.evaluation.evaluator import evaluate as evaluate
    from assay.evaluation.page import generate_test_report as generate_test_report
    from assay.evaluation.result import Evaluation as Evaluation
    from assay.files.corpus import read_corpus as read_corpus
    from assay.files.golden import read_golden as read_golden
    from assay.files.qrels import read_qrels as read_qrels
    from assay.files.runs import read_run as read_run
    from assay.gating.checking import gate as gate
    from assay.gating.result import Verdict as Verdict
    from assay.judges.evaluator import RelevanceEvaluator as RelevanceEvaluator
    from assay.measures import AP as AP
    from assay.measures import F1 as F1
    from assay.measures import RR as RR
    from assay.measures import HitRate as HitRate
    from assay.measures import P as P
    from assay.measures import R as R
    from assay.measures import nDCG as nDCG
    from assay.measures.notation import parse as parse
    from assay.measures.notation import parse_many as parse_many
    from assay.retrievers.seam import Retriever as Retriever
    from assay.scores.explain import explain as explain
    from assay.scores.result import Scores as Scores
    from assay.scores.scoring import score as score
    from assay.store.opening import open_store as open_store

_HOMES = {
    "AP": "assay.measures",
    "AssayError": "assay.errors",
    "Chunk": "assay.data.document",
    "Comparison": "assay.comparison.result",
    "Document": "assay.data.document",
    "Evaluation": "assay.evaluation.result",
    "Evidence": "assay.data.case",
    "F1": "assay.measures",
    "GoldenSet": "assay.data.golden_set",
    "Hit": "assay.data.hit",
    "HitRate": "assay.measures",
    "P": "assay.measures",
    "Plan": "assay.comparison.planning",
    "R": "assay.measures",
    "RAGEvaluator": "assay.evaluation.evaluator",
    "RR": "assay.measures",
    "RelevanceEvaluator": "assay.judges.evaluator",
    "Retriever": "assay.retrievers.seam",
    "RetrievalTestCase": "assay.data.case",
    "compare": "assay.comparison.comparing",
    "evaluate": "assay.evaluation.evaluator",
    "generate_test_report": "assay.evaluation.page",
    "nDCG": "assay.measures",
    "parse": "assay.measures.notation",
    "Qrels": "assay.data.qrels",
    "Run": "assay.data.run",
    "Scores": "assay.scores.result",
    "Verdict": "assay.gating.result",
    "explain": "assay.scores.explain",
    "power": "assay.comparison.planning",
    "open_store": "assay.store.opening",
    "gate": "assay.gating.checking",
    "parse_many": "assay.measures.notation",
    "read_corpus": "assay.files.corpus",
    "read_qrels": "assay.files.qrels",
    "read_run": "assay.files.runs",
    "score": "assay.scores.scoring",
    "read_golden": "assay.files.golden",
}

__all__ = [
    "AP",
    "F1",
    "RR",
    "AssayError",
    "Chunk",
    "Comparison",
    "Document",
    "Evaluation",
    "Evidence",
    "GoldenSet",
    "Hit",
    "HitRate",
    "P",
    "Plan",
    "Qrels",
    "R",
    "RAGEvaluator",
    "RelevanceEvaluator",
    "RetrievalTestCase",
    "Retriever",
    "Run",
    "Scores",
    "Verdict",
    "__version__",
    "compare",
    "evaluate",
    "explain",
    "functional",
    "gate",
    "generate_test_report",
    "nDCG",
    "open_store",
    "parse",
    "parse_many",
    "power",
    "read_corpus",
    "read_golden",
    "read_qrels",
    "read_run",
    "score",
]


def __getattr__(name: str) -> object:
    """Load a public name from its home when it is first asked for, so that ``import assay`` costs next to nothing."""
    if name == "functional":
        return import_module("assay.functional")
    if name not in _HOMES:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
