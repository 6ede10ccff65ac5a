"""Whether people and a judge order systems alike: worked out by hand, and on real runs with labels turned round."""

import json
from pathlib import Path

import pytest

from assay.calibration.calibrating import calibrate
from assay.calibration.document import document_of
from assay.calibration.page import page_of
from assay.errors import BadInputError
from assay.report.markdown import to_markdown

QUERIES = [f"q{number}" for number in range(8)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Three runs that put a, b or c first; people grade a 2, b 1, c 0, the judge a 1, b 2, c 0."""
    rows = {"people": {"a": 2, "b": 1, "c": 0}, "judge": {"a": 1, "b": 2, "c": 0}, "same": {"a": 3, "b": 2, "c": 0}}
    found: dict[str, str] = {}
    for name, grades in rows.items():
        found[name] = str(tmp_path / f"{name}.txt")
        text = "".join(f"{query} 0 {doc} {grade}\n" for query in QUERIES for doc, grade in grades.items())
        Path(found[name]).write_text(text, "utf-8")
    for first in "abc":
        found[first] = str(tmp_path / f"{first}.run")
        text = "".join(f"{query} Q0 {first} 1 1.0 s\n" for query in QUERIES)
        Path(found[first]).write_text(text, "utf-8")
    return found


def test_orders_agree_by_the_pairs_of_systems_they_share(files: dict[str, str]) -> None:
    found = calibrate(
        files["people"], files["judge"], scale="0-2", runs=[files[name] for name in "abc"], measure="DCG@1"
    ).systems
    assert found is not None
    # people: a 2, b 1, c 0; judge: b 2, a 1, c 0: two of three pairs agree, so tau is (2 - 1)/3
    assert found.kendall.value == pytest.approx(1 / 3)
    assert [(one.name, one.human, one.judge) for one in found.systems] == [
        ("a.run", 2.0, 1.0),
        ("b.run", 1.0, 2.0),
        ("c.run", 0.0, 0.0),
    ]
    assert [(one.a, one.b, one.human, one.judge) for one in found.swapped] == [("a.run", "b.run", -1.0, 1.0)]
    # every query says the same, so that every resample does
    assert (found.kendall.low, found.kendall.high) == pytest.approx((1 / 3, 1 / 3))


def test_the_same_order_is_1_and_nothing_is_swapped(files: dict[str, str]) -> None:
    found = calibrate(
        files["people"], files["same"], scale="0-3", runs=[files[name] for name in "abc"], measure="DCG@1"
    )
    assert found.systems is not None
    assert (found.systems.kendall.value, found.systems.swapped) == (1.0, ())


@pytest.mark.parametrize("language", ["en", "zh", "es", "ru"])
def test_it_is_told_in_json_and_in_every_language(files: dict[str, str], language: str) -> None:
    found = calibrate(files["people"], files["judge"], scale="0-2", runs=[files["a"], files["b"]], measure="DCG@1")
    assert json.loads(document_of(found).to_json())["systems"]["kendall"]["value"] == -1.0
    assert "a.run / b.run" in to_markdown(page_of(found, language=language))  # type: ignore[arg-type]


def test_one_run_is_no_order(files: dict[str, str]) -> None:
    with pytest.raises(BadInputError, match="--runs A --runs B"):
        calibrate(files["people"], files["judge"], scale="0-2", runs=[files["a"]])


def test_on_real_runs_the_labels_themselves_order_alike_and_turned_labels_do_not(
    data_folder: Path, tmp_path: Path
) -> None:
    folder = data_folder / "trec-dl19-runs"
    runs = sorted(map(str, (folder / "runs").iterdir()))
    rows = [line.split("\t") for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]]
    turned = tmp_path / "turned.txt"
    turned.write_text("".join(f"{query} 0 {doc} {3 - int(grade)}\n" for query, doc, grade in rows), "utf-8")
    qrels = str(folder / "qrels.tsv")
    same = calibrate(qrels, qrels, scale="0-3", runs=runs, measure="DCG@10").systems
    other = calibrate(qrels, str(turned), scale="0-3", runs=runs, measure="DCG@10").systems
    assert same is not None
    assert other is not None
    assert (len(same.systems), same.kendall.value, same.swapped) == (6, 1.0, ())
    assert other.kendall.value < 0.5
