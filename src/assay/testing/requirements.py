"""What a test asks of a retriever: evaluate it, load what was saved, require rules of it."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assay.errors import AssayError

if TYPE_CHECKING:
    from assay.evaluation.result import Evaluation
    from assay.gating.finding import Finding
    from assay.gating.result import Verdict
    from assay.gating.subject import Subject

OPTIONS = (
    "result",
    "baseline",
    "qrels",
    "by",
    "strict",
    "alpha",
    "max_failures",
    "min_cases",
    "sequential",
    "cluster",
    "seed",
)


class Requirements:
    """What the fixture ``assay`` is.

    Parameters
    ----------
    defaults
        Options of `assay.gate` that a call leaves out, ``result`` and ``baseline`` among them.
    undecided
        What becomes of the test where a rule cannot be decided: ``"pass"``, ``"fail"`` or ``"skip"``.
    evaluations
        Those made so far in this session; shared.
    properties
        Of the test: what rules came to is added, and so reaches JUnit XML and the summary, from other processes too.
    """

    def __init__(
        self,
        *,
        defaults: Mapping[str, Any],
        undecided: str,
        evaluations: dict[object, object],
        properties: list[tuple[str, object]],
    ) -> None:
        self._defaults = dict(defaults)
        self._undecided = undecided
        self._evaluations = evaluations
        self._properties = properties

    def evaluate(self, retriever: object, golden: object, **options: Any) -> "Evaluation":
        """Evaluate a retriever, once in a session for the same retriever, golden set and options.

        The result is what later rules of this test are about.

        Parameters
        ----------
        retriever, options
            As in `assay.evaluate`.
        golden
            A path, a golden set or cases.
        """
        __tracebackhide__ = True
        from assay.evaluation.evaluator import evaluate

        is_path = isinstance(golden, str | Path)
        source = str(Path(golden).absolute()) if is_path else id(golden)
        key = ("evaluation", id(retriever), source, repr(sorted(options.items())))
        with _told():
            if key not in self._evaluations:
                # The retriever and the golden set are kept, so that no other one can take their identity.
                self._evaluations[key] = (evaluate(retriever, _cases(golden), **options), retriever, golden)  # pyright: ignore[reportArgumentType]
        found: Any = self._evaluations[key]
        self._defaults["result"] = found[0]
        return found[0]

    def load(self, path: str | Path) -> "Subject":
        """Read a saved result, once in a session; it is what later rules of this test are about."""
        __tracebackhide__ = True
        from assay.gating.subject import subject_of

        key = ("saved", str(Path(path).absolute()))
        with _told():
            if key not in self._evaluations:
                self._evaluations[key] = subject_of(path)
        found: Any = self._evaluations[key]
        self._defaults["result"] = found
        return found

    def require(self, *rules: str, **options: Any) -> "Verdict":
        """Hold a result against rules; where one is not met, the test fails with the reason.

        Parameters
        ----------
        rules
            ``"R@5 >= 0.80"``, ``"nDCG@10 >= baseline - 0.01"``.
        options
            As in `assay.gate`, ``result`` among them; what is left out is what the test evaluated or loaded last, then
            as the marker, the command line or the ini-file has it.

        Returns
        -------
        Verdict
            Where the test goes on.
        """
        __tracebackhide__ = True
        with _told():
            verdict = self._verdict(rules, {**self._defaults, **options})
        self._properties.extend((f"assay: {found.name}", _written(found)) for found in verdict.findings)
        told = "\n".join(verdict.reasons())
        if verdict.met is False:
            pytest.fail(f"the gate is not met\n{told}", pytrace=False)
        if verdict.met is None and self._undecided == "fail":
            pytest.fail(f"the gate is undecided\n{told}", pytrace=False)
        if verdict.met is None and self._undecided == "skip":
            pytest.skip(f"the gate is undecided: {told}")
        return verdict

    def _verdict(self, rules: tuple[str, ...], options: dict[str, Any]) -> "Verdict":
        from assay.gating.checking import gate
        from assay.gating.grammar import rules_of

        read = rules_of(rules)
        result = options.pop("result", None)
        if result is None:
            pytest.fail(
                "nothing to judge\nHint: call assay.evaluate or assay.load, pass result=..., or name one with "
                '@pytest.mark.assay(result="..."), --assay-result or assay_result.',
                pytrace=False,
            )
        if not any(rule.needs_baseline for rule in read):
            options.pop("baseline", None)
        return gate(result, read, **options)


@contextmanager
def _told() -> Generator[None]:
    """Fail the test with the message of what Assay raises on purpose: its traceback tells nobody more."""
    __tracebackhide__ = True
    try:
        yield
    except AssayError as exc:
        pytest.fail(f"{type(exc).__name__}: {exc}", pytrace=False)


def _cases(golden: object) -> object:
    from assay.files.golden import read_golden

    return read_golden(golden) if isinstance(golden, str | Path) else golden


def _written(finding: "Finding") -> str:
    """Return a finding as text that other processes and JUnit XML can carry."""
    from assay.gating.document import part_of

    return json.dumps(part_of(finding).model_dump(), ensure_ascii=True)
