"""Ranks, ties and credits of any run equal those of a sort in plain Python, however its rows come."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.texts import Texts
from assay.errors import BadInputError
from assay.files import query_blocks, scattered_run
from assay.files.trec_run import judge_trec_run, read_trec_run
from assay.labels.run_judging import judge_run
from assay.rankings import placing_numpy
from assay.rankings.judged_run import JudgedRun, JudgingPolicy
from assay.rankings.ranking import place

Row = tuple[str, str, float]

# Neighbours of 8-byte words, prefixes of each other, one to four bytes a letter, a no-break space, a NUL at the end.
NAMES = [
    "a",
    "b",
    "ab",
    "abcdefgh",
    "abcdefghi",
    "abcdefgh\0",
    "é",
    "ü",
    "文档",
    "文",
    "😀",
    "x\u00a0y",
    "#1",
    "doc" * 9,
]
DOCS = st.sampled_from(NAMES) | st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters=" \t\n\r\v\f"), min_size=1, max_size=12
)
QUERIES = st.sampled_from(["q1", "q2", "10", "q-ä", "a", "query-with-a-long-name"])
SCORES = st.sampled_from([0.0, 1.0, 2.0, -1.0, 0.5, 16777217.0, 16777216.0, float("inf"), float("-inf")]) | st.floats(
    allow_nan=False
)
ROWS = st.lists(st.tuples(QUERIES, DOCS, SCORES), min_size=1, max_size=40)
QRELS = st.dictionaries(
    QUERIES, st.dictionaries(DOCS, st.integers(-1, 3), min_size=1, max_size=8), min_size=1, max_size=5
)
POLICIES = st.builds(
    JudgingPolicy,
    negatives=st.sampled_from(["judged", "pooled"]),
    duplicates=st.sampled_from(["keep", "drop"]),
    missing=st.sampled_from(["zero", "skip"]),
    depth=st.none() | st.integers(1, 12),
    judged_only=st.booleans(),
    drop_self=st.booleans(),
)


@dataclass(frozen=True)
class Expected:
    queries: list[str]
    rows: list[tuple[int, int, float, int, int]]
    n_retrieved: list[int]
    missing: list[str]
    unjudged: list[str]
    repeats: int


def kept_hits(hits: list[tuple[float, bytes]], query: str, policy: JudgingPolicy) -> list[tuple[float, bytes]]:
    if policy.drop_self:
        hits = [hit for hit in hits if hit[1].decode() != query]
    ordered = sorted(hits, reverse=True)
    if policy.duplicates == "drop":
        ordered = [hit for place, hit in enumerate(ordered) if hit[1] not in [other[1] for other in ordered[:place]]]
    return ordered[: policy.depth]


def repeats_of(hits: list[tuple[float, bytes]], query: str, policy: JudgingPolicy) -> int:
    docs = [doc for _, doc in hits if not (policy.drop_self and doc.decode() == query)]
    return len(docs) - len(set(docs))


def by_sorting(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> Expected:
    """What is expected, from `sorted` and nothing of Assay."""
    hits: dict[str, list[tuple[float, bytes]]] = {}
    for query, doc, score in rows:
        hits.setdefault(query, []).append((score + 0.0, doc.encode()))
    queries = [query for query in qrels if query in hits or policy.missing == "zero"]
    found: list[tuple[int, int, float, int, int]] = []
    sizes: list[int] = []
    for number, query in enumerate(queries):
        ranked = kept_hits(hits.get(query, []), query, policy)
        if policy.judged_only:
            least = 0 if policy.negatives == "pooled" else -10
            ranked = [hit for hit in ranked if qrels[query].get(hit[1].decode(), -100) >= least]
        sizes.append(len(ranked))
        scores = [score for score, _ in ranked]
        credited: set[bytes] = set()
        for rank, (score, doc) in enumerate(ranked, start=1):
            if doc.decode() in qrels[query] and doc not in credited:
                credited.add(doc)
                grade = float(qrels[query][doc.decode()])
                found.append((number, rank, grade, scores.index(score) + 1, scores.count(score)))
    return Expected(
        queries=queries,
        rows=found,
        n_retrieved=sizes,
        missing=[query for query in qrels if query not in hits],
        unjudged=sorted(hits.keys() - qrels.keys()),
        repeats=sum(repeats_of(hits[query], query, policy) for query in qrels if query in hits),
    )


def seen(run: JudgedRun) -> Expected:
    judged, places = run.judged, run.places
    columns = (judged.query, judged.rank, judged.grade, places.tie_start, places.tie_size)
    return Expected(
        queries=list(run.query_ids),
        rows=list(zip(*(column.tolist() for column in columns), strict=True)),
        n_retrieved=judged.n_retrieved.tolist(),
        missing=list(run.missing_ids),
        unjudged=sorted(run.unjudged_query_ids),
        repeats=run.counts.repeats,
    )


def options(policy: JudgingPolicy) -> dict[str, object]:
    return {name: getattr(policy, name) for name in JudgingPolicy.__dataclass_fields__}


def as_file(rows: list[Row]) -> bytes:
    lines = [f"{query} Q0 {doc} {line} {score!r} tag\n" for line, (query, doc, score) in enumerate(rows)]
    return "".join(lines).encode()


def from_rows(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> JudgedRun:
    return judge_run(qrels, iter(rows), **options(policy))


def from_file(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> JudgedRun:
    with TemporaryDirectory() as folder:
        path = Path(folder, "run")
        path.write_bytes(as_file(rows))
        return judge_trec_run(path, qrels, policy)


def from_run(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> JudgedRun:
    with TemporaryDirectory() as folder:
        path = Path(folder, "run")
        path.write_bytes(gzip.compress(as_file(rows)))
        return judge_run(qrels, read_trec_run(path), **options(policy))


def from_arrays(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> JudgedRun:
    query, doc, score = zip(*rows, strict=True)
    docs = np.array(doc, dtype=object) if any("\0" in one for one in doc) else np.array(doc)
    return judge_run(qrels, (np.array(query), docs, np.array(score)), **options(policy))


def from_dicts(qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy) -> JudgedRun:
    run: dict[str, dict[str, float]] = {}
    for query, doc, score in rows:
        run.setdefault(query, {})[doc] = score
    return judge_run(qrels, run, **options(policy))


FORMS = pytest.mark.parametrize("judge", [from_rows, from_file, from_run, from_arrays])
Judge = Callable[[dict[str, dict[str, int]], list[Row], JudgingPolicy], JudgedRun]


@FORMS
@given(qrels=QRELS, rows=ROWS, policy=POLICIES)
def test_any_run_is_ranked_as_sorting_it_would(
    judge: Judge, qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy
) -> None:
    if not {query for query, _, _ in rows} & qrels.keys():
        with pytest.raises(BadInputError, match="none of its queries is judged"):
            judge(qrels, rows, policy)
        return
    assert seen(judge(qrels, rows, policy)) == by_sorting(qrels, rows, policy)


@given(qrels=QRELS, rows=ROWS, policy=POLICIES)
def test_a_dict_of_dicts_is_ranked_as_sorting_it_would(
    qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy
) -> None:
    unique = list({(query, doc): (query, doc, score) for query, doc, score in rows}.values())
    if {query for query, _, _ in rows} & qrels.keys():
        assert seen(from_dicts(qrels, unique, policy)) == by_sorting(qrels, unique, policy)


@FORMS
@given(qrels=QRELS, rows=ROWS, seed=st.integers(0, 1000))
def test_the_order_of_rows_changes_nothing(
    judge: Judge, qrels: dict[str, dict[str, int]], rows: list[Row], seed: int
) -> None:
    if not {query for query, _, _ in rows} & qrels.keys():
        return
    shuffled = Random(seed).sample(rows, len(rows))
    assert seen(judge(qrels, rows, JudgingPolicy())) == seen(judge(qrels, shuffled, JudgingPolicy()))


@given(rows=ROWS, block=st.integers(1, 60), crlf=st.booleans(), packed=st.sampled_from([bytes, gzip, bz2, lzma]))
def test_where_a_file_is_cut_into_blocks_changes_nothing(
    rows: list[Row], block: int, crlf: bool, packed: object
) -> None:
    qrels = {query: {doc: 1} for query, doc, _ in rows}
    raw = as_file(sorted(rows, key=lambda row: row[0])).replace(b"\n", b"\r\n" if crlf else b"\n")
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "run")
        path.write_bytes(raw if packed is bytes else packed.compress(raw))
        patch.setattr(query_blocks, "BLOCK_BYTES", block)
        patch.setattr(scattered_run, "_SLICE_ROWS", 3)
        assert seen(judge_trec_run(path, qrels)) == by_sorting(qrels, rows, JudgingPolicy())


@given(rows=st.lists(st.tuples(DOCS, st.sampled_from([0.0, 1.0, 2.0])), min_size=1, max_size=30), data=st.data())
def test_a_wanted_row_stands_where_sorting_puts_it(rows: list[tuple[str, float]], data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    starts = [0, *cuts, len(rows)]
    wanted = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1))))
    docs = Texts.of([doc for doc, _ in rows])
    scores = np.array([score for _, score in rows])
    found = place(scores, np.array(starts), np.array(wanted, dtype=np.int64), docs).rank.tolist()
    for row, rank in zip(wanted, found, strict=True):
        start = max(start for start in starts if start <= row)
        stop = min(stop for stop in starts if stop > row)
        keys = [(rows[other][1], rows[other][0].encode()) for other in range(start, stop)]
        own = keys[row - start]
        assert 1 + sum(key > own for key in keys) <= rank <= sum(key >= own for key in keys)


@FORMS
@given(qrels=QRELS, rows=ROWS, policy=POLICIES)
def test_ids_are_compared_in_full_and_no_hash_decides(
    judge: Judge, qrels: dict[str, dict[str, int]], rows: list[Row], policy: JudgingPolicy
) -> None:
    if not {query for query, _, _ in rows} & qrels.keys():
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("assay.data.texts.mixed", lambda words: words & np.uint64(1))
        patch.setattr("assay.rankings.placing_numpy.mixed", lambda words: words & np.uint64(1))
        patch.setattr("assay.rankings.placing.Chosen", placing_numpy.Placer)
        assert seen(judge(qrels, rows, policy)) == by_sorting(qrels, rows, policy)
