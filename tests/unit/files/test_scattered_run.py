"""Runs whose queries stand in several pieces, in memory and through a temporary file."""

import gzip
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from assay.errors import BadFileError, BadInputError
from assay.files import query_blocks, scattered_run
from assay.files.trec_run import judge_trec_run
from assay.rankings.judged_run import JudgedRun, JudgingPolicy

resource = pytest.importorskip("resource", reason="the system has no limits for files")

QRELS = {f"q{query}": {f"d{doc}": doc % 3 for doc in range(0, 40, 3)} for query in range(25)}
Judge = Callable[..., JudgedRun]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def judged(content: str, *, spilling: bool, **policy: object) -> JudgedRun:
        path = tmp_path / "run.trec"
        path.write_text(content)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(query_blocks, "BLOCK_BYTES", 200)
            patch.setattr(scattered_run, "BUDGET", 2000 if spilling else 1 << 30)
            return judge_trec_run(path, QRELS, JudgingPolicy(**policy))

    return judged


def shuffled(seed: int, n_queries: int = 30, n_docs: int = 40) -> list[str]:
    chance = Random(seed)
    lines = [
        f"q{query} Q0 d{chance.randrange(n_docs)} {chance.randrange(1, 99)} {chance.randrange(20) / 4} tag\n"
        for query in range(n_queries)
        for _ in range(chance.randrange(1, n_docs))
    ]
    return chance.sample(lines, len(lines))


def told(found: JudgedRun) -> dict[str, object]:
    """All that a run says, but for how it was grouped."""
    said = {one.name: getattr(found, one.name) for one in fields(found) if one.name != "spilled"}
    for name in ("judged", "places"):
        columns = {one.name: getattr(said[name], one.name) for one in fields(said[name])}
        said[name] = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in columns.items()}
    return said | {"is_missing": found.is_missing.tolist()}


def ranked(lines: list[str]) -> list[tuple[int, int, float]]:
    """Query, rank and grade of the judged hits, by sorting each query's rows."""
    found = []
    for number, (query, labels) in enumerate(QRELS.items()):
        rows = [line.split() for line in lines if line.startswith(f"{query} ")]
        order = sorted(((float(row[4]), row[2]) for row in rows), reverse=True)
        docs = [doc for _, doc in order]
        found += [(number, docs.index(doc) + 1, grade) for doc, grade in labels.items() if doc in docs]
    return sorted(found)


@pytest.mark.parametrize("spilling", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_rows_are_ranked_as_sorting_them_would(judge: Judge, seed: int, spilling: bool) -> None:
    lines = shuffled(seed)
    found = judge("".join(lines), spilling=spilling)
    hits = (found.judged.query, found.judged.rank, found.judged.grade)
    assert list(zip(*(column.tolist() for column in hits), strict=True)) == ranked(lines)
    assert (found.spilled is not None) is spilling


@pytest.mark.parametrize("policy", [{}, {"duplicates": "drop"}, {"depth": 3}, {"missing": "skip"}], ids=str)
@pytest.mark.parametrize("n_queries", [2, 7, 30])
def test_a_temporary_file_changes_nothing_but_the_notice(
    judge: Judge, n_queries: int, policy: dict[str, object]
) -> None:
    content = "".join(shuffled(n_queries, n_queries))
    held, spilled = (judge(content, spilling=spilling, **policy) for spilling in (False, True))
    assert told(held) == told(spilled)
    assert replace(spilled, spilled=None).notices == held.notices
    assert [notice.code for notice in spilled.notices[len(held.notices) :]] == (["spilled"] if n_queries > 2 else [])


@pytest.mark.parametrize("spilling", [False, True])
def test_a_refused_repeat_names_its_lines(judge: Judge, spilling: bool) -> None:
    filling = [f"q{line % 20} Q0 x{line} 1 1 t\n" for line in range(200)]
    lines = [*filling[:40], "q3 Q0 d1 1 1 t\n", *filling[40:], "q3 Q0 d1 1 1 t\n"]
    with pytest.raises(BadInputError, match=r"'d1' stands twice in the ranking of query 'q3' \(lines 41 and 202\)"):
        judge("".join(lines), spilling=spilling, duplicates="error")


@pytest.mark.parametrize("spilling", [False, True])
def test_the_contradiction_told_is_the_first_in_the_file(judge: Judge, spilling: bool) -> None:
    lines = [f"q{line % 20} Q0 x{line} {line + 1} {900 - line} t\n" for line in range(400)]
    lines[333] = "q13 Q0 y 1 1 t\n"  # of an earlier query, in a later line
    lines[178] = "q18 Q0 y 2 900.5 t\n"
    lines[198] = "q18 Q0 z 1 900.25 t\n"
    found = judge("".join(lines), spilling=spilling).rank_contradiction
    assert found is not None
    assert found.endswith("run.trec:199: rank 1 with score 900.25, and rank 2 with 900.5 in line 179")


def test_ranks_that_are_no_numbers_hide_no_contradiction(judge: Judge) -> None:
    lines = [f"q1 Q0 x{line} {9 - line % 2}x {9000 - line} t\n" for line in range(5000)]
    lines += ["q2 Q0 a 1 1 t\n", "q1 Q0 a 2 2 t\n", "q1 Q0 b 1 1 t\n", "q2 Q0 b 2 2 t\n"]
    assert "rank 1 with score 1, and rank 2 with 2 in line 5002" in str(
        judge("".join(lines), spilling=True).rank_contradiction
    )


def test_one_query_may_be_larger_than_the_budget(judge: Judge) -> None:
    lines = [f"q1 Q0 d{line} {line} {-line} t\n" for line in range(3000)] + ["q2 Q0 d3 1 1 t\n", "q1 Q0 e 1 -9999 t\n"]
    found = judge("".join(lines), spilling=True)
    assert found.judged.n_retrieved[:3].tolist() == [0, 3001, 1]
    assert found.judged.rank.tolist() == [*range(1, 41, 3), 1]


def test_the_notice_names_folder_and_size(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    found = judge("".join(shuffled(1)), spilling=True)
    notice = next(notice for notice in found.notices if notice.code == "spilled")
    assert notice.count == found.counts.rows
    assert notice.text.startswith("rows of queries in several places, grouped through a temporary file of ")
    assert notice.text.endswith(f" in {tmp_path / 'scratch'}")
    assert list((tmp_path / "scratch").iterdir()) == []


@contextmanager
def files_no_larger_than(n_bytes: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gz"])
def test_no_room_for_the_temporary_file_says_where_and_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "run.trec"
    path.write_bytes(pack("".join(shuffled(1, n_docs=2000)).encode()))
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 50_000)
    monkeypatch.setattr(scattered_run, "BUDGET", 100_000)
    with files_no_larger_than(200_000), pytest.raises(BadFileError) as caught:
        judge_trec_run(path, QRELS)
    text = str(caught.value)
    assert f"{path}: the rows of a query stand in several places; grouping them takes a temporary file of " in text
    assert f"{tempfile.gettempdir()} has no room for it: File too large" in text
    assert ("of about 1 MB" in text) is (pack is bytes)
    assert "set TMPDIR" in text
