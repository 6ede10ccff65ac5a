"""A store by its URL, and what is said where there is none."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import assay
from assay import open_store
from assay.errors import BadInputError, MissingExtraError, RemoteError

DOCUMENT = json.dumps({"kind": "evaluation", "settings": {}, "per_query": {}})


def test_the_default_is_a_file_in_the_folder_assay_of_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_store().save(DOCUMENT)
    assert (tmp_path / ".assay" / "assay.db").is_file()


@pytest.mark.parametrize("url", ["sqlite:///runs.db", "runs.db", Path("runs.db")])
def test_three_slashes_or_a_path_name_a_file_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str | Path
) -> None:
    monkeypatch.chdir(tmp_path)
    open_store(url).save(DOCUMENT)
    assert [path.name for path in tmp_path.iterdir()] == ["runs.db"]


def test_four_slashes_name_a_file_from_the_root(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/runs.db").save(DOCUMENT)
    assert (tmp_path / "runs.db").is_file()


@pytest.mark.parametrize("url", ["mysql://host/base", "sqlite://runs.db", "https://example.org", "", "sqlite:///"])
def test_another_kind_of_url_is_refused(url: str) -> None:
    with pytest.raises(BadInputError, match="a store is an SQLite file or a PostgreSQL database"):
        open_store(url)


@pytest.mark.parametrize("url", ["postgresql://me:secret@host:port/base", "postgresql://me:secret@[::1/base"])
def test_a_url_that_cannot_be_read_is_refused_without_its_password(url: str) -> None:
    pytest.importorskip("sqlalchemy")
    with pytest.raises(BadInputError, match=r"URL cannot be read\nHint: it looks like postgresql://") as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_is_named_without_the_password(tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy")
    with pytest.raises(RemoteError, match=r"^postgresql://me:\*\*\*@/base") as refused:
        open_store(f"postgresql://me:secret@/base?host={tmp_path}")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("absent", ["sqlalchemy", "psycopg"])
def test_postgres_without_its_packages_names_the_command_that_installs_them(absent: str) -> None:
    pytest.importorskip("sqlalchemy")
    program = f"""
import sys
sys.modules[{absent!r}] = None
from assay import open_store
from assay.errors import MissingExtraError
try:
    open_store("postgresql://me@host/base")
except MissingExtraError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "Hint: pip install 'assay[store]'"


def test_sqlite_needs_no_package_beyond_the_base(tmp_path: Path) -> None:
    program = f"""
import sys
from assay import open_store
open_store({str(tmp_path / "store.db")!r}).save({DOCUMENT!r})
assert "sqlalchemy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_function_is_a_public_name() -> None:
    assert assay.open_store is open_store
    assert issubclass(MissingExtraError, assay.AssayError)
