"""The queries that a result and its baseline both have, and whether the two can be held against each other."""

from dataclasses import dataclass

import numpy as np

from assay.comparison.system import Origin, System
from assay.errors import BadInputError
from assay.gating.remark import Remark
from assay.gating.subject import Subject
from assay.stats.sample import Ints

_MUST_AGREE = {
    "convention": "whose formulas",
    "rel": "the smallest grade that counts as relevant",
    "unit": "what k counts",
    "undefined": "what a query without a value does to a mean",
}
_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairing:
    """Queries both sides have.

    Parameters
    ----------
    baseline
        The earlier result with its figures, over the common queries alone, in the order of the new one.
    places
        int64, shape (n_common,): where these stand in the new result.
    dropped
        Ids that only one side has, or that are other questions on each.
    remarks
        What a reader should know of the two.
    """

    baseline: Subject
    places: Ints
    dropped: tuple[str, ...]
    remarks: tuple[Remark, ...]


def paired(subject: Subject, baseline: Subject) -> Pairing:
    """Match a result with its baseline, query by query: by id, and by the question where both tell it.

    Raises
    ------
    BadInputError
        They were measured in different ways, or have no query in common.
    """
    new, old = subject.system, baseline.system
    _require_comparable(new.origin, old.origin)
    known = {query_id: place for place, query_id in enumerate(old.query_ids)}
    common = [
        place
        for place, query_id in enumerate(new.query_ids)
        if query_id in known and _is_same_question(new, place, old, known[query_id])
    ]
    ids = [new.query_ids[place] for place in common]
    if not ids:
        raise BadInputError(
            "the result and the baseline have no query in common\n"
            f"Hint: the result asks for example {_some(new.query_ids)}, the baseline {_some(old.query_ids)}."
        )
    kept = set(ids)
    dropped = tuple(dict.fromkeys(one for one in (*new.query_ids, *old.query_ids) if one not in kept))
    matched = Subject(system=old.only(ids), figures=baseline.figures, n_not_asked=baseline.n_not_asked)
    return Pairing(
        baseline=matched,
        places=np.array(common, dtype=np.int64),
        dropped=dropped,
        remarks=tuple(_remarks(new, matched.system, common, dropped)),
    )


def _require_comparable(new: Origin, old: Origin) -> None:
    for name, meaning in _MUST_AGREE.items():
        one, other = getattr(new, name), getattr(old, name)
        if one and other and one != other:
            raise BadInputError(
                f"the result and the baseline differ in {name}, {meaning}: {one} and {other}\n"
                "Hint: measure both in the same way."
            )


def _is_same_question(new: System, place: int, old: System, other: int) -> bool:
    if new.questions is None or old.questions is None:
        return True
    one, two = new.questions[place].query, old.questions[other].query
    return not one or not two or one == two


def _remarks(new: System, old: System, common: list[int], dropped: tuple[str, ...]) -> list[Remark]:
    """Say what differs; `old` holds the common queries alone."""
    found: list[Remark] = []
    if dropped:
        found.append(
            Remark(code="dropped", facts={"count": len(dropped), "common": len(common), "ids": _some(dropped)})
        )
    if relabelled := _relabelled(new, old, common):
        found.append(Remark(code="relabelled", facts={"count": len(relabelled), "ids": _some(relabelled)}))
    if (new.questions is None or old.questions is None) and _differ(new.origin.golden_sha256, old.origin.golden_sha256):
        found.append(Remark(code="other_golden"))
    if _differ(new.origin.corpus_sha256, old.origin.corpus_sha256):
        found.append(Remark(code="other_corpus"))
    return found


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _relabelled(new: System, old: System, common: list[int]) -> list[str]:
    if new.questions is None or old.questions is None:
        return []
    pairs = zip(common, old.questions, strict=True)
    return [new.query_ids[place] for place, before in pairs if new.questions[place].labels != before.labels]


def _some(ids: tuple[str, ...] | list[str]) -> str:
    return ", ".join(ids[:_NAMED]) + (", ..." if len(ids) > _NAMED else "") or "nothing"
