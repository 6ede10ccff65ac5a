"""``assay score`` prints what trec_eval computes for collections of our own, line by line; see fixtures/README.md."""

import sys
from pathlib import Path

import pytest

from assay.cli.main import main

FIXTURES = Path(__file__).parent / "fixtures"
VERSION_10 = ("rbp", "unj", "runid", "relstring")  # pytrec_eval is 9.0.8, and prints no texts
OPTIONS = ["-m", "all_trec", "--convention", "trec_eval", "--missing", "skip", "--per-query", "--format", "trec"]
HANGING = ("G ", "ndcg ", "ndcg_rel ")


def printed(collection: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    files = [str(FIXTURES / f"{collection}.{kind}") for kind in ("qrels", "run")]
    monkeypatch.setattr(sys, "argv", ["assay", "score", *files, *OPTIONS])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    left_out = VERSION_10 + (HANGING if collection == "negative" else ())
    return [line for line in capsys.readouterr().out.splitlines() if not line.startswith(left_out)]


@pytest.mark.parametrize("collection", ["graded", "negative"])
def test_assay_score_prints_the_lines_of_trec_eval(
    collection: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = (FIXTURES / f"{collection}.trec_eval").read_text("utf-8").splitlines()
    assert len(expected) > 500
    assert printed(collection, capsys, monkeypatch) == expected
