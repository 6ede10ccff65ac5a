"""The SQLite file of a store: when it is made, and what is refused."""

import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from assay import open_store
from assay.errors import BadFileError
from assay.store.sqlite import SQLiteStore

DOCUMENT = json.dumps({"kind": "evaluation", "settings": {}, "per_query": {}})


def run(path: Path, *statements: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        found = [file.execute(statement).fetchall() for statement in statements][-1]
        file.commit()
        return found


def test_looking_into_a_store_makes_no_file(tmp_path: Path) -> None:
    store = open_store(tmp_path / "below" / "store.db")
    assert list(store.entries()) == []
    assert list(tmp_path.iterdir()) == []


def test_saving_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "store.db"
    open_store(path).save(DOCUMENT)
    assert path.is_file()


def test_a_refused_document_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadFileError):
        open_store(tmp_path / "store.db").save("{}")
    assert list(tmp_path.iterdir()) == []


def test_the_file_says_which_form_it_has(tmp_path: Path) -> None:
    open_store(tmp_path / "store.db").save(DOCUMENT)
    assert run(tmp_path / "store.db", "PRAGMA user_version") == [(1,)]


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "store.db").touch()
    store = open_store(tmp_path / "store.db")
    assert store.find(store.save(DOCUMENT).id) == store.find("latest")


def test_a_file_of_a_newer_assay_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_store(path).save(DOCUMENT)
    run(path, "PRAGMA user_version = 2")
    said = r"store.db: was written by a newer Assay \(form 2 of a store; this one knows forms up to 1\)\nHint: "
    with pytest.raises(BadFileError, match=said):
        open_store(path)
    with pytest.raises(BadFileError, match=said):
        SQLiteStore(path).save(DOCUMENT)


def test_a_database_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    run(path, "CREATE TABLE orders (id INTEGER)")
    with pytest.raises(BadFileError, match=r"shop.db: is an SQLite file of something else than Assay"):
        SQLiteStore(path).save(DOCUMENT)
    assert run(path, "SELECT name FROM sqlite_master") == [("orders",)]


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes of mine " * 100, "utf-8")
    with pytest.raises(BadFileError, match=r"notes.txt: cannot be used as a store: file is not a database"):
        open_store(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"cannot be used as a store"):
        open_store(tmp_path)


def test_a_place_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFileError, match=r"cannot be used as a store"):
        open_store(tmp_path / "file" / "store.db").save(DOCUMENT)


def test_a_path_may_hold_what_means_something_in_a_url(tmp_path: Path) -> None:
    path = tmp_path / "100% of it?#1.db"
    open_store(path).save(DOCUMENT)
    assert path.is_file()
    assert len(open_store(path).entries()) == 1


def test_a_save_that_is_cut_off_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "store.db")
    store.save(DOCUMENT)
    with suppress(KeyboardInterrupt), store._opened_to_write() as file:
        file.execute("DELETE FROM evaluations")
        raise KeyboardInterrupt
    assert len(store.entries()) == 1
