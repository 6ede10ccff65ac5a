"""Labels of both sides brought together, held to the scale, and compared."""

import json
from pathlib import Path

import numpy as np
import pytest

from assay.calibration.calibrating import calibrate
from assay.calibration.document import document_of
from assay.calibration.page import page_of
from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, BadInputError
from assay.report.markdown import to_markdown
from assay.report.page import LANGUAGES, Language

HUMAN = "q1 0 d1 3\nq1 0 d2 0\nq2 0 d1 1\nq2 0 d3 2\n"


@pytest.fixture
def human(tmp_path: Path) -> str:
    (tmp_path / "human.txt").write_text(HUMAN, "utf-8")
    return str(tmp_path / "human.txt")


def written(tmp_path: Path, text: str, name: str = "judge.txt") -> str:
    (tmp_path / name).write_text(text, "utf-8")
    return str(tmp_path / name)


def test_only_pairs_that_both_labelled_are_compared(human: str, tmp_path: Path) -> None:
    found = calibrate(human, written(tmp_path, "q1 0 d1 2\nq1 0 d2 0\nq2 0 d9 1\n"))
    assert (found.n, found.n_queries, found.n_human_only, found.n_judge_only) == (2, 1, 2, 1)


def test_the_confusion_matrix_has_people_in_rows(human: str, tmp_path: Path) -> None:
    found = calibrate(human, written(tmp_path, "q1 0 d1 2\nq1 0 d2 0\n"))
    expected = np.zeros((4, 4))
    expected[3, 2] = expected[0, 0] = 1
    assert found.confusion.tolist() == expected.tolist()


def test_a_label_outside_the_scale_is_an_error_that_names_path_line_and_pair(human: str, tmp_path: Path) -> None:
    judge = written(tmp_path, "q1 0 d1 2\nq1 0 d2 5\n")
    with pytest.raises(BadFileError, match=r"judge\.txt:2: document 'd2' of query 'q1' is graded 5, outside 0-3"):
        calibrate(human, judge)


def test_a_label_outside_the_scale_is_clipped_when_asked(human: str, tmp_path: Path) -> None:
    found = calibrate(human, written(tmp_path, "q1 0 d1 2\nq1 0 d2 5\n"), clip=True)
    assert found.n_clipped == 1
    assert found.confusion[0, 3] == 1


def test_a_mapping_moves_the_judges_labels_alone(human: str, tmp_path: Path) -> None:
    found = calibrate(human, written(tmp_path, "q1 0 d1 1\nq1 0 d2 0\n"), mapping="0-1:0-3")
    assert found.confusion[3, 3] == found.confusion[0, 0] == 1


def test_no_pair_in_common_is_an_error(human: str, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="labelled both"):
        calibrate(human, written(tmp_path, "q7 0 d1 1\n"))


@pytest.mark.parametrize("scale", ["3", "3-0", "0-x", "0-nan", "0-inf"])
def test_a_scale_that_is_none_is_an_error(human: str, scale: str) -> None:
    with pytest.raises(BadInputError, match="scale"):
        calibrate(human, human, scale=scale)


def test_of_several_labels_of_a_queue_the_lower_middle_one_counts_and_open_rows_are_counted(
    human: str, tmp_path: Path
) -> None:
    rows = [{"query_id": "q1", "doc_id": "d1", "grade": grade} for grade in (0, 2, 3, 3)]
    rows.append({"query_id": "q1", "doc_id": "d2", "grade": None})
    found = calibrate(human, written(tmp_path, "".join(json.dumps(row) + "\n" for row in rows), "judge.jsonl"))
    assert (found.n, found.n_repeated, found.n_open, found.confusion[3, 2]) == (1, 1, 1, 1)


def test_the_pairs_furthest_apart_come_first_with_their_text(human: str, tmp_path: Path) -> None:
    golden = GoldenSet(cases=(RetrievalTestCase(query="Why?", id="q1", language="en"),))
    found = calibrate(human, written(tmp_path, "q1 0 d1 0\nq1 0 d2 1\nq2 0 d1 1\n"), golden=golden)
    assert [(one.doc_id, one.query, one.human, one.judge) for one in found.worst] == [
        ("d1", "Why?", 3.0, 0.0),
        ("d2", "Why?", 0.0, 1.0),
    ]
    assert [(one.field, one.value, one.n) for one in found.slices] == [("language", "en", 2)]


def test_the_json_says_why_a_figure_is_undefined(human: str, tmp_path: Path) -> None:
    document = json.loads(document_of(calibrate(human, written(tmp_path, "q1 0 d1 3\n"))).to_json())
    assert document["pairs"] == 1
    assert document["agreement"]["kappa"] == {"value": None, "low": None, "high": None, "reason": "one_grade"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_written_in_every_language(human: str, language: Language) -> None:
    assert "AUROC" in to_markdown(page_of(calibrate(human, human), language=language))


def test_a_real_judge_with_labels_beyond_the_scale_is_refused(data_folder: Path) -> None:
    folder = data_folder / "llmjudge-2024"
    refused = 0
    for path in sorted((folder / "judges").glob("*.tsv")):
        try:
            calibrate(str(folder / "qrels.tsv"), str(path), worst=0)
        except BadFileError:
            refused += 1
    assert refused == 2
