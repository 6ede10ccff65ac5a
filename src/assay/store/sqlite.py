"""Evaluations in an SQLite file."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from assay.errors import BadFileError, Problem
from assay.files.text import why
from assay.store.entry import Entry, entry_of, newest_first
from assay.store.identifiers import ids_at
from assay.store.references import entry_for

SCHEMA = 1

_ASSAY = 0x41535359  # "ASSY" in the file's header tells a store from any other SQLite file
_PATIENCE_S = 30.0
# The document comes last: SQLite reads a row up to the column it needs, so that entries are listed without documents.
_TABLE = """
CREATE TABLE evaluations (
    id TEXT PRIMARY KEY, made_at TEXT NOT NULL, name TEXT, retriever TEXT NOT NULL, golden TEXT NOT NULL,
    golden_sha256 TEXT, "commit" TEXT, document TEXT NOT NULL
)"""
_COLUMNS = ", ".join(f'"{field.name}"' for field in fields(Entry))
_INSERT = f"INSERT INTO evaluations ({_COLUMNS}, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"


@dataclass(frozen=True, slots=True)
class SQLiteStore:
    """A store in one file, which is made with its folder when something is first saved.

    Notes
    -----
    Several threads and processes may share the file: each call opens it anew and waits up to 30 s for another's write.
    """

    path: Path

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self.path)

    def check(self) -> None:
        """Refuse what cannot be used as a store; no file at all is well.

        Raises
        ------
        BadFileError
            What is there is something else, or was written by a newer Assay.
        """
        self.entries()

    def save(self, document: str, *, name: str | None = None) -> Entry:
        """Keep an evaluation; see `assay.store.seam.Store`."""
        now = datetime.now(UTC)
        draft = entry_of(document, entry_id="", name=name, now=now)
        with self._opened_to_write() as file:
            candidates = (replace(draft, id=entry_id) for entry_id in ids_at(now))
            return next(entry for entry in candidates if file.execute(_INSERT, (*astuple(entry), document)).rowcount)

    def entries(self, *, golden: str | None = None, retriever: str | None = None) -> list[Entry]:
        """Return what is kept; see `assay.store.seam.Store`."""
        with self._opened_to_read() as file:
            rows = [] if file is None else file.execute(f"SELECT {_COLUMNS} FROM evaluations").fetchall()
        return newest_first((Entry.of(row) for row in rows), golden=golden, retriever=retriever)

    def find(self, reference: str) -> Entry:
        """Return the entry a reference stands for; see `assay.store.seam.Store`."""
        return entry_for(reference, self.entries(), self.place)

    def load(self, reference: str) -> str:
        """Return the JSON of an evaluation; see `assay.store.seam.Store`."""
        entry = self.find(reference)
        with self._opened_to_read() as file:
            query = "SELECT document FROM evaluations WHERE id = ?"
            found = None if file is None else file.execute(query, (entry.id,)).fetchone()
        return self.load(reference) if found is None else str(found[0])  # removed in between: it stands for another now

    def remove(self, reference: str) -> Entry:
        """Delete an evaluation; see `assay.store.seam.Store`."""
        entry = self.find(reference)
        with self._opened_to_write() as file:
            file.execute("DELETE FROM evaluations WHERE id = ?", (entry.id,))
        return entry

    @contextmanager
    def _opened_to_read(self) -> Generator[sqlite3.Connection | None]:
        """Open the file as it is; None where nothing was ever saved."""
        if not self.path.exists():
            yield None
            return
        with self._told(), closing(self._connected("rw")) as file:
            yield file if self._is_begun(file) else None

    @contextmanager
    def _opened_to_write(self) -> Generator[sqlite3.Connection]:
        """Open the file for one transaction, having made it if need be."""
        with self._told():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connected("rwc")) as file:
                file.execute("BEGIN IMMEDIATE")
                if not self._is_begun(file):
                    file.execute(_TABLE)
                    file.execute(f"PRAGMA application_id = {_ASSAY}")
                    file.execute(f"PRAGMA user_version = {SCHEMA}")
                yield file
                file.execute("COMMIT")

    def _connected(self, mode: str) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=_PATIENCE_S, isolation_level=None)

    def _is_begun(self, file: sqlite3.Connection) -> bool:
        """Whether there is a store in the file; False where there is nothing at all."""
        application, version, n_tables = (
            file.execute(query).fetchone()[0]
            for query in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
        )
        if not n_tables:
            return False
        if application != _ASSAY:
            raise BadFileError([self._problem("is an SQLite file of something else than Assay")])
        if version > SCHEMA:
            text = f"was written by a newer Assay (form {version} of a store; this one knows forms up to {SCHEMA})"
            raise BadFileError([self._problem(text)], hint="install the newer Assay, or name another store.")
        return True

    @contextmanager
    def _told(self) -> Generator[None]:
        """Say what SQLite and the system refuse."""
        try:
            yield
        except sqlite3.Error as exc:
            raise BadFileError([self._problem(f"cannot be used as a store: {exc}")]) from exc
        except OSError as exc:
            raise BadFileError([self._problem(f"cannot be used as a store: {why(exc)}")]) from exc

    def _problem(self, text: str) -> Problem:
        return Problem(path=self.place, text=text)
