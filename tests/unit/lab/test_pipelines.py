import dataclasses
import subprocess
import sys

import pytest

from assay import lab
from assay.data.document import Document
from assay.errors import BadInputError, MissingExtraError

CORPUS = [Document(doc_id="a", text="gold is heavy"), Document(doc_id="b", text="iron is hard")]


def test_importing_the_lab_loads_nothing_heavy() -> None:
    code = (
        "import sys, assay.lab\n"
        "heavy = {'numpy', 'bm25s', 'Stemmer', 'rjieba', 'onnxruntime', 'tokenizers', 'wordllama'} & set(sys.modules)\n"
        "print(*heavy, end='')"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == ""


def test_public_names_are_functions_even_after_their_modules_are_loaded() -> None:
    pytest.importorskip("bm25s")
    lab.bm25(CORPUS)
    assert all(callable(getattr(lab, name)) for name in lab.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="faiss"):
        _ = lab.faiss  # pyright: ignore


@pytest.mark.parametrize("module", ["bm25s", "Stemmer", "rjieba"])
def test_a_missing_library_names_what_installs_it(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr("assay.lab.stemming._here", type("Empty", (), {})())
    with pytest.raises(MissingExtraError, match=r"pip install 'assay\[lab\]'"):
        lab.bm25([Document(doc_id="a", text="gold 检索")])


def test_a_description_names_every_parameter() -> None:
    pytest.importorskip("bm25s")
    assert lab.bm25(CORPUS, size=500, overlap=50, language="en", k1=0.9, b=0.4).describe() == {
        "name": "assay.lab:bm25",
        "size": 500,
        "overlap": 50,
        "one_per_document": False,
        "n_documents": 2,
        "n_passages": 2,
        "language": "en",
        "k1": 0.9,
        "b": 0.4,
    }


def test_a_retriever_cannot_be_changed() -> None:
    pytest.importorskip("bm25s")
    with pytest.raises(dataclasses.FrozenInstanceError):
        lab.bm25(CORPUS).tokenizer = None  # pyright: ignore


def test_an_unknown_model_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadInputError, match="multilingual, english, static"):
        lab.dense(CORPUS, model="gpt")  # pyright: ignore


@pytest.mark.parametrize("wrong", [{"rrf_k": -1.0}, {"depth": 0}])
def test_hybrid_parameters_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        lab.hybrid(CORPUS, **wrong)  # pyright: ignore


def test_one_hit_a_document_fills_k_with_documents() -> None:
    pytest.importorskip("bm25s")
    long = "The zebra crossed the plain slowly. " * 40
    corpus = [Document(doc_id=name, text=long) for name in ("a", "b", "c")]
    assert len({hit.doc_id for hit in lab.bm25(corpus, size=100, overlap=0).retrieve("zebra", 3)}) == 1
    found = lab.bm25(corpus, size=100, overlap=0, one_per_document=True).retrieve("zebra", 3)
    assert sorted(hit.doc_id for hit in found) == ["a", "b", "c"]


def test_one_hit_a_document_ends_where_no_document_is_left() -> None:
    pytest.importorskip("bm25s")
    found = lab.bm25(CORPUS, one_per_document=True).retrieve(CORPUS[0].text, 50)
    assert len(found) == len({hit.doc_id for hit in found}) <= len(CORPUS)


def test_a_size_that_is_no_number_is_refused() -> None:
    pytest.importorskip("bm25s")
    with pytest.raises(BadInputError, match="size is a whole number, got 'abc'"):
        lab.bm25(CORPUS, size="abc")
