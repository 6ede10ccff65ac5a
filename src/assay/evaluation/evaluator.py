"""The verbs: ask a pipeline the questions of a golden set and measure what comes back."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from assay.data.case import RetrievalTestCase
from assay.data.clusters import SOURCE
from assay.data.document import Document, sha256_of
from assay.data.golden_set import GoldenSet
from assay.errors import HitShapeError, MissingExtraError, UndefinedMeasureError
from assay.evaluation.asking import Answer, Asking, Progress
from assay.evaluation.commit import commit_of
from assay.evaluation.measured import cluster_labels
from assay.evaluation.result import Evaluation
from assay.evaluation.scoring import score_answers
from assay.evaluation.settings import Settings, Undefined, cutoffs, measures_at
from assay.files.golden import read_golden
from assay.labels.placed import placed
from assay.labels.supporting import COVERAGE
from assay.labels.unit import Unit
from assay.measures.measure import Measure
from assay.models.token_counter import TokenCounter
from assay.retrievers.adapting import adapt
from assay.threads import run_interruptibly

K_LIST = (1, 3, 5, 10)


class RAGEvaluator:
    """Evaluates the retrieval of a pipeline on test cases.

    Parameters
    ----------
    rag_pipeline
        An object with ``retrieve(query)``, ``retrieve(query, k)`` or ``retrieve(query, top_k=...)``, or a function of
        that form; sync or async. It returns ids, ``(id, score)`` pairs, dicts with
        ``id``/``score``/``text``/``metadata``, or objects with ``.metadata["id"]`` and ``.page_content`` or ``.text``.
        A list is ranked as returned.
    test_cases
        Cases, or a golden set.
    rel
        Smallest grade that counts as relevant; by default 1, or 3 for a golden set on the 0-5 scale.
    undefined
        What a question without a relevant label does to a mean: ``"skip"``, ``"zero"`` or ``"error"``.
    unit
        Whether k counts documents or chunks. By default chunks where cases carry evidence, and hits their span or text,
        or where labels name chunks; else documents. Fix it where results of several pipelines are to be compared.
    concurrency, timeout_s, retries, progress
        As in `Asking`: calls under way at once, seconds a call may take, further tries, a function called with
        (done, asked).
    counter
        Counts context tokens; a documented estimate by default.
    name
        What reports call the pipeline.
    coverage
        Share of a passage of evidence, in (0, 1], that must have come back, in one hit or several, to count as found.
    level, cluster, seed
        Of the intervals of means: how often they hold the mean; the field whose value dependent questions share, by
        default the ``source`` in their metadata, else the document of their first evidence (None takes every question
        by itself); the seed of the bootstrap.
    corpus
        The documents that are searched, if they are known: their hash is kept, so that a comparison can tell, and
        quotes of evidence are put in their place.

    Raises
    ------
    RetrieverError
        `rag_pipeline` cannot be called with a query.
    BadInputError
        No cases, two cases of one id, or a setting out of range.

    Examples
    --------
    >>> cases = [RetrievalTestCase("Who wrote it?", ["d1"]), RetrievalTestCase("When?", ["d2", "d3"])]
    >>> metrics = RAGEvaluator(lambda query: ["d1", "d2"], cases).evaluate_retrieval_sync(k_list=[1, 2])
    >>> metrics.recall_at_k[2], metrics.mrr
    (0.75, 0.75)
    """

    def __init__(
        self,
        rag_pipeline: object,
        test_cases: GoldenSet | Iterable[RetrievalTestCase],
        *,
        rel: float | None = None,
        undefined: Undefined = "skip",
        unit: Unit | None = None,
        concurrency: int | None = None,
        timeout_s: float | None = 30.0,
        retries: int = 0,
        progress: Progress | None = None,
        counter: TokenCounter | None = None,
        name: str | None = None,
        coverage: float = COVERAGE,
        level: float = 0.95,
        cluster: str | None = SOURCE,
        seed: int = 0,
        corpus: Iterable[Document] | None = None,
    ) -> None:
        self.pipeline = adapt(rag_pipeline, name=name)
        self.golden = GoldenSet.of(test_cases)
        self.rel = self.golden.rel if rel is None else rel
        self.undefined: Undefined = undefined
        self.unit: Unit | None = unit
        self.counter = counter
        self.coverage = coverage
        self.level, self.cluster, self.seed = level, cluster, seed
        documents = None if corpus is None else list(corpus)
        self.corpus_sha256 = None if documents is None else sha256_of(documents)
        self.cases = self.golden.cases if documents is None else placed(self.golden, documents)
        self.asking = Asking(concurrency=concurrency, timeout_s=timeout_s, retries=retries, progress=progress)

    async def evaluate_retrieval(
        self,
        k_list: int | Iterable[int] = K_LIST,
        *,
        measures: Measure | str | Iterable[Measure | str] = (),
        stop: asyncio.Event | None = None,
    ) -> Evaluation:
        """Ask every question once, for the largest cutoff, and measure.

        Parameters
        ----------
        k_list
            Cutoffs, whole numbers of at least 1.
        measures
            Further measures beside hit rate, precision, recall, F1, nDCG, AP at each k and RR at the largest.
        stop
            Set it to stop early: the result then covers what was asked until then.

        Raises
        ------
        MeasureParameterError, UnknownMeasureError
            A cutoff or a measure that does not exist.
        HitShapeError
            Every call returned what cannot be read as hits.
        """
        k = cutoffs(k_list)
        chosen = measures_at(k, measures)
        settings = self._settings(k, depth=max(measure.k or 0 for measure in chosen))
        if self.undefined == "error":
            self._check_labels()
        cluster_labels(self.golden, self.cluster)  # an unknown field is refused before anything is asked
        queries = [case.query for case in self.golden]
        answers = await self.asking.ask(self.pipeline, queries, settings.depth, stop=stop)
        _raise_if_never_understood(answers)
        return score_answers(self.golden, answers, settings, chosen, counter=self.counter, cases=self.cases)

    def evaluate_retrieval_sync(
        self, k_list: int | Iterable[int] = K_LIST, *, measures: Measure | str | Iterable[Measure | str] = ()
    ) -> Evaluation:
        """Do the same from sync code: in a script, in a notebook, inside a running loop.

        Ctrl-C stops asking and returns what was measured until then; a second one raises KeyboardInterrupt.
        """
        return run_interruptibly(lambda stop: self.evaluate_retrieval(k_list, measures=measures, stop=stop))

    def _check_labels(self) -> None:
        """Refuse before anything is asked what would be refused after it."""
        unlabelled = [str(case.id) for case in self.golden if case.answerable and self._best_grade(case) < self.rel]
        if unlabelled:
            raise UndefinedMeasureError("every measure", unlabelled)

    def _best_grade(self, case: RetrievalTestCase) -> float:
        ungraded = self.golden.ungraded
        grades = (*case.grades(ungraded=ungraded).values(), *case.chunk_grades(ungraded=ungraded).values())
        return max(grades, default=0.0)

    def _settings(self, k: tuple[int, ...], depth: int) -> Settings:
        return Settings(
            k=k,
            depth=depth,
            rel=self.rel,
            undefined=self.undefined,
            wanted_unit=self.unit,
            retriever=self.pipeline.name,
            parameters=self.pipeline.parameters,
            concurrency=self.asking.calls_at_once(self.pipeline),
            timeout_s=self.asking.timeout_s,
            retries=self.asking.retries,
            coverage=self.coverage,
            level=self.level,
            cluster=self.cluster,
            seed=self.seed,
            corpus_sha256=self.corpus_sha256,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            commit=commit_of(Path.cwd()),
        )


def evaluate(
    retriever: object,
    golden: GoldenSet | Iterable[RetrievalTestCase] | str | Path,
    k: int | Iterable[int] = K_LIST,
    *,
    measures: Measure | str | Iterable[Measure | str] = (),
    rel: float | None = None,
    undefined: Undefined = "skip",
    unit: Unit | None = None,
    concurrency: int | None = None,
    timeout_s: float | None = 30.0,
    retries: int = 0,
    progress: Progress | None = None,
    counter: TokenCounter | None = None,
    name: str | None = None,
    coverage: float = COVERAGE,
    level: float = 0.95,
    cluster: str | None = SOURCE,
    seed: int = 0,
    corpus: Iterable[Document] | None = None,
) -> Evaluation:
    """Ask `retriever` every question of `golden` and measure what comes back: `RAGEvaluator` in one call.

    `golden` is a golden set, its cases, or the path of one (see `assay.files.golden.read_golden`); the rest as in
    `RAGEvaluator`. Ctrl-C stops asking and returns what was measured until then: the result's `interrupted` tells.

    Examples
    --------
    >>> evaluate(lambda query: ["d2", "d1"], [RetrievalTestCase("Who?", ["d1"])], k=2).mrr
    0.5
    """
    cases = read_golden(golden) if isinstance(golden, str | Path) else golden
    evaluator = RAGEvaluator(
        retriever,
        cases,
        rel=rel,
        undefined=undefined,
        unit=unit,
        concurrency=concurrency,
        timeout_s=timeout_s,
        retries=retries,
        progress=progress,
        counter=counter,
        name=name,
        coverage=coverage,
        level=level,
        cluster=cluster,
        seed=seed,
        corpus=corpus,
    )
    return evaluator.evaluate_retrieval_sync(k, measures=measures)


def _raise_if_never_understood(answers: Sequence[Answer | None]) -> None:
    """Raise what is wrong where every call failed for a reason that is not the question's: there is nothing to measure.

    That is a result that cannot be read, or a package that is not installed.
    """
    errors = [answer.error for answer in answers if answer is not None]
    alike = [error for error in errors if isinstance(error, HitShapeError | MissingExtraError)]
    if alike and len(alike) == len(errors):
        raise alike[0]
