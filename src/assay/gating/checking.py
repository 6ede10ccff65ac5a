"""The verb: hold a result against rules."""

from collections.abc import Iterable, Iterator

from assay.data.clusters import SOURCE
from assay.gating.grammar import rules_of
from assay.gating.judging import Judging
from assay.gating.pairing import paired
from assay.gating.remark import Remark
from assay.gating.result import Verdict
from assay.gating.rule import Limit, Rule, RunFigure
from assay.gating.settings import MIN_CASES, GateSettings, fields_of
from assay.gating.subject import Subject, subject_of

_FAILURES = RunFigure(name="failures")


def gate(
    result: object,
    require: str | Rule | Iterable[str | Rule],
    *,
    baseline: object = None,
    qrels: object = None,
    by: str | Iterable[str] = (),
    strict: bool = False,
    alpha: float = 0.05,
    max_failures: int = 0,
    min_cases: int = MIN_CASES,
    sequential: bool = False,
    cluster: str | None = SOURCE,
    seed: int = 0,
) -> Verdict:
    """Say whether a result meets rules, read with how far its figures may be off.

    Parameters
    ----------
    result
        An evaluation, scores of one run, or the path of a saved one; with `qrels`, a run as in `assay.score`.
    require
        Rules: ``"R@5 >= 0.80"``, ``"nDCG@10 >= baseline - 0.01"``; see `assay.gating.grammar.parse_rule`.
    baseline
        An earlier result of the same golden set, given as `result` is.
    qrels
        Judgements, where `result` and `baseline` are runs.
    by, strict, alpha, max_failures, min_cases, sequential, cluster, seed
        See `assay.gating.settings.GateSettings`.

    Returns
    -------
    Verdict
        True in a condition where every rule is met.

    Raises
    ------
    BadInputError
        A rule that cannot be read, a result that lacks what it asks for, or sides that cannot be compared.

    Notes
    -----
    A rule with a number is met where the mean is on the right side; the whole interval must be, if `strict`. It is not
    met where the whole interval is on the wrong side, and undecided in between. A rule with a margin from the baseline
    is read by the interval of paired differences alone, as a test of non-inferiority; ``>= baseline`` without a margin
    fails where the result is shown to be worse. Each rule has the error alpha of its own; that of a rule's slices is
    shared among them (Bonferroni).

    Examples
    --------
    >>> qrels = {f"q{n}": {"d": 1} for n in range(40)}
    >>> run = {f"q{n}": {"d": 1.0} if n % 8 else {"x": 1.0} for n in range(40)}
    >>> verdict = gate(run, ["HitRate@5 >= 0.80", "HitRate@5 >= 0.90"], qrels=qrels)
    >>> [(str(one.rule), one.met) for one in verdict.findings], verdict.met
    ([('HitRate@5 >= 0.8', True), ('HitRate@5 >= 0.9', None)], None)
    """
    settings = GateSettings(
        by=fields_of(by),
        strict=strict,
        alpha=alpha,
        max_failures=max_failures,
        min_cases=min_cases,
        sequential=sequential,
        cluster=cluster,
        seed=seed,
    )
    rules = rules_of(require)
    subject = subject_of(result, qrels=qrels, rules=rules)
    pairing = None if baseline is None else paired(subject, subject_of(baseline, qrels=qrels, rules=rules))
    judging = Judging(subject=subject, pairing=pairing, settings=settings)
    return Verdict(
        result=subject.system.name,
        baseline=None if pairing is None else pairing.baseline.system.name,
        settings=settings,
        findings=tuple(judging.findings((*_about_failures(subject, rules, settings), *rules))),
        n_common=None if pairing is None else len(pairing.places),
        dropped=() if pairing is None else pairing.dropped,
        remarks=(*_remarks(subject, settings), *(() if pairing is None else pairing.remarks)),
    )


def _about_failures(subject: Subject, rules: tuple[Rule, ...], settings: GateSettings) -> Iterator[Rule]:
    """Return the rule about failed calls, where there are any and no rule speaks of them."""
    is_stated = any(rule.quantity == _FAILURES for rule in rules)
    if subject.figures.get("failures") and not is_stated:
        yield Rule(quantity=_FAILURES, operator="<=", limit=Limit(offset=float(settings.max_failures)))


def _remarks(subject: Subject, settings: GateSettings) -> Iterator[Remark]:
    if lost := int(subject.lost.sum()):
        yield Remark(code="failed_worst", facts={"count": lost})
    if subject.n_not_asked and not settings.sequential:
        yield Remark(code="stopped", facts={"count": subject.n_not_asked})
