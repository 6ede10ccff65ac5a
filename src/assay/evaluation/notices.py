"""What was odd about a run: facts that a reader should know before trusting its figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.data.golden_set import GoldenSet
from assay.data.hit import Hit
from assay.evaluation.settings import Settings
from assay.labels.unit import Labelling, ranked_ids

Labels = Sequence[Mapping[str, float]]
Ids = Sequence[Sequence[str]]
_TOP_OF_SCALE = 5.0  # of the 0-5 scale, on which 1 says "not relevant"
_LONGEST_ID = 60  # characters, beyond which something with blanks looks like a text


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something odd: its key in the catalogue of texts, the number it is about, and the facts of the sentence."""

    code: str
    count: int
    facts: Mapping[str, str]


def notices(
    golden: GoldenSet, rankings: Sequence[Sequence[Hit]], labelling: Labelling, settings: Settings
) -> Iterator[Notice]:
    """List what was odd about a run.

    Parameters
    ----------
    golden
        The cases.
    rankings, labelling
        The hits of each query, and the ids and labels they were held against.
    settings
        How the run was made.
    """
    yield from _repeats([ranked_ids(hits, settings.unit) for hits in rankings])
    if settings.unit == "document":
        yield from _collapsed(rankings, labelling.ids, settings.k[-1])
    yield from _short(rankings, settings.depth)
    yield from _no_overlap(labelling.ids, labelling.labels)
    relevant = [any(grade >= settings.rel for grade in label.values()) for label in labelling.labels]
    unlabelled = sum(case.answerable and not found for case, found in zip(golden, relevant, strict=True))
    if unlabelled:
        yield Notice(code="unlabelled", count=unlabelled, facts={"rel": f"{settings.rel:g}"})
    if golden.scale == "binary" and settings.rel == 1 and _largest(labelling.labels) == _TOP_OF_SCALE:
        yield Notice(code="undeclared_scale", count=1, facts={})
    if golden.left_out:
        yield Notice(code="left_out", count=len(golden.left_out), facts={"ids": ", ".join(golden.left_out[:3])})


def _largest(labels: Labels) -> float:
    return max((grade for label in labels for grade in label.values()), default=0.0)


def _repeats(ids: Ids) -> Iterator[Notice]:
    repeats = [len(ranked) - len(set(ranked)) for ranked in ids]
    if any(repeats):
        facts = {"queries": str(sum(count > 0 for count in repeats))}
        yield Notice(code="repeats", count=sum(repeats), facts=facts)


def _collapsed(rankings: Sequence[Sequence[Hit]], ids: Ids, k: int) -> Iterator[Notice]:
    short = sum(len(hits) >= k > len(ranked) for hits, ranked in zip(rankings, ids, strict=True))
    if short:
        yield Notice(code="collapsed", count=short, facts={"k": str(k)})


def _short(rankings: Sequence[Sequence[Hit]], depth: int) -> Iterator[Notice]:
    """Tell of a pipeline that never returns as many hits as it is asked for: it may not know of k."""
    longest = max(map(len, rankings), default=0)
    if 0 < longest < depth:
        yield Notice(code="short", count=longest, facts={"k": str(depth)})


def _no_overlap(ids: Ids, labels: Labels) -> Iterator[Notice]:
    """Tell of ids that never meet: most often the two sides write the same ids differently, or texts came for ids."""
    expected = dict.fromkeys(doc_id for label in labels for doc_id in label)
    if not expected or any(not expected.keys().isdisjoint(ranked) for ranked in ids):
        return
    came = dict.fromkeys(doc_id for ranked in ids for doc_id in ranked)
    if came:
        alike = not {_bare(doc_id) for doc_id in expected}.isdisjoint(_bare(doc_id) for doc_id in came)
        texts = all(len(doc_id) > _LONGEST_ID and " " in doc_id for doc_id in islice(came, 10))
        code = "no_overlap_alike" if alike else "no_overlap_texts" if texts else "no_overlap"
        facts = {"expected": _examples(expected), "retrieved": _examples(came)}
        yield Notice(code=code, count=len(labels), facts=facts)


def _bare(doc_id: str) -> str:
    """Return an id without folder, ending, part and case: what is left where two sides write it differently."""
    return doc_id.replace("\\", "/").rpartition("/")[2].partition("#")[0].partition(".")[0].casefold()


def _examples(ids: Iterable[str]) -> str:
    shown = (" ".join(doc_id.split()) for doc_id in islice(ids, 2))
    return ", ".join(doc_id if len(doc_id) <= _LONGEST_ID else doc_id[:_LONGEST_ID] + "…" for doc_id in shown)
