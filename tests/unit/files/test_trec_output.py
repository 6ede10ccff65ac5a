"""trec_eval's own form of results, held against what trec_eval printed."""

from pathlib import Path

import numpy as np
import pytest

from assay.files.trec_output import trec_output

EXPECTED = [
    "trec-dl19-runs/expected/bm25.all_trec.txt",
    "trec-dl19-runs/expected/rep_llama.all_trec.txt",
    "cranfield/expected/lucene-bm25.all_trec.txt",
    "trec_eval-golden/test/out.test.aq",
    "trec_eval-golden/test/out.test.prefs",
]


def value_of(text: str) -> str | int | float:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


@pytest.mark.parametrize("name", EXPECTED)
def test_what_trec_eval_printed_comes_out_byte_for_byte(data_folder: Path, name: str) -> None:
    printed = (data_folder / name).read_text("utf-8")
    rows = [line.split("\t") for line in printed.splitlines()]
    results = [(measure.rstrip(), query, value_of(value)) for measure, query, value in rows]
    assert "".join(trec_output(results)) == printed


def test_queries_come_in_the_order_of_their_bytes_and_all_last() -> None:
    results = [("m", "all", 1), ("m", "b", 1), ("n", "a10", 1), ("m", "é", 1), ("m", "a9", 1), ("m", "Z", 1)]
    assert [line.split("\t")[1] for line in trec_output(results)] == ["Z", "a10", "a9", "b", "é", "all"]


@pytest.mark.parametrize(
    ("value", "written"),
    [(3, "3"), (np.int64(3), "3"), (3.0, "3.0000"), (np.float64(0.25), "0.2500"), (float("nan"), "   nan"),
     (-1e-9, "-0.0000"), ("a\tb", "a\tb")],
)  # fmt: skip
def test_counts_are_whole_figures_have_four_decimals_and_text_stands(value: object, written: str) -> None:
    assert list(trec_output([("m", "q", value)])) == [f"m{' ' * 21}\tq\t{written}\n"]  # pyright: ignore
