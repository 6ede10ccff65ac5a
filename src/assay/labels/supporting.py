"""One query's hits held against its evidence, rank by rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.data.hit import Hit
from assay.labels.passages import Matcher, Passage, Span, held_part, joined, length_of

COVERAGE = 0.5  # share of a passage that must have come back for its group to count as found


@dataclass(slots=True, kw_only=True)
class Support:
    """What the hits of one query bring of its evidence.

    Parameters
    ----------
    ranks
        Group to the rank at which it is first supported.
    covered, wanted, returned, distinct
        One value for no hit at all, and one for each rank: as in `EvidenceHits`.
    """

    ranks: dict[int, int] = field(default_factory=dict[int, int])
    covered: list[int] = field(default_factory=list[int])
    wanted: list[int] = field(default_factory=list[int])
    returned: list[int] = field(default_factory=list[int])
    distinct: list[int] = field(default_factory=list[int])


def support_of(
    passages: Sequence[Passage], hits: Sequence[Hit], *, matcher: Matcher, coverage: float = COVERAGE
) -> Support:
    """Hold the hits of one query against its evidence.

    Parameters
    ----------
    passages
        The evidence.
    hits
        Best first.
    matcher
        ``"span"`` or ``"text"``.
    coverage
        Share of a passage, in (0, 1], that the hits so far must cover together for its group to be supported.
    """
    found, groups = Support(), _grouped(passages)
    parts: list[list[Span]] = [[] for _ in passages]
    seen = _Seen()
    covered, wanted = _of_evidence(passages, groups, parts)
    for rank, hit in enumerate([None, *hits]):
        if hit is not None and _add(passages, parts, hit, matcher):
            covered, wanted = _of_evidence(passages, groups, parts)
            for group, members in groups.items():
                if group not in found.ranks and any(_share(passages, parts, one) >= coverage for one in members):
                    found.ranks[group] = rank
        if hit is not None:
            seen.add(hit)
        found.covered.append(covered)
        found.wanted.append(wanted)
        found.returned.append(seen.returned)
        found.distinct.append(seen.distinct)
    return found


def _grouped(passages: Sequence[Passage]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for place, passage in enumerate(passages):
        groups.setdefault(passage.evidence.group, []).append(place)
    return groups


def _add(passages: Sequence[Passage], parts: list[list[Span]], hit: Hit, matcher: Matcher) -> bool:
    """Add what a hit holds of each passage; tell whether it holds anything."""
    is_new = False
    for place, passage in enumerate(passages):
        part = held_part(passage, hit, matcher)
        if part is not None:
            parts[place], is_new = joined(parts[place], part), True
    return is_new


def _share(passages: Sequence[Passage], parts: Sequence[list[Span]], place: int) -> float:
    return length_of(parts[place]) / passages[place].length


def _of_evidence(
    passages: Sequence[Passage], groups: Mapping[int, Sequence[int]], parts: Sequence[list[Span]]
) -> tuple[int, int]:
    """Count the characters of the evidence that are covered, and those there are, each once.

    Of the alternatives of a group the one counts of which most is covered; of equals the shortest, then the first.
    """
    chosen = [
        min(members, key=lambda place: (-_share(passages, parts, place), passages[place].length))
        for members in groups.values()
    ]
    have: dict[str | int, list[Span]] = {}
    want: dict[str | int, list[Span]] = {}
    for place in chosen:
        passage = passages[place]
        key: str | int = passage.evidence.doc_id if passage.is_placed else place
        want[key] = joined(want.get(key, []), (passage.start, passage.end))
        for part in parts[place]:
            have[key] = joined(have.get(key, []), part)
    return sum(map(length_of, have.values())), sum(map(length_of, want.values()))


class _Seen:
    """Characters that came back: as often as they did, and each counted once."""

    def __init__(self) -> None:
        self.returned = self.distinct = 0
        self._spans: dict[str, list[Span]] = {}
        self._texts: set[str] = set()

    def add(self, hit: Hit) -> None:
        length = _length(hit)
        self.returned += length
        if hit.text is not None:
            if hit.text in self._texts:
                return
            self._texts.add(hit.text)
        if hit.start is None or hit.end is None:
            self.distinct += length
            return
        spans = self._spans.get(hit.doc_id, [])
        self._spans[hit.doc_id] = joined(spans, (hit.start, hit.end))
        self.distinct += length_of(self._spans[hit.doc_id]) - length_of(spans)


def _length(hit: Hit) -> int:
    if hit.start is not None and hit.end is not None:
        return hit.end - hit.start
    return len(hit.text or "")
