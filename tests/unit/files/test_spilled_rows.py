"""Rows written to a temporary file in pieces, and read back by query."""

import tempfile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from assay.data.texts import Texts
from assay.files.held_rows import HeldRows
from assay.files.spilled_rows import SpilledRows

Row = tuple[int, int, float, int, str]  # number, line, score, rank, document


def held(rows: list[Row]) -> HeldRows:
    return HeldRows(
        number=np.array([row[0] for row in rows], dtype=np.int32),
        line=np.array([row[1] for row in rows], dtype=np.int64),
        scores=np.array([row[2] for row in rows], dtype=np.float64),
        rank=np.array([row[3] for row in rows], dtype=np.uint64),
        docs=Texts.of([row[4] for row in rows]),
    )


def rows_of(found: HeldRows) -> list[Row]:
    columns = (found.number, found.line, found.scores, found.rank)
    return list(zip(*(column.tolist() for column in columns), found.docs.to_list(), strict=True))


def made(n_rows: int, n_queries: int, seed: int = 0) -> list[Row]:
    chance = Random(seed)
    return [
        (chance.randrange(n_queries), line, chance.random(), chance.randrange(1 << 64), "dé" * chance.randrange(5))
        for line in range(n_rows)
    ]


@pytest.mark.parametrize("n_queries", [1, 3, 100, 10_000])
@pytest.mark.parametrize("n_pieces", [1, 7])
@pytest.mark.parametrize("most_bytes", [1, 2000, 1 << 30])
def test_rows_come_back_by_query_each_in_the_order_they_were_written(
    n_queries: int, n_pieces: int, most_bytes: int
) -> None:
    rows = made(1000, n_queries)
    with SpilledRows(n_queries) as spilled:
        for first in range(0, 1000, -(-1000 // n_pieces)):
            spilled.write(held(rows[first : first + -(-1000 // n_pieces)]))
        stretches = [rows_of(found) for found in spilled.by_query(most_bytes)]
    assert [row for found in stretches for row in sorted(found)] == sorted(rows)
    for found in stretches:
        for query in {row[0] for row in found}:
            assert [row for row in found if row[0] == query] == [row for row in rows if row[0] == query]


def test_a_query_is_in_one_stretch_however_large_it_is() -> None:
    rows = [(1, line, 0.5, line, "d") for line in range(500)]
    with SpilledRows(3) as spilled:
        for row in rows:
            spilled.write(held([row]))
        assert [len(found) for found in spilled.by_query(100)] == [0, 500, 0]


def test_stretches_are_as_large_as_they_may_be() -> None:
    rows = [(query, query, 0.0, 0, "") for query in range(100)]
    with SpilledRows(100) as spilled:
        spilled.write(held(rows))
        sizes = [len(found) for found in spilled.by_query(10 * 48)]
    assert sizes == [10] * 10


def test_pieces_without_rows_change_nothing() -> None:
    with SpilledRows(5) as spilled:
        for rows in ([], made(5, 5), []):
            spilled.write(held(rows))
        assert sorted(row for found in spilled.by_query(1) for row in rows_of(found)) == sorted(made(5, 5))


def test_nothing_is_left_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with SpilledRows(5) as spilled:
        spilled.write(held(made(100, 5)))
        assert (spilled.folder, spilled.n_bytes > 100 * 32) == (str(tmp_path), True)
    assert list(tmp_path.iterdir()) == []


def fail(spilled: SpilledRows) -> None:
    with spilled:
        spilled.write(held(made(100, 5)))
        raise RuntimeError


def test_it_is_gone_when_what_uses_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(RuntimeError):
        fail(SpilledRows(5))
    assert list(tmp_path.iterdir()) == []
