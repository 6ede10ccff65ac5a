"""What is written in any format comes back as it was."""

import struct
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import AssayError
from assay.files.qrels import read_qrels
from assay.files.runs import read_run
from assay.files.writing import WRITABLE, write_qrels, write_run

FORMATS = [form for form in WRITABLE if form != "parquet" or find_spec("pyarrow")]
ENDINGS = ["", ".gz", ".bz2", ".xz", *([".zst"] if find_spec("zstandard") else [])]
EXCLUDED = {"trec": " \t\r\n\v\f\0\ufeff", "tsv": "\t\r\n\0", "csv": "\0"}

finite = st.floats(allow_nan=False, allow_infinity=False)
scores = st.floats(allow_nan=False)


def ids(form: str) -> st.SearchStrategy[str]:
    odd = st.sampled_from(
        [
            "007",
            "1e3",
            "inf",
            "é",
            "e\u0301",
            "a\u00a0b",
            "#1",
            "{",
            '["',
            "null",
            "query_id",
            "\u2028",
            "PAR1",
            "d\x1c1",
            '"',
            "=1",
        ]
    )
    anything = st.text(
        st.characters(exclude_characters=EXCLUDED.get(form, ""), exclude_categories=["Cs"]), min_size=1, max_size=8
    )
    return odd | anything


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


@pytest.mark.parametrize("form", FORMATS)
@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_judgements_come_back(form: str, data: st.DataObject) -> None:
    docs = st.dictionaries(ids(form), finite | st.integers(-2, 5).map(float), min_size=1, max_size=5)
    grades = data.draw(st.dictionaries(ids(form), docs, min_size=1, max_size=5))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"q{data.draw(st.sampled_from(ENDINGS))}"
        write_qrels(Qrels(grades=grades), path, file_format=form)  # pyright: ignore
        read = read_qrels(path).grades
    assert read == grades
    assert [(query, *docs) for query, docs in read.items()] == [(query, *docs) for query, docs in grades.items()]


@pytest.mark.parametrize("form", FORMATS)
@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_run_comes_back_to_the_last_bit_and_best_first(form: str, data: st.DataObject) -> None:
    docs = st.dictionaries(ids(form), scores, min_size=1, max_size=6)
    given_run = data.draw(st.dictionaries(ids(form), docs, min_size=1, max_size=5))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"r{data.draw(st.sampled_from(ENDINGS))}"
        write_run(read_run(given_run), path, file_format=form)  # pyright: ignore
        read = read_run(path)
    assert read.query_ids == tuple(given_run)
    for number, query_id in enumerate(read.query_ids):
        rows = range(read.starts[number], read.starts[number + 1])
        found = [(read.doc_ids[row], bits(read.scores[row])) for row in rows]
        wanted = sorted(given_run[query_id].items(), key=lambda pair: pair[0].encode(), reverse=True)
        wanted.sort(key=lambda pair: -pair[1])
        assert found == [(doc_id, bits(score)) for doc_id, score in wanted]


@given(raw=st.binary(max_size=300) | st.text(alphabet=' \t\r\nq0d1.,"{}[]:-einf\x00é', max_size=80).map(str.encode))
@settings(max_examples=600, deadline=None)
def test_no_file_makes_a_reader_crash(raw: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        path.write_bytes(raw)
        for read in (read_qrels, read_run):
            with suppress(AssayError):
                read(path)


@given(rows=st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("wxyz"), scores), min_size=1, max_size=30))
def test_rows_are_grouped_whatever_their_order(rows: list[tuple[str, str, float]]) -> None:
    run = read_run(rows)
    assert isinstance(run, Run)
    for number, query_id in enumerate(run.query_ids):
        mine = slice(run.starts[number], run.starts[number + 1])
        assert [(query_id, *pair) for pair in zip(run.doc_ids[mine], run.scores[mine].tolist(), strict=True)] == [
            row for row in rows if row[0] == query_id
        ]
    assert run.query_ids == tuple(dict.fromkeys(query_id for query_id, _, _ in rows))
    assert run.starts[-1] == len(run.doc_ids) == len(rows)
    assume(len(rows) > 1)
    assert np.array_equal(read_run(iter(rows)).scores, run.scores)
