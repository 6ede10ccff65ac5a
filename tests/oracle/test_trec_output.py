"""``assay score --format trec`` against what trec_eval prints: its golden folder, and nine real runs."""

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from assay.cli.main import main

RUNS = [
    ("cranfield", "lucene-bm25"),
    ("cranfield", "lucene-lmdirichlet"),
    ("cranfield", "lucene-tfidf"),
    ("trec-dl19-runs", "bm25"),
    ("trec-dl19-runs", "bm25_rm3"),
    ("trec-dl19-runs", "d_bert_kd_tasb"),
    ("trec-dl19-runs", "open_ai_ada2"),
    ("trec-dl19-runs", "rep_llama"),
    ("trec-dl19-runs", "splade_p_p_ensemble_distil"),
]
PARAMETERS = (
    "iprec_at_recall..10,.20,.25,.75,.50 P.5,7,3 recall.20,2000 Rprec_mult.5.0,0.2,0.35 utility.2,-1,0,0 "
    "11pt_avg..25,.5,.75 ndcg.1=3,2=9,4=4.5 ndcg_cut.10,20,23 success.2,5,20"
)
GOLDEN = {  # trec_eval's output: its qrels, its run, the measures, and our words for its options
    "out.test": ("qrels.test", "results.test", "official", ["--missing", "skip"]),
    "out.test.a": ("qrels.test", "results.test", "all_trec", ["--missing", "skip"]),
    "out.test.aq": ("qrels.test", "results.test", "all_trec", ["--missing", "skip", "--per-query"]),
    "out.test.aqc": ("qrels.test", "results.trunc", "all_trec", ["--per-query"]),
    "out.test.aqcM": ("qrels.test", "results.trunc", "all_trec", ["--per-query", "--depth", "100"]),
    "out.test.aql": ("qrels.rel_level", "results.test", "all_trec", ["--missing", "skip", "--per-query", "--rel", "2"]),
    "out.test.meas_params": ("qrels.test", "results.test", PARAMETERS, ["--missing", "skip", "--per-query"]),
}
ROUNDED_OTHERWISE = ("iprec_at_recall", "11pt_avg")  # recall levels, by version 10
LAST_DIGIT = 1.0001e-4


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: Iterable[str]) -> str:
    monkeypatch.setattr(sys, "argv", ["assay", "score", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert (ended.value.code, err) == (0, "")
    return out


def lines_of(text: str) -> dict[tuple[str, str], str]:
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {(name.rstrip(), query_id): value for name, query_id, value in lines}


def compared(lines: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    left_out = (*ROUNDED_OTHERWISE, "runid", "relstring_20")
    return {key: value for key, value in lines.items() if not key[0].startswith(left_out)}


def same(ours: str, theirs: str) -> bool:
    """Whole numbers and texts to the letter; figures to the last digit, which may differ by one."""
    if "." not in theirs or theirs.startswith("'"):
        return ours == theirs
    return len(ours.partition(".")[2]) == 4 and abs(float(ours) - float(theirs)) <= LAST_DIGIT


def differing(ours: dict[tuple[str, str], str], theirs: dict[tuple[str, str], str]) -> list[object]:
    return [(key, ours.get(key), value) for key, value in theirs.items() if not same(ours.get(key, ""), value)]


@pytest.mark.parametrize(("collection", "name"), RUNS, ids="-".join)
def test_real_runs_print_as_in_trec_eval_line_by_line(
    collection: str,
    name: str,
    data_folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = data_folder / collection
    if not folder.is_dir():
        pytest.skip(f"no {collection} in {data_folder}")
    theirs = compared(lines_of((folder / "expected" / f"{name}.all_trec.txt").read_text("utf-8")))
    files = [str(folder / "qrels.tsv"), str(folder / "runs" / f"{name}.trec")]
    options = ["-m", "all_trec", "--convention", "trec_eval", "--per-query", "--format", "trec"]
    ours = compared(lines_of(printed(capsys, monkeypatch, [*files, *options])))
    assert ours.keys() - theirs.keys() == set()
    assert differing(ours, theirs) == []


@pytest.mark.parametrize("output", GOLDEN)
def test_the_golden_folder_prints_as_in_trec_eval_line_by_line(
    output: str,
    data_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = data_folder / "trec_eval-golden" / "test"
    if not folder.is_dir():
        pytest.skip(f"no trec_eval-golden in {data_folder}")
    qrels, run, measures, options = GOLDEN[output]
    theirs = compared(lines_of((folder / output).read_text("utf-8")))
    rows = [line.split()[:6] for line in (folder / run).read_text("utf-8").splitlines()]  # some have more, an error
    (tmp_path / "run.txt").write_text("".join(" ".join(row) + "\n" for row in rows), "utf-8")
    arguments = [str(folder / qrels), str(tmp_path / "run.txt"), "-m", measures, *options]
    ours = compared(
        lines_of(printed(capsys, monkeypatch, [*arguments, "--convention", "trec_eval", "--format", "trec"]))
    )
    assert {key for key in ours.keys() - theirs.keys() if key[0] != "relstring"} == set()
    assert differing(ours, theirs) == []


def test_the_tag_of_the_run_is_printed_with_all_of_trec_eval(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = data_folder / "trec_eval-golden" / "test"
    if not folder.is_dir():
        pytest.skip(f"no trec_eval-golden in {data_folder}")
    shutil.copy(folder / "results.test", tmp_path / "other-name.txt")
    out = printed(
        capsys,
        monkeypatch,
        [str(folder / "qrels.test"), str(tmp_path / "other-name.txt"), "-m", "all_trec", "--format", "trec"],
    )
    assert out.startswith("runid                 \tall\tSTANDARD\n")
