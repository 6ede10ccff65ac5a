"""What to know about a golden set before trusting figures from it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from assay.data.case import RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.golden.drift import Drift, check_drift
from assay.golden.drift_findings import drift_findings
from assay.golden.finding import Finding

_SHOWN = 5
_FEW = 10


def check_golden(
    golden: GoldenSet, corpus: Sequence[Document] | None = None, *, drifts: Sequence[Drift] | None = None
) -> list[Finding]:
    """Look a golden set over.

    Parameters
    ----------
    golden
        The set.
    corpus
        The documents its labels are about; without them, ids and quotes are not looked up.
    drifts
        What `check_drift` said of these, where it was asked before.

    Returns
    -------
    list of Finding
        Errors (the set says something that cannot be true), then warnings (figures will mislead), then facts.
    """
    findings = [finding for rule in _RULES for finding in rule(golden)]
    if corpus is not None:
        texts = {document.doc_id: document.text for document in corpus}
        findings += [
            *_unknown_documents(golden, texts),
            *drift_findings(check_drift(golden, corpus) if drifts is None else drifts),
            *_chunks_not_looked_up(golden),
        ]
    order = ("error", "warning", "info")
    return sorted(findings, key=lambda finding: order.index(finding.severity))


def _duplicate_queries(golden: GoldenSet) -> Iterator[Finding]:
    groups: dict[str, list[str]] = {}
    for case in golden:
        groups.setdefault(" ".join(case.query.casefold().split()), []).append(str(case.id))
    repeated = [ids for ids in groups.values() if len(ids) > 1]
    if repeated:
        shown = "; ".join(" = ".join(ids) for ids in repeated[:_SHOWN])
        text = f"questions that stand more than once, and so weigh more than the others: {len(repeated)} ({shown})"
        yield Finding(
            severity="warning", code="duplicate_queries", text=text, cases=tuple(i for ids in repeated for i in ids)
        )


def _unlabelled(golden: GoldenSet) -> Iterator[Finding]:
    found = [case for case in golden if case.answerable and not _relevant(golden, case)]
    if found:
        text = (
            f"cases without a relevant label, which cannot be scored: {len(found)} ({_ids(found)}). "
            'Label them, or mark them "answerable": false'
        )
        yield Finding(severity="warning", code="unlabelled", text=text, cases=_all_ids(found))
    contradictory = [case for case in golden if not case.answerable and _relevant(golden, case)]
    if contradictory:
        listed = _ids(contradictory)
        text = f"cases that say nothing answers them, yet list relevant documents: {len(contradictory)} ({listed})"
        yield Finding(severity="error", code="contradictory", text=text, cases=_all_ids(contradictory))


def _one_label(golden: GoldenSet) -> Iterator[Finding]:
    labelled = [case for case in golden if _relevant(golden, case)]
    single = [case for case in labelled if len(_relevant(golden, case)) == 1]
    if single:
        share = len(single) / len(labelled)
        text = (
            f"{len(single)} of {len(labelled)} labelled cases ({share:.0%}) have one relevant document: "
            "precision is capped at 1/k there (0.2 at k=5, 0.1 at k=10). Read recall, MRR and nDCG, or label "
            "further documents"
        )
        yield Finding(severity="info", code="one_label", text=text, cases=_all_ids(single))


def _balance(golden: GoldenSet) -> Iterator[Finding]:
    for field in golden.breakdowns():
        counts = Counter(case.value(field) or "(none)" for case in golden)
        listed = ", ".join(f"{name} {count}" for name, count in counts.most_common())
        small = [name for name, count in counts.items() if count < _FEW]
        text = f"{field}: {listed}"
        if small:
            text += f". Fewer than {_FEW} cases in {', '.join(small)}: a mean over these says little"
        yield Finding(severity="warning" if small else "info", code=f"balance_{field}", text=text)


def _scale(golden: GoldenSet) -> Iterator[Finding]:
    largest = max((grade for case in golden for grade in _all_grades(case)), default=0.0)
    if golden.scale == "binary" and largest > 1:
        text = (
            f"grades go up to {largest:g}, but no scale is declared, so that a grade of 1 counts as relevant. "
            'On the 0-5 scale, declare "scale": "0-5" (relevant from 3), or evaluate with the threshold you mean'
        )
        yield Finding(severity="warning", code="undeclared_scale", text=text)
    off = [case for case in golden if any(not 0 <= grade <= 5 for grade in _all_grades(case))]
    if golden.scale == "0-5" and off:
        text = f"the scale is 0-5, cases with a grade beyond it: {len(off)} ({_ids(off)})"
        yield Finding(severity="error", code="off_scale", text=text, cases=_all_ids(off))


def _left_out(golden: GoldenSet) -> Iterator[Finding]:
    if golden.left_out:
        shown = ", ".join(golden.left_out[:_SHOWN]) + (", ..." if len(golden.left_out) > _SHOWN else "")
        text = f"questions that nobody judged, which are not asked: {len(golden.left_out)} ({shown})"
        yield Finding(severity="info", code="left_out", text=text, cases=golden.left_out)


_RULES: tuple[Callable[[GoldenSet], Iterator[Finding]], ...] = (
    _duplicate_queries,
    _unlabelled,
    _one_label,
    _balance,
    _scale,
    _left_out,
)


def _unknown_documents(golden: GoldenSet, texts: Mapping[str, str]) -> Iterator[Finding]:
    labelled = [(case, doc_id) for case in golden for doc_id in case.relevant_doc_ids]
    unknown = [(case, str(doc_id)) for case, doc_id in labelled if doc_id not in texts]
    if unknown:
        pairs = list(dict.fromkeys(f"{doc_id} ({case.id})" for case, doc_id in unknown))
        shown = ", ".join(pairs[:_SHOWN]) + (", ..." if len(pairs) > _SHOWN else "")
        text = f"labels that name a document which is not in the corpus: {len(pairs)} ({shown})"
        cases = tuple(dict.fromkeys(str(case.id) for case, _ in unknown))
        yield Finding(severity="error", code="unknown_documents", text=text, cases=cases)


def _chunks_not_looked_up(golden: GoldenSet) -> Iterator[Finding]:
    labelled = [case for case in golden if case.relevant_chunk_ids]
    if labelled:
        text = (
            f"cases that label chunks, whose ids cannot be looked up in documents: {len(labelled)} ({_ids(labelled)})"
        )
        yield Finding(severity="info", code="chunks_not_looked_up", text=text, cases=_all_ids(labelled))


def _all_grades(case: RetrievalTestCase) -> list[float]:
    return [*case.grades().values(), *case.chunk_grades().values()]


def _relevant(golden: GoldenSet, case: RetrievalTestCase) -> list[str]:
    grades = case.chunk_grades(ungraded=golden.ungraded) or case.grades(ungraded=golden.ungraded)
    return [doc_id for doc_id, grade in grades.items() if grade >= golden.rel]


def _all_ids(cases: Sequence[RetrievalTestCase]) -> tuple[str, ...]:
    return tuple(str(case.id) for case in cases)


def _ids(cases: Sequence[RetrievalTestCase]) -> str:
    return ", ".join(_all_ids(cases[:_SHOWN])) + (", ..." if len(cases) > _SHOWN else "")
