"""One query's hits held against its evidence, rank by rank."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.data.hit import Hit
from assay.labels.covered import Covered
from assay.labels.passages import Matcher, Passage, Span, part_by_span, part_by_text

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

    Notes
    -----
    By text, too, a hit must be of the passage's document, for an answer of a few characters stands in many places.
    O(hits log hits), and as many comparisons as there are pairs of a hit and a passage of one document.
    """
    found, seen, held = Support(), _Seen(), _Held(passages)
    part_of = part_by_span if matcher == "span" else part_by_text
    covered, wanted, returned, distinct = [0], [held.wanted], [0], [0]
    for rank, hit in enumerate(hits, start=1):
        for place in held.places.get(hit.doc_id, ()):
            part = part_of(passages[place], hit)
            if part is not None and held.add(place, part):
                group = passages[place].evidence.group
                if group not in found.ranks and held.share(place) >= coverage:
                    found.ranks[group] = rank
        seen.add(hit)
        covered.append(held.covered)
        wanted.append(held.wanted)
        returned.append(seen.returned)
        distinct.append(seen.distinct)
    found.covered, found.wanted, found.returned, found.distinct = covered, wanted, returned, distinct
    return found


class _Held:
    """What has come back of each passage of one query, and of its evidence as a whole."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.places: dict[str, list[int]] = {}
        self._passages = passages
        self._parts = [Covered() for _ in passages]
        self._groups: dict[int, list[int]] = {}
        for place, passage in enumerate(passages):
            self.places.setdefault(passage.evidence.doc_id, []).append(place)
            self._groups.setdefault(passage.evidence.group, []).append(place)
        self._have: dict[str | int, Covered] = {}
        self.covered, self.wanted = 0, self._wanted(self._chosen())

    def add(self, place: int, part: Span) -> bool:
        """Add a part of a passage; tell whether any of it is new."""
        if not self._parts[place].add(*part):
            return False
        if len(self._groups) == len(self._passages):
            self.covered += self._have.setdefault(self._text_of(place), Covered()).add(*part)
        else:
            chosen = self._chosen()
            self.covered, self.wanted = self._covered(chosen), self._wanted(chosen)
        return True

    def share(self, place: int) -> float:
        """Return the share of a passage that has come back."""
        return self._parts[place].length / self._passages[place].length

    def _wanted(self, chosen: Sequence[int]) -> int:
        if len(chosen) == 1:
            return self._passages[chosen[0]].length
        texts: dict[str | int, Covered] = {}
        for place in chosen:
            passage = self._passages[place]
            texts.setdefault(self._text_of(place), Covered()).add(passage.start, passage.end)
        return sum([text.length for text in texts.values()])

    def _covered(self, chosen: Sequence[int]) -> int:
        if len(chosen) == 1:
            return self._parts[chosen[0]].length
        texts: dict[str | int, Covered] = {}
        for place in chosen:
            text = texts.setdefault(self._text_of(place), Covered())
            for start, end in self._parts[place].spans:
                text.add(start, end)
        return sum([text.length for text in texts.values()])

    def _chosen(self) -> list[int]:
        """Of the alternatives of a group, take the one of which most is covered; of equals the shortest, the first."""
        return [
            members[0]
            if len(members) == 1
            else min(members, key=lambda place: (-self.share(place), self._passages[place].length))
            for members in self._groups.values()
        ]

    def _text_of(self, place: int) -> str | int:
        """Name the text whose characters a passage's span counts: its document, or its quote alone."""
        passage = self._passages[place]
        return passage.evidence.doc_id if passage.is_placed else place


class _Seen:
    """Characters that came back: as often as they did, and each counted once."""

    def __init__(self) -> None:
        self.returned = self.distinct = 0
        self._documents: dict[str, Covered] = {}
        self._texts: set[str] = set()

    def add(self, hit: Hit) -> None:
        text, start, end = hit.text, hit.start, hit.end
        span = None if start is None or end is None else (start, end)
        length = span[1] - span[0] if span else len(text or "")
        self.returned += length
        if text is not None:
            if text in self._texts:
                return
            self._texts.add(text)
        if span is None:
            self.distinct += length
            return
        covered = self._documents.get(hit.doc_id)
        if covered is None:
            covered = self._documents[hit.doc_id] = Covered()
        self.distinct += covered.add(*span)
