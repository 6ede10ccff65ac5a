"""Cross-encoders of a user's folder, on real graphs whose logits can be told by hand; none of them is trained."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import BadInputError
from assay.models.cross_encoder import CrossEncoder, load_cross_encoder
from assay.models.scores import ScoreFailure, compute_scores_sync

pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'assay[lab]'")
pytest.importorskip("tokenizers", reason="no tokenizers: pip install 'assay[lab]'")

from tests.unit.models.tiny_graph import (
    FLOAT,
    attribute,
    length_of_the_pair,
    model,
    node,
    sum_of_the_document,
    write_tokenizer,
)

Folder = Callable[[bytes], Path]


@pytest.fixture
def folder_of(tmp_path: Path) -> Folder:
    def make(graph: bytes) -> Path:
        (tmp_path / "model.onnx").write_bytes(graph)
        write_tokenizer(tmp_path / "tokenizer.json")
        return tmp_path

    return make


def scores(loaded: CrossEncoder, *documents: str) -> list[float]:
    return list(compute_scores_sync(loaded, "is water wet", documents))


def test_the_logit_of_one_label_is_the_score(folder_of: Folder) -> None:
    loaded = load_cross_encoder(folder_of(sum_of_the_document(labels=1)))
    assert scores(loaded, "water is wet", "dry", "") == [63.0, 43.0, 3.0]  # each with its [SEP], which is 3


def test_of_two_labels_the_score_is_the_log_odds_of_the_second(folder_of: Folder) -> None:
    loaded = load_cross_encoder(folder_of(sum_of_the_document(labels=2)))
    assert scores(loaded, "wet", "dry") == [66.0, 86.0]  # 33 - -33, 43 - -43


def test_a_graph_is_given_only_what_it_wants(folder_of: Folder) -> None:
    loaded = load_cross_encoder(folder_of(length_of_the_pair()))
    assert scores(loaded, "dry") == [2 + 20 + 10 + 30 + 3 + 40 + 3]


def test_a_score_does_not_depend_on_its_company(folder_of: Folder) -> None:
    loaded = load_cross_encoder(folder_of(sum_of_the_document(labels=1)))
    assert scores(loaded, "dry", "water " * 50)[0] == scores(loaded, "dry")[0]


def test_what_exceeds_the_window_is_cut_off(folder_of: Folder) -> None:
    loaded = load_cross_encoder(folder_of(sum_of_the_document(labels=1)), window=10)
    assert scores(loaded, "dry " * 100) == [4 * 40.0 + 3]  # 10 less three marks and the query's three words


def test_no_documents_give_no_scores(folder_of: Folder) -> None:
    assert scores(load_cross_encoder(folder_of(sum_of_the_document(labels=1)))) == []


def test_a_score_that_is_not_finite_is_a_failure(folder_of: Folder) -> None:
    nodes = [
        node("Sub", ["input_ids", "input_ids"], "nothing"),
        node("Cast", ["nothing"], "zeros", attribute("to", FLOAT)),
        node("ReduceSum", ["zeros"], "zero", attribute("keepdims", 1)),
        node("Div", ["zero", "zero"], "logits"),
    ]
    with pytest.raises(ScoreFailure, match="score of document 0 is nan"):
        scores(load_cross_encoder(folder_of(model(["input_ids"], nodes, "logits"))), "dry")


def test_the_spec_knows_the_weights_and_not_where_they_lie(folder_of: Folder, tmp_path: Path) -> None:
    first = load_cross_encoder(folder_of(sum_of_the_document(labels=1)))
    shutil.copytree(tmp_path, tmp_path / "copy")
    assert load_cross_encoder(tmp_path / "copy").spec == first.spec
    assert load_cross_encoder(folder_of(sum_of_the_document(labels=2))).spec != first.spec


def test_a_graph_in_the_folder_of_an_export_is_found(folder_of: Folder, tmp_path: Path) -> None:
    folder_of(sum_of_the_document(labels=1))
    (tmp_path / "onnx").mkdir()
    (tmp_path / "model.onnx").rename(tmp_path / "onnx" / "model.onnx")
    assert scores(load_cross_encoder(tmp_path), "dry") == [43.0]


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_that_is_missing_is_named(folder_of: Folder, name: str) -> None:
    folder = folder_of(sum_of_the_document(labels=1))
    (folder / name).unlink()
    with pytest.raises(BadInputError, match=f"there is no {name}"):
        load_cross_encoder(folder)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_that_cannot_be_read_is_named(folder_of: Folder, name: str) -> None:
    folder = folder_of(sum_of_the_document(labels=1))
    (folder / name).write_bytes(b"\x00garbage")
    with pytest.raises(BadInputError, match=f"{name} cannot be loaded"):
        load_cross_encoder(folder)


def test_three_labels_are_refused(folder_of: Folder) -> None:
    with pytest.raises(BadInputError, match="gives 3 numbers a pair"):
        load_cross_encoder(folder_of(sum_of_the_document(labels=3)))


def test_a_graph_that_wants_something_else_is_refused(folder_of: Folder) -> None:
    nodes = [node("Cast", ["pixels"], "logits", attribute("to", FLOAT))]
    with pytest.raises(BadInputError, match="wants 'pixels'"):
        load_cross_encoder(folder_of(model(["pixels"], nodes, "logits")))
