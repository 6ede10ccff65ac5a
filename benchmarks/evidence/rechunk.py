"""One golden set over many chunkings: does every passage that stands in its document keep its label?

    python benchmarks/evidence/rechunk.py

Each collection is cut at 400, 800, 1,600 and 3,200 characters (about 100 to 800 tokens of English), with and without an
overlap of a quarter. Every question gets all chunks of its evidence's documents in random order. Three things are
counted: passages that the chunks together do not cover, although they stand in their document; measures that change
when chunks get other ids; and questions whose character recall is not that of a plain set of characters. The last
columns are how many hits a second are held against evidence, by span and by text alone (there over the first questions
that have 10,000 hits together). ASSAY_DATA names the folder of the collections.
"""

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np

from assay import read_corpus, read_golden
from assay.data.case import RetrievalTestCase
from assay.data.hit import Hit
from assay.labels.evidence_judging import EvidenceLabelling, judge_evidence
from assay.labels.placed import placed
from assay.measures import AP, RR, CharR, GroupR, nDCG

DATA = Path(os.environ.get("ASSAY_DATA", Path(__file__).parents[3] / "shared" / "data"))
COLLECTIONS = ("chroma-chunk-eval", "cmrc2018-dev-zh", "xquad-ru")
SIZES = (400, 800, 1600, 3200)
K = 10
BY_TEXT = 10_000
MEASURES = (nDCG @ K, AP @ K, RR @ K, GroupR @ K, CharR @ K)


def chunks(doc_id: str, text: str, size: int, overlap: int) -> list[Hit]:
    return [
        Hit(
            doc_id=doc_id,
            chunk_id=f"{doc_id}#{start}",
            text=text[start : start + size],
            start=start,
            end=min(start + size, len(text)),
        )
        for start in range(0, max(len(text) - overlap, 1), size - overlap)
    ]


def rankings(cases: Sequence[RetrievalTestCase], cut: dict[str, list[Hit]], chance: random.Random) -> list[list[Hit]]:
    found: list[list[Hit]] = []
    for case in cases:
        hits = [hit for doc_id in dict.fromkeys(piece.doc_id for piece in case.evidence) for hit in cut[doc_id]]
        found.append(chance.sample(hits, len(hits)))
    return found


def timed(cases: Sequence[RetrievalTestCase], ranked: list[list[Hit]], matcher: str) -> tuple[EvidenceLabelling, float]:
    begun = perf_counter()
    found = judge_evidence(cases, ranked, matcher=matcher)  # pyright: ignore[reportArgumentType]
    return found, sum(map(len, ranked)) / (perf_counter() - begun)


def characters(case: RetrievalTestCase, hits: Sequence[Hit]) -> float:
    """Return character recall by sets, of a case whose groups have one passage each."""
    wanted = {(piece.doc_id, place) for piece in case.evidence for place in range(piece.start or 0, piece.end or 0)}
    came = {(hit.doc_id, place) for hit in hits for place in range(hit.start or 0, hit.end or 0)}
    return len(wanted & came) / len(wanted)


def measure(collection: str, size: int, overlap: int) -> None:
    corpus = read_corpus(DATA / collection)
    texts = {document.doc_id: document.text for document in corpus}
    cases = placed(read_golden(DATA / collection), corpus)
    stand = [
        replace(case, evidence=tuple(piece for piece in case.evidence if piece.start is not None)) for case in cases
    ]
    stand = [case for case in stand if case.evidence]
    cut = {doc_id: chunks(doc_id, text, size, overlap) for doc_id, text in texts.items()}
    ranked = rankings(stand, cut, random.Random(0))
    found, speed = timed(stand, ranked, "span")
    lost = int((found.judged.group_rank == 0).sum())
    renamed = [[replace(hit, chunk_id=f"x{place}") for place, hit in enumerate(hits)] for hits in ranked]
    other = judge_evidence(stand, renamed, matcher="span").judged
    changed = sum(
        not np.array_equal(one.per_query(found.judged), one.per_query(other), equal_nan=True) for one in MEASURES
    )
    plain = [
        place for place, case in enumerate(stand) if len({piece.group for piece in case.evidence}) == len(case.evidence)
    ]
    ours = (CharR @ K).per_query(found.judged)
    wrong = sum(ours[place] != characters(stand[place], ranked[place][:K]) for place in plain)
    some = 1 + int(np.searchsorted(np.cumsum([len(hits) for hits in ranked]), BY_TEXT))
    bare = [[replace(hit, start=None, end=None) for hit in hits] for hits in ranked[:some]]
    _, by_text = timed(stand[:some], bare, "text")
    cells = (
        collection,
        size,
        overlap,
        f"{len(found.judged.group_rank):,}",
        lost,
        changed,
        f"{wrong} of {len(plain):,}",
    )
    print(f"| {' | '.join(map(str, cells))} | {speed:,.0f} | {by_text:,.0f} |")


if __name__ == "__main__":
    heading = ("collection", "size", "overlap", "groups", "lost", "measures changed", "character recall wrong")
    print(f"| {' | '.join(heading)} | hits/s by span | by text |")
    print("| --- " + "| ---: " * 8 + "|")
    for name in COLLECTIONS:
        for size in SIZES:
            for overlap in (0, size // 4):
                measure(name, size, overlap)
