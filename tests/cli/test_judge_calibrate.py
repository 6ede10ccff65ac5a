"""``assay judge calibrate``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

PEOPLE = "q1 0 a 3\nq1 0 b 0\nq2 0 a 1\nq2 0 b 2\nq2 0 c 0\n"
JUDGE = "q1 0 a 3\nq1 0 b 1\nq2 0 a 1\nq2 0 b 0\nq9 0 z 2\n"  # not c, and a pair that nobody judged


@pytest.fixture
def labels(folder: Path) -> Path:
    (folder / "people.qrels").write_text(PEOPLE, "utf-8")
    (folder / "judge.qrels").write_text(JUDGE, "utf-8")
    return folder


def test_agreement_is_told_over_the_pairs_that_both_labelled(assay: Run, labels: Path) -> None:
    ended = assay("judge", "calibrate", "people.qrels", "judge.qrels", "--scale", "0-3", "--json")
    assert ended.code == 0
    told = json.loads(ended.out)
    assert (told["kind"], told["pairs"]) == ("calibration", 4)
    # people 3 0 1 2, judge 3 1 1 0: two of four agree; by the margins (1 1 1 1)/4 and (1 2 0 1)/4 chance is 1/4
    assert told["agreement"]["kappa"]["value"] == pytest.approx(1 / 3)
    # squared distances 0 1 0 4 add up to 5; over all 16 pairings they are 14 + 6 + 6 + 14 = 40, so 10 in four
    assert told["agreement"]["kappa_quadratic"]["value"] == pytest.approx(1 - 5 / 10)


def test_a_page_is_printed_for_people(assay: Run, labels: Path) -> None:
    ended = assay("judge", "calibrate", "people.qrels", "judge.qrels", "--scale", "0-3")
    assert ended.code == 0
    assert "4 pairs in 2 queries, scale 0-3" in ended.out


def test_a_label_off_the_scale_names_its_file_line_and_pair(assay: Run, labels: Path) -> None:
    (labels / "judge.qrels").write_text(JUDGE.replace("q2 0 a 1", "q2 0 a 7"), "utf-8")
    ended = assay("judge", "calibrate", "people.qrels", "judge.qrels", "--scale", "0-3")
    assert ended.code == 3
    assert "judge.qrels:3" in ended.err
    assert "--clip" in ended.err
    assert assay("judge", "calibrate", "people.qrels", "judge.qrels", "--scale", "0-3", "--clip").code == 0


def test_the_group_tells_its_commands(assay: Run, folder: Path) -> None:
    ended = assay("judge", "--help")
    assert (ended.code, "calibrate" in ended.out) == (0, True)
