import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assay.models.encoder import Vectors
from assay.models.vector_cache import CachedEncoder


class Lengths:
    """Encodes a text as its length and its first character, and remembers what it was asked."""

    dim = 2

    def __init__(self, name: str = "lengths", sha256: str = "a" * 64) -> None:
        self.name, self.sha256 = name, sha256
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        rows = [(len(text), ord(text[:1] or "\0")) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dim)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".assay" / "vectors.sqlite"


def test_vectors_are_those_of_the_encoder_in_the_order_of_the_texts(path: Path) -> None:
    CachedEncoder(Lengths(), path).encode(["bb"])
    assert CachedEncoder(Lengths(), path).encode(["a", "bb", "a", ""]).tolist() == [[1, 97], [2, 98], [1, 97], [0, 0]]


def test_a_text_is_encoded_once(path: Path) -> None:
    first, second = Lengths(), Lengths()
    CachedEncoder(first, path).encode(["a", "b", "a"])
    CachedEncoder(second, path).encode(["b", "c"])
    assert (first.asked, second.asked) == (["a", "b"], ["c"])


@pytest.mark.parametrize("other", [{"sha256": "b" * 64}, {"name": "lengths, longer window"}])
def test_another_model_or_use_of_it_shares_nothing(path: Path, other: dict[str, str]) -> None:
    CachedEncoder(Lengths(), path).encode(["a"])
    encoder = Lengths(**other)
    CachedEncoder(encoder, path).encode(["a"])
    assert encoder.asked == ["a"]


def test_nothing_is_made_before_something_is_kept(path: Path) -> None:
    assert CachedEncoder(Lengths(), path).encode([]).shape == (0, 2)
    assert not path.parent.exists()


def test_many_texts_go_through(path: Path) -> None:
    texts = [f"text {number}" for number in range(1300)]
    CachedEncoder(Lengths(), path).encode(texts)
    again = Lengths()
    assert CachedEncoder(again, path).encode(texts).shape == (1300, 2)
    assert again.asked == []


def test_a_surrogate_on_its_own_has_a_key(path: Path) -> None:
    assert CachedEncoder(Lengths(), path).encode(["\ud800"]).shape == (1, 2)


def test_a_file_that_is_no_database_is_set_aside_and_begun_anew(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database at all" * 100)
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert CachedEncoder(Lengths(), path).encode(["a"]).tolist() == [[1, 97]]
    assert path.with_name("vectors.sqlite.broken").exists()
    again = Lengths()
    CachedEncoder(again, path).encode(["a"])
    assert again.asked == []


def test_a_cache_that_cannot_be_used_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.warns(RuntimeWarning, match="without it"):
        vectors = CachedEncoder(Lengths(), tmp_path / "file" / "vectors.sqlite").encode(["a"])
    assert vectors.tolist() == [[1, 97]]


def test_a_database_of_another_shape_is_done_without(path: Path) -> None:
    path.parent.mkdir()
    file = sqlite3.connect(path)
    file.execute("CREATE TABLE vectors (other TEXT)")
    file.commit()
    file.close()
    with pytest.warns(RuntimeWarning, match="without it"):
        assert CachedEncoder(Lengths(), path).encode(["a"]).tolist() == [[1, 97]]


def test_a_vector_of_another_length_is_encoded_again(path: Path) -> None:
    CachedEncoder(Lengths(), path).encode(["a"])
    file = sqlite3.connect(path)
    file.execute("UPDATE vectors SET vector = x'00'")
    file.commit()
    file.close()
    assert CachedEncoder(Lengths(), path).encode(["a"]).tolist() == [[1, 97]]


FILL = """
import sys, numpy as np
from pathlib import Path
from assay.models.vector_cache import CachedEncoder

class Ones:
    name, sha256, dim = "lengths", "a" * 64, 2
    def encode(self, texts):
        return np.ones((len(texts), 2), dtype=np.float32)

begin = int(sys.argv[2])
for at in range(begin, begin + 600, 50):
    CachedEncoder(Ones(), Path(sys.argv[1])).encode([f"text {n}" for n in range(at, at + 50)])
"""


def test_processes_may_fill_it_at_once(path: Path) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", FILL, str(path), str(begin)]) for begin in (0, 300, 600)
    ]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    encoder = Lengths()
    CachedEncoder(encoder, path).encode([f"text {number}" for number in range(1200)])
    assert encoder.asked == []
