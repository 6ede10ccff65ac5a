"""The embedded retrievers on real collections land where the literature and earlier measurements put them."""

from pathlib import Path

import pytest

from assay import Evaluation, evaluate, lab, read_corpus, read_golden

pytest.importorskip("bm25s", reason="needs assay[lab]")


def measured(folder: Path, retriever: str, **settings: object) -> Evaluation:
    make = getattr(lab, retriever)
    return evaluate(make(read_corpus(folder), **settings), read_golden(folder), k=10, timeout_s=None, unit="document")


@pytest.mark.parametrize(
    ("collection", "least"), [("xquad-en", 0.95), ("xquad-zh", 0.95), ("xquad-ru", 0.90), ("xquad-es", 0.94)]
)
def test_bm25_finds_the_paragraphs_of_xquad_in_four_languages(data_folder: Path, collection: str, least: float) -> None:
    result = measured(data_folder / collection, "bm25")
    assert result.settings.unit == "document"
    assert result.ndcg_at_k[10] >= least


def test_bm25_on_cranfield_is_where_published_runs_are(data_folder: Path) -> None:
    assert 0.33 <= measured(data_folder / "cranfield", "bm25").ndcg_at_k[10] <= 0.45


@pytest.mark.parametrize(
    ("collection", "known"), [("xquad-en", 0.899), ("xquad-zh", 0.884), ("xquad-ru", 0.856), ("xquad-es", 0.881)]
)
def test_the_multilingual_encoder_is_as_good_as_it_was_measured(
    data_folder: Path, collection: str, known: float
) -> None:
    pytest.importorskip("onnxruntime_extensions", reason="needs assay[lab]")
    result = measured(data_folder / collection, "dense", size=None, cache=None)
    assert result.ndcg_at_k[10] == pytest.approx(known, abs=0.01)


def test_the_static_encoder_is_as_good_as_it_was_measured(data_folder: Path) -> None:
    pytest.importorskip("wordllama", reason="needs assay[lab]")
    result = measured(data_folder / "xquad-en", "dense", model="static", size=None)
    assert result.ndcg_at_k[10] == pytest.approx(0.911, abs=0.01)


def test_a_collection_with_judged_negatives_is_read_with_them(data_folder: Path) -> None:
    golden = read_golden(data_folder / "rgb-zh-refine")
    assert len(golden) == 300
    assert any(0.0 in case.grades().values() for case in golden)
