"""The real models, as they ship in wheels; a test whose wheel is absent is skipped and says so."""

import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assay import lab
from assay.data.document import Document
from assay.errors import MissingExtraError
from assay.models.catalogue import LOADERS, load_encoder
from assay.models.encoder import Encoder
from assay.models.minilm import MiniLMEncoder, load_minilm
from assay.models.token_counter import count_tokens, token_counter

TEXTS = [
    "Recall is the share of relevant documents that were found.",
    "召回率是找到的相关文档所占的比例。",
    "Полнота — доля найденных релевантных документов.",
    "a",
    "The cat sat on the mat. " * 40,
]
ODD = ["", " ", "\ud800", "\x00", "😀" * 50, "สวัสดี", "x" * 100_000, "word " * 20_000]


@pytest.fixture(scope="module", params=list(LOADERS))
def encoder(request: pytest.FixtureRequest) -> Encoder:
    try:
        return load_encoder(request.param)
    except MissingExtraError as error:
        pytest.skip(str(error))


def loaded(name: str) -> Encoder:
    try:
        return load_encoder(name)
    except MissingExtraError as error:
        pytest.skip(str(error))


def test_vectors_have_the_stated_shape_and_length_one(encoder: Encoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), encoder.dim)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)


def test_a_vector_does_not_depend_on_its_company(encoder: Encoder) -> None:
    together = encoder.encode(TEXTS)
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    assert np.abs(together - alone).max() < 1e-6


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dim)


@pytest.mark.parametrize("text", ODD, ids=lambda text: ascii(text[:8]))
def test_any_text_has_a_finite_vector(encoder: Encoder, text: str) -> None:
    assert np.isfinite(encoder.encode([text])).all()


def test_a_paraphrase_is_closer_than_another_subject(encoder: Encoder) -> None:
    query, close, far = encoder.encode(
        ["How tall is the mountain?", "The mountain's height is 3,000 m.", "He ate soup."]
    )
    assert query @ close > query @ far


@pytest.mark.parametrize("other", [1, 2])
def test_the_multilingual_encoder_brings_translations_together(other: int) -> None:
    english, translated, unrelated = loaded("multilingual").encode([TEXTS[0], TEXTS[other], "He ate a bowl of soup."])
    assert english @ translated > english @ unrelated + 0.2


def test_the_english_encoder_is_the_mean_of_its_token_vectors() -> None:
    try:
        minilm = load_minilm()
    except MissingExtraError as error:
        pytest.skip(str(error))
    assert isinstance(minilm, MiniLMEncoder)
    mean = minilm.token_vectors([TEXTS[0]])[0].mean(axis=0)
    assert minilm.encode([TEXTS[0]])[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)


def test_loading_the_static_encoder_leaves_logging_alone() -> None:
    loaded("static")
    code = (
        "import logging; from assay.models.wordllama import load_wordllama\n"
        "load_wordllama(); print(logging.root.handlers)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert logging.getLogger().level == logging.WARNING


@pytest.mark.parametrize(
    ("text", "tokens"),
    # <0xXX> bytes for what has no token: U+10348 takes 4; the leading "▁" of a text is part of its first token.
    [("", 0), ("Hello world", 2), ("\U00010348", 5)],
)
def test_tokens_are_counted_as_llama_2_counts_them(text: str, tokens: int) -> None:
    try:
        counter = token_counter()
    except MissingExtraError as error:
        pytest.skip(str(error))
    if counter.name != "llama-2":
        pytest.skip("wordllama is not installed")
    assert count_tokens([text]) == [tokens]


CORPUS = [
    Document(doc_id="gold.md", title="Gold", text="# Gold\n\nGold is a heavy yellow metal.\n\n## Price\n\nIt is dear."),
    Document(doc_id="iron.md", title="Iron", text="# Iron\n\nIron rusts in water and air."),
    Document(doc_id="茶.md", title="茶", text="# 茶\n\n绿茶是一种未经发酵的茶叶。"),
    Document(doc_id="empty.md", text=""),
]


@pytest.mark.parametrize("name", ["dense", "hybrid"])
def test_a_question_in_one_language_finds_a_text_in_another(name: str, tmp_path: Path) -> None:
    loaded("multilingual")
    retriever = getattr(lab, name)(CORPUS, cache=tmp_path / "vectors.sqlite")
    assert retriever.retrieve("什么金属会生锈？", 1)[0].doc_id == "iron.md"
    assert retriever.retrieve("green tea leaves", 1)[0].doc_id == "茶.md"


def test_a_second_build_reads_its_vectors_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("multilingual")
    path = tmp_path / "vectors.sqlite"
    first = lab.dense(CORPUS, cache=path)
    monkeypatch.setattr("assay.models.onnx.Graph.run_each", None)
    assert np.array_equal(lab.dense(CORPUS, cache=path).matrix, first.matrix)


def test_without_a_cache_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("multilingual")
    monkeypatch.chdir(tmp_path)
    lab.dense(CORPUS, cache=None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("query", [text for text in ODD if text.strip()], ids=lambda text: ascii(text[:8]))
def test_hybrid_takes_any_query(query: str) -> None:
    loaded("multilingual")
    assert len(lab.hybrid(CORPUS, cache=None).retrieve(query, 3)) <= 3


def test_a_description_tells_the_model_and_its_hash() -> None:
    loaded("static")
    told = lab.hybrid(CORPUS, model="static", cache=None).describe()
    assert (told["name"], told["model"], told["sha256"]) == ("assay.lab:hybrid", "static", "64b47a2dc493")
    assert (told["rrf_k"], told["depth"], told["k1"], told["b"]) == (60, None, 1.2, 0.75)
