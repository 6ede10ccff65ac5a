import sys
from pathlib import Path

import pytest

from assay.errors import BadInputError, MissingExtraError
from assay.models import catalogue
from assay.models.onnx import load_graph
from assay.models.subwords import load_subwords
from assay.models.vector_cache import CachedEncoder


class Nothing:
    name, sha256, dim = "nothing", "0" * 64, 1


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_loaded", {name: Nothing() for name in catalogue.LOADERS}.__getitem__)


def test_an_unknown_encoder_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadInputError, match="one of multilingual, english, static"):
        catalogue.load_encoder("bert")


def test_a_cache_wraps_the_encoder(tmp_path: Path) -> None:
    assert isinstance(catalogue.load_encoder("english", cache=tmp_path / "v.sqlite"), CachedEncoder)


@pytest.mark.parametrize(("name", "cache"), [("english", None), ("static", "v.sqlite")])
def test_without_a_cache_and_for_the_static_model_nothing_is_kept(name: str, cache: str | None) -> None:
    assert isinstance(catalogue.load_encoder(name, cache=cache), Nothing)


@pytest.mark.parametrize(("module", "load"), [("onnxruntime", load_graph), ("tokenizers", load_subwords)])
def test_a_missing_library_names_what_installs_it(monkeypatch: pytest.MonkeyPatch, module: str, load) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'assay\[lab\]'"):
        load(Path("model"))
