"""Whole run files: compiled and NumPy's engine agree on every value and every word, for any blocks and any threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.compiled import IS_COMPILED
from assay.errors import AssayError
from assay.files import grouped_run, query_blocks, scanning, scattered_run
from assay.files.kept_pipe import KeptPipe
from assay.files.trec_run import judge_bytes, read_trec_run
from assay.rankings import ledger, placing, placing_numpy, threads
from assay.rankings.judged_run import JudgedRun, JudgingPolicy
from assay.rankings.placing import placer_of

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")

BOM = b"\xef\xbb\xbf"
QRELS = {"q1": {"d1": 1, "d2": 0, "é": 2}, "q2": {"d1": 1, "q2": -1}, "q3": {"d3": 1}, "none": {"d": 1}}

words = st.sampled_from([b"d1", b"d2", b"d3", b"q2", "é".encode(), b"x" * 40, b"d1\0"])
queries = st.sampled_from([b"q1", b"q2", b"q3", b"unjudged", b"other"])
numbers = st.sampled_from([b"1", b"0.5", b"2", b"-1e3", b"inf", b"0.1234567890123456789", b"18446744073709551616"])
ranks = st.sampled_from([b"1", b"2", b"3", b"17"])
odd = st.sampled_from([b"\n", b"bad\n", b"q1 Q0 \xff 1 1 t\n", b"q1 Q0 d 1 x t\n", b"q2 Q0 d 1 1 t t\n", b"\r\n"])
line = st.tuples(queries, words, ranks, numbers, st.sampled_from([b"\n", b"\r\n", b" \n"]))
policies = st.builds(
    JudgingPolicy,
    duplicates=st.sampled_from(["keep", "drop", "error"]),
    depth=st.none() | st.integers(1, 4),
    judged_only=st.booleans(),
    drop_self=st.booleans(),
)


@st.composite
def files(draw: st.DrawFn, *, odd_lines: bool = True) -> bytes:
    """A run file: its queries in one piece or in several, now and then something wrong in it."""
    rows = draw(st.lists(line, min_size=1, max_size=30))
    if draw(st.booleans()):
        rows.sort(key=lambda row: row[0])
    lines = [b"%b Q0 %b %b %b tag" % row[:4] + row[4] for row in rows]
    if odd_lines and draw(st.integers(0, 3)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(odd))
    raw = draw(st.sampled_from([b"", BOM])) + b"".join(lines)
    return raw.removesuffix(b"\n") if draw(st.booleans()) else raw


@contextmanager
def engine(*, compiled: bool, block: int = 1 << 20, n_threads: int = 1) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(query_blocks, "BLOCK_BYTES", block)
        patch.setattr(scattered_run, "_SLICE_ROWS", 5)
        patch.setattr(ledger, "_BLOCK_ROWS", 7)
        for module in (grouped_run, threads):
            patch.setattr(module, "n_threads", lambda: n_threads)
        if not compiled:
            patch.setattr(scanning, "IS_COMPILED", False)
            patch.setattr(placing, "Chosen", placing_numpy.Placer)
        yield


def judged(run: bytes, policy: JudgingPolicy, given: object = QRELS) -> JudgedRun | tuple[object, ...]:
    try:
        return judge_bytes(KeptPipe("run", "run", BytesIO(run)), placer_of(given), policy)
    except AssayError as exc:
        return type(exc), str(exc)


def told(found: JudgedRun | tuple[object, ...]) -> tuple[object, ...]:
    if isinstance(found, tuple):
        return found
    hits, places = found.judged, found.places
    numbers = (hits.query, hits.rank, hits.grade, hits.n_retrieved, places.rank, places.tie_start, places.tie_size)
    return *(one.tolist() for one in numbers), found.query_ids, found.counts, found.name, found.first_repeat


def words_of(found: JudgedRun | tuple[object, ...]) -> object:
    """What is said of it: the order of the queries nobody judged, and the first contradiction of ranks and scores."""
    return None if isinstance(found, tuple) else (found.unjudged_query_ids, found.rank_contradiction, found.notices)


@given(run=files(), policy=policies, block=st.integers(3, 200), n_threads=st.integers(1, 3))
def test_both_engines_say_the_same_of_any_file(run: bytes, policy: JudgingPolicy, block: int, n_threads: int) -> None:
    with engine(compiled=True, block=block, n_threads=n_threads):
        found = judged(run, policy)
    with engine(compiled=False, block=block):
        expected = judged(run, policy)
    assert told(found) == told(expected)
    assert words_of(found) == words_of(expected)


@given(run=files(odd_lines=False), policy=policies, block=st.integers(3, 200), n_threads=st.integers(1, 3))
def test_neither_blocks_nor_threads_change_a_value(
    run: bytes, policy: JudgingPolicy, block: int, n_threads: int
) -> None:
    with engine(compiled=True, block=block, n_threads=n_threads):
        found = judged(run, policy)
    with engine(compiled=True):
        assert told(found) == told(judged(run, policy))


@given(run=files(odd_lines=False))
def test_rows_of_a_file_are_read_the_same(tmp_path_factory: pytest.TempPathFactory, run: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "run"
    path.write_bytes(run)
    with engine(compiled=True):
        found = read_trec_run(path)
    with engine(compiled=False):
        expected = read_trec_run(path)
    assert (found.query_ids, found.doc_ids, found.name) == (expected.query_ids, expected.doc_ids, expected.name)
    assert found.scores.tobytes() == expected.scores.tobytes()
    assert found.starts.tolist() == expected.starts.tolist()


def test_many_blocks_by_many_threads_give_what_one_gives() -> None:
    lines = [f"q{query} Q0 d{doc} {doc} {(doc * 7919) % 101 / 3:.6f} t\n" for query in range(400) for doc in range(50)]
    judgements = placer_of({f"q{query}": {f"d{query % 60}": 1, "d3": 2} for query in range(0, 400, 2)})
    run = "".join(lines).encode()
    for content in (run, "".join(lines[::2] + lines[1::2]).encode()):
        results: list[tuple[object, ...]] = []
        for n_threads, block in ((1, 1 << 20), (2, 4000), (3, 700), (8, 30_000)):
            with engine(compiled=True, block=block, n_threads=n_threads):
                results.append(told(judged(content, JudgingPolicy(), judgements)))
        assert all(one == results[0] for one in results)
