"""The queries that two systems or more have in common, and what keeps them from being comparable."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assay.comparison.system import Question, System
from assay.errors import BadInputError

# Two figures by other rules differ without any change in retrieval.
_RULES = ("convention", "rel", "unit", "matcher", "undefined")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something a reader should know: its key in the catalogue of texts, and the facts of the sentence."""

    code: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Systems over the same queries in the same order, the queries that were dropped for it, and remarks."""

    systems: tuple[System, ...]
    dropped: tuple[str, ...]
    remarks: tuple[Remark, ...]


def paired(systems: Sequence[System]) -> Paired:
    """Bring systems onto the queries that all of them have.

    Raises
    ------
    BadInputError
        Fewer than two systems, no query in common, figures by different rules, or two questions under one id.
    """
    if len(systems) < 2:
        raise BadInputError("a comparison takes at least two systems\nHint: name a second one.")
    first, *others = systems
    _check_rules(systems)
    ids = [set(system.query_ids) for system in systems]
    common = [query_id for query_id in first.query_ids if all(query_id in known for known in ids[1:])]
    if not common:
        examples = " and ".join(
            f"{system.query_ids[0]!r} ({system.name})" for system in systems[:2] if system.query_ids
        )
        raise BadInputError(f"the systems have no query in common; there are for example {examples}")
    kept = set(common)
    every = dict.fromkeys(query_id for system in systems for query_id in system.query_ids)
    chosen = tuple(system.only(common) for system in systems)
    for other in chosen[1:]:
        _check_questions(chosen[0], other)
    return Paired(
        systems=chosen,
        dropped=tuple(query_id for query_id in every if query_id not in kept),
        remarks=tuple(remark for other in range(1, len(others) + 1) for remark in _remarks(chosen[0], chosen[other])),
    )


def _check_rules(systems: Sequence[System]) -> None:
    first, *others = systems
    for rule in _RULES:
        mine = getattr(first.origin, rule)
        for other in others:
            theirs = getattr(other.origin, rule)
            if mine != theirs and mine not in ("", None) and theirs not in ("", None):
                raise BadInputError(
                    f"{first.name} was measured with {rule} = {mine}, {other.name} with {rule} = {theirs}: "
                    "their figures cannot be compared\nHint: measure both in the same way."
                )


def _check_questions(a: System, b: System) -> None:
    """Refuse two questions under one id: the pairs would be of different things."""
    for query_id, mine, theirs in _known(a, b):
        if mine.query and theirs.query and mine.query != theirs.query:
            raise BadInputError(
                f"{query_id!r} is another question in {a.name} than in {b.name}: "
                f"{mine.query!r:.80}, {theirs.query!r:.80}\n"
                "Hint: cases without an id are numbered by their place; give them ids before cases are added."
            )


def _remarks(a: System, b: System) -> Iterator[Remark]:
    names = {"a": a.name, "b": b.name}
    is_same = a.origin.golden_sha256 is not None and a.origin.golden_sha256 == b.origin.golden_sha256
    by_id = a.origin.matcher in ("", "id")  # else labels name the hits that brought the evidence
    pairs = _known(a, b) if by_id and not is_same else ()
    relabelled = [query_id for query_id, mine, theirs in pairs if mine.labels != theirs.labels]
    if relabelled:
        facts = {**names, "count": len(relabelled), "ids": ", ".join(relabelled[:3])}
        yield Remark(code="relabelled", facts=facts)
    elif _differ(a.origin.golden_sha256, b.origin.golden_sha256):
        yield Remark(code="other_golden", facts=names)
    if _differ(a.origin.corpus_sha256, b.origin.corpus_sha256):
        yield Remark(code="other_corpus", facts=names)
    if a.origin.version and b.origin.version and a.origin.version != b.origin.version:
        facts = {**names, "version_a": a.origin.version, "version_b": b.origin.version}
        yield Remark(code="other_version", facts=facts)
    failed = {one.name: sum(q.reason is not None for q in one.questions or ()) for one in (a, b)}
    if any(failed.values()):
        yield Remark(code="failed", facts={**names, "failed_a": failed[a.name], "failed_b": failed[b.name]})


def _differ(mine: str | None, theirs: str | None) -> bool:
    return mine is not None and theirs is not None and mine != theirs


def _known(a: System, b: System) -> Iterator[tuple[str, Question, Question]]:
    """Iterate over the queries of both with what either knows of them."""
    if a.questions is not None and b.questions is not None:
        yield from zip(a.query_ids, a.questions, b.questions, strict=True)
