"""What is no model is refused before a server is started."""

from pathlib import Path

import pytest

from assay.errors import BadFileError, MissingExtraError
from assay.models.loopback import serve_gguf


def test_a_file_that_is_no_gguf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(BadFileError, match=r"model\.bin: this is no GGUF file: it begins with b'PK"):
        serve_gguf(path).__enter__()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"none\.gguf: the model cannot be read: No such file"):
        serve_gguf(tmp_path / "none.gguf").__enter__()


def test_a_missing_library_is_told_by_what_installs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setattr("assay.models.loopback.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"assay\[local\]"):
        serve_gguf(path).__enter__()
