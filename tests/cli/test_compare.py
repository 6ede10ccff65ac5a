"""``assay compare``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from assay import compare
from assay.report.page import LANGUAGES

Run = Callable[..., Any]

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "comparison.schema.json"
CASES = "".join(
    json.dumps({"id": f"c{n}", "query": f"question {n}", "relevant_doc_ids": ["d2"], "category": "ab"[n % 2]}) + "\n"
    for n in range(8)
)


@pytest.fixture
def runs(folder: Path) -> Path:
    queries = [f"q{n}" for n in range(8)]
    (folder / "qrels.txt").write_text("".join(f"{query} 0 d1 1\n" for query in queries))
    (folder / "old.txt").write_text("".join(f"{q} Q0 x 1 2 t\n{q} Q0 d1 2 1 t\n" for q in queries))
    (folder / "new.txt").write_text("".join(f"{q} Q0 d1 1 2 t\n{q} Q0 x 2 1 t\n" for q in queries))
    return folder


@pytest.fixture
def saved(assay: Run, folder: Path) -> Path:
    """Two saved evaluations; the second finds what is relevant at rank 2, the first at rank 1 or not at all."""
    (folder / "golden.jsonl").write_text(CASES)
    for name, retriever in (("before", "search:fails_on_odd"), ("after", "search:retrieve")):
        (folder / "search.py").write_text((folder / "search.py").read_text() + ODD)
        ended = assay("evaluate", "golden.jsonl", "--retriever", retriever, "--k", "3", "--out", name)
        assert ended.code == 0
    return folder


ODD = """
def fails_on_odd(query):
    return ["d9"] if int(query[-1]) % 2 else ["d2", "d1"]
"""


def test_runs_are_compared_by_their_judgements(assay: Run, runs: Path) -> None:
    ended = assay("compare", "old.txt", "new.txt", "--qrels", "qrels.txt", "-m", "RR", "--json")
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    (difference,) = found["differences"]
    wanted = {"a": "old.txt", "b": "new.txt", "mean_a": 0.5, "mean_b": 1.0, "difference": 0.5, "p": 2 / 2**8}
    assert {key: difference[key] for key in wanted} == wanted
    assert (found["kind"], difference["verdict"], difference["test"]["exact"]) == ("comparison", "better", True)


def test_saved_evaluations_are_compared_with_their_slices(assay: Run, saved: Path) -> None:
    ended = assay("compare", "before", "after/report.json", "-m", "RR@3", "--json")
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    assert [one["name"] for one in found["systems"]] == ["fails_on_odd", "retrieve"]
    slices = {name: part["differences"][0]["difference"] for name, part in found["by"]["category"].items()}
    assert slices == {"a": -0.5, "b": 0.5}
    assert [one["id"] for one in found["changes"]] == [f"c{n}" for n in (0, 2, 4, 6, 1, 3, 5, 7)]


def test_the_page_shows_verdict_slices_and_rankings(assay: Run, saved: Path) -> None:
    ended = assay("compare", "before", "after", "-m", "RR@3")
    assert (ended.code, ended.err) == (0, "")
    for text in ("Cannot tell whether retrieve or fails_on_odd is better", "By category: RR@3", "✓ d2 (1)", "Holm"):
        assert text in ended.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_every_language(assay: Run, saved: Path, language: str) -> None:
    ended = assay("compare", "before", "after", "--language", language, "--format", "markdown")
    assert (ended.code, ended.err) == (0, "")
    assert "{" not in ended.out


def test_show_0_leaves_out_who_changed(assay: Run, runs: Path) -> None:
    with_changes = assay("compare", "old.txt", "new.txt", "--qrels", "qrels.txt")
    without = assay("compare", "old.txt", "new.txt", "--qrels", "qrels.txt", "--show", "0")
    assert ("Who changed" in with_changes.out, "Who changed" in without.out) == (True, False)


def test_systems_go_by_the_names_they_are_given(assay: Run, runs: Path) -> None:
    command = ["compare", "old.txt", "new.txt", "--qrels", "qrels.txt", "-m", "RR"]
    ended = assay(*command, "--name", "BM25", "--name", "dense")
    assert "dense is better than BM25 in RR" in ended.out


def test_a_margin_allows_for_no_worse(assay: Run, runs: Path) -> None:
    (runs / "same.txt").write_text((runs / "old.txt").read_text().replace("d1 2 1", "d1 2 1.5"))
    command = ["compare", "old.txt", "same.txt", "--qrels", "qrels.txt", "-m", "RR", "--margin", "0.1"]
    assert "are identical in RR on all 8 queries" in assay(*command).out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["old.txt"], 2, "at least two systems"),
        (["old.txt", "new.txt"], 3, "old.txt:1:"),
        (["old.txt", "gone.txt", "--qrels", "qrels.txt"], 3, "gone.txt"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "-m", "nope"], 2, "no measure is called 'nope'"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "-m", "NumRet"], 3, "says nothing of quality"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "--alpha", "2"], 2, "between 0 and 1"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "--by", "topic"], 3, "no case has the field 'topic'"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "--name", "one"], 3, "names are one for each"),
        (["old.txt", "new.txt", "--qrels", "qrels.txt", "--cluster", "topic"], 3, "no case has the field 'topic'"),
    ],
)
def test_bad_input_is_a_message_and_a_code(
    assay: Run, runs: Path, arguments: list[str], code: int, message: str
) -> None:
    ended = assay("compare", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_real_runs_come_out_as_published(data_folder: Path) -> None:
    """TREC Deep Learning 2019: a neural ranker is far ahead of BM25, and RM3 is not shown to help nDCG@10."""
    folder = data_folder / "trec-dl19-runs"
    names = ("bm25", "bm25_rm3", "rep_llama")
    paths = [folder / "runs" / f"{name}.trec" for name in names]
    found = compare(*paths, qrels=folder / "qrels.tsv", measures="nDCG@10 AP", names=names)
    assert found.n_common == 43
    assert [round(found.difference("nDCG@10", "bm25", name).mean_b, 3) for name in names[1:]] == [0.522, 0.738]
    verdicts = {(one.a, one.b): one.verdict for one in found.differences if str(one.measure) == "nDCG@10"}
    assert verdicts == {
        ("bm25", "bm25_rm3"): "cannot tell",
        ("bm25", "rep_llama"): "better",
        ("bm25_rm3", "rep_llama"): "better",
    }
    assert found.difference("nDCG@10", "bm25", "bm25_rm3").p > 0.3
