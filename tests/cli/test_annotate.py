"""``assay annotate``, from a pipe and from a real terminal."""

import json
import os
import pty
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Start = Callable[..., "subprocess.Popen[str]"]

QUEUE = """\
{"query_id": "q1", "doc_id": "a", "query": "What is the fee?", "text": "The fee is 8 dollars.", "grade": null}
{"query_id": "q1", "doc_id": "b", "query": "What is the fee?", "text": "Cards are \\u001b[31mred.", "grade": null}
"""


@pytest.fixture
def queue(folder: Path) -> Path:
    (folder / "queue.jsonl").write_text(QUEUE, "utf-8")
    return folder / "labels.jsonl"


def labels(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_keys_from_a_pipe_judge_and_the_end_of_it_ends_the_session(process: Start, queue: Path) -> None:
    running = process("annotate", "queue.jsonl", "-o", "labels.jsonl", "--as", "ana", "--json", stdin=subprocess.PIPE)
    out, err = running.communicate("5\nx\nn")
    assert running.returncode == 0
    assert [row["grade"] for row in labels(queue)] == [5.0]
    assert json.loads(out) | {"assay": ""} == {
        "assay": "", "kind": "annotation", "labels": "labels.jsonl", "annotator": "ana", "scale": "0-5",
        "tasks": 2, "judged": 1, "open": 1,
    }  # fmt: skip
    assert "'x' means nothing here." in err
    assert "\x1b[31m" not in err


def test_a_note_stands_with_the_label_and_u_takes_it_back(process: Start, queue: Path) -> None:
    running = process("annotate", "queue.jsonl", "-o", "labels.jsonl", "--as", "ana", stdin=subprocess.PIPE)
    running.communicate("3u0nsecond thought\n2")
    assert [(row["grade"], row.get("note")) for row in labels(queue)] == [(0.0, None), (2.0, "second thought")]


def test_keys_on_a_terminal_need_no_return(process: Start, queue: Path) -> None:
    ours, theirs = pty.openpty()
    running = process("annotate", "queue.jsonl", "-o", "labels.jsonl", "--as", "ana", "--language", "zh", stdin=theirs)
    os.close(theirs)
    assert running.stderr is not None
    for key in (b"4", b"q"):
        while "退出" not in running.stderr.readline():
            pass
        while termios.tcgetattr(ours)[3] & termios.ICANON:  # what is typed before is thrown away: nobody has read yet
            time.sleep(0.01)
        os.write(ours, key)
    running.communicate(timeout=30)
    os.close(ours)
    assert running.returncode == 0
    assert [row["grade"] for row in labels(queue)] == [4.0]


def test_contradictions_are_asked_again(process: Start, queue: Path) -> None:
    rows = [json.loads(line) for line in QUEUE.splitlines()]
    for name, grades in {"ana": (4, 1), "ben": (0, 1)}.items():
        said = [row | {"grade": grade, "judge": name} for row, grade in zip(rows, grades, strict=True)]
        Path(f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said), "utf-8")
    running = process(
        "annotate", "ana.jsonl", "ben.jsonl", "--adjudicate", "-o", "labels.jsonl", "--as", "eva", stdin=subprocess.PIPE
    )
    _, err = running.communicate("3")
    assert "Graded 0, 4 so far." in err
    (row,) = labels(queue)
    assert (row["doc_id"], row["grade"], row["judge"], row["how"]) == (
        "a",
        3.0,
        "eva",
        "adjudicated, people, scale 0-5",
    )


def test_a_queue_goes_to_a_spreadsheet_and_comes_back_once(assay: Run, queue: Path) -> None:
    assert assay("annotate", "queue.jsonl", "--sheet", "sheet.csv").code == 0
    sheet = Path("sheet.csv")
    sheet.write_text(sheet.read_text("utf-8").replace("dollars.,,", "dollars.,4,"), "utf-8")
    for added in ("1 labels added", "0 labels added, 1 there already"):
        ended = assay("annotate", "queue.jsonl", "--from-sheet", "sheet.csv", "-o", "labels.jsonl", "--as", "ana")
        assert (ended.code, added in ended.err) == (0, True)
    assert [(row["doc_id"], row["grade"]) for row in labels(queue)] == [("a", 4.0)]


def test_a_spreadsheet_that_is_there_is_not_overwritten(assay: Run, queue: Path) -> None:
    Path("sheet.csv").write_text("mine", "utf-8")
    assert assay("annotate", "queue.jsonl", "--sheet", "sheet.csv").code == 3
    assert Path("sheet.csv").read_text("utf-8") == "mine"


@pytest.mark.parametrize("given", [("-o", "labels.jsonl"), ("--as", "ana")])
def test_labels_need_a_file_and_a_name(assay: Run, queue: Path, given: tuple[str, str]) -> None:
    ended = assay("annotate", "queue.jsonl", *given)
    assert ended.code == 2
    assert "labels need" in ended.err


def test_a_queue_without_texts_says_what_to_do(assay: Run, folder: Path) -> None:
    (folder / "bare.jsonl").write_text('{"query_id": "q1", "doc_id": "a", "query": "Who?"}\n', "utf-8")
    ended = assay("annotate", "bare.jsonl", "-o", "labels.jsonl", "--as", "ana")
    assert (ended.code, "--corpus" in ended.err) == (3, True)
