"""``assay judge sample`` and ``assay judge estimate``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]

QUERIES = [f"q{number:02}" for number in range(40)]


@pytest.fixture
def files(folder: Path) -> Path:
    """Two runs that return a b and c d; people's grades, a judge that gives the same, and one that gives 1 to all."""
    random = np.random.default_rng(3)
    truth = {query: dict(zip("abcd", random.integers(0, 2, 4).tolist(), strict=True)) for query in QUERIES}
    for name, grade in (("people", None), ("good", None), ("useless", 1)):
        rows = [
            f"{query} 0 {doc} {given if grade is None else grade}"
            for query in QUERIES
            for doc, given in truth[query].items()
        ]
        (folder / f"{name}.txt").write_text("\n".join(rows) + "\n", "utf-8")
    for name, docs in (("one", "ab"), ("two", "cd")):
        rows = [f"{query} Q0 {doc} {rank} {9 - rank} s" for query in QUERIES for rank, doc in enumerate(docs, 1)]
        (folder / f"{name}.run").write_text("\n".join(rows) + "\n", "utf-8")
    return folder


def test_a_query_with_nothing_relevant_counts_as_0_on_both_sides(assay: Run, files: Path) -> None:
    (files / "judge.txt").write_text("q1 0 a 1\nq2 0 a 0\nq3 0 a 1\nq4 0 a 0\nq5 0 a 1\n")
    (files / "said.txt").write_text("q1 0 a 0\nq2 0 a 0\n")
    (files / "a.run").write_text("".join(f"q{number} Q0 a 1 1.0 s\n" for number in range(1, 6)))
    (one,) = json.loads(assay("judge", "estimate", "judge.txt", "said.txt", "a.run", "-m", "P@1", "--json").out)[
        "estimates"
    ]
    assert (one["queries"], one["people_queries"], one["people_value"]) == (5, 2, 0.0)


def mean_of(folder: Path, docs: str, queries: list[str]) -> float:
    """P@2 by the definition."""
    grades = {
        tuple(line.split()[::2]): int(line.split()[3]) for line in (folder / "people.txt").read_text().splitlines()
    }
    return float(np.mean([np.mean([grades[query, doc] for doc in docs]) for query in queries]))


def labelled(folder: Path, queue: str, output: str) -> list[str]:
    """Label a queue as people would; return its queries."""
    truth = {tuple(line.split()[::2]): line.split()[3] for line in (folder / "people.txt").read_text().splitlines()}
    rows = [json.loads(line) for line in (folder / queue).read_text("utf-8").splitlines()]
    text = "".join(f"{row['query_id']} 0 {row['doc_id']} {truth[row['query_id'], row['doc_id']]}\n" for row in rows)
    (folder / output).write_text(text, "utf-8")
    return sorted({row["query_id"] for row in rows})


def test_a_sample_is_of_whole_queries_and_a_further_one_of_others(assay: Run, files: Path) -> None:
    assert assay("judge", "sample", "good.txt", "-n", "6", "-o", "first.jsonl").code == 0
    first = labelled(files, "first.jsonl", "some.txt")
    assert len((files / "first.jsonl").read_text().splitlines()) == 6 * 4
    assert assay("judge", "sample", "good.txt", "-n", "6", "--known", "some.txt", "-o", "next.jsonl").code == 0
    second = labelled(files, "next.jsonl", "more.txt")
    assert (len(first), len(second), set(first) & set(second)) == (6, 6, set())
    ended = assay("judge", "sample", "good.txt", "-n", "41")
    assert (ended.code, "40 are left" in ended.err) == (3, True)


def test_a_perfect_judge_gives_the_figure_of_all_labels(assay: Run, files: Path) -> None:
    assay("judge", "sample", "good.txt", "-n", "10", "-o", "queue.jsonl")
    seen = labelled(files, "queue.jsonl", "some.txt")
    ended = assay("judge", "estimate", "good.txt", "some.txt", "one.run", "two.run", "-m", "P@2", "--json")
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert (told["queries"], told["people_queries"], told["partly"]) == (40, 10, 0)
    one, two, difference = told["estimates"]
    assert one["people_value"] == pytest.approx(mean_of(files, "ab", seen))
    assert two["people_value"] == pytest.approx(mean_of(files, "cd", seen))
    assert (difference["a"], difference["b"]) == ("one.run", "two.run")
    assert one["weight"] > 0.5
    assert one["worth"] > 10
    truth = mean_of(files, "ab", QUERIES)
    assert abs(one["value"] - truth) < abs(one["people_value"] - truth) + 1e-12
    assert one["high"] - one["low"] < one["people_high"] - one["people_low"]


def test_a_useless_judge_leaves_people_s_own_interval(assay: Run, files: Path) -> None:
    assay("judge", "sample", "useless.txt", "-n", "10", "-o", "queue.jsonl")
    labelled(files, "queue.jsonl", "some.txt")
    told = json.loads(assay("judge", "estimate", "useless.txt", "some.txt", "one.run", "-m", "P@2", "--json").out)
    (one,) = told["estimates"]
    assert one["weight"] == 0.0
    assert (one["value"], one["low"], one["high"]) == (one["people_value"], one["people_low"], one["people_high"])


def test_queries_labelled_in_part_are_counted_and_not_used(assay: Run, files: Path) -> None:
    assay("judge", "sample", "good.txt", "-n", "5", "-o", "queue.jsonl")
    labelled(files, "queue.jsonl", "some.txt")
    rows = (files / "some.txt").read_text().splitlines()
    (files / "less.txt").write_text("\n".join(rows[:-1]) + "\n")
    told = json.loads(assay("judge", "estimate", "good.txt", "less.txt", "one.run", "-m", "P@2", "--json").out)
    assert (told["people_queries"], told["partly"]) == (4, 1)
    (files / "none.txt").write_text("q99 0 a 1\n")
    ended = assay("judge", "estimate", "good.txt", "none.txt", "one.run")
    assert (ended.code, "assay judge sample" in ended.err) == (3, True)


@pytest.mark.parametrize("language", ["en", "zh", "es", "ru"])
def test_the_page_is_written_in_each_language(assay: Run, files: Path, language: str) -> None:
    assay("judge", "sample", "good.txt", "-n", "10", "-o", "queue.jsonl")
    labelled(files, "queue.jsonl", "some.txt")
    ended = assay(
        "judge", "estimate", "good.txt", "some.txt", "one.run", "two.run", "-m", "P@2", "--language", language
    )
    assert ended.code == 0
    assert "P@2" in ended.out
    assert ended.out.count("two.run") == 2
