"""Verdicts kept as they arrive, so that nothing is asked, or paid for, twice."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, runtime_checkable

from assay.errors import BadFileError, Problem

_ASSAY_VERDICTS = 0x41535656  # "ASVV" in the file's header tells it from any other SQLite file
_AT_ONCE = 500  # keys in one query
_LOG_PAGES = 10_000  # of the log of writes, 40 MB; keys are hashes, so moving it into the file touches all of the index
_TABLE = "CREATE TABLE IF NOT EXISTS verdicts (key TEXT PRIMARY KEY, value TEXT NOT NULL)"


@runtime_checkable
class VerdictStore(Protocol):
    """Keeps text under keys."""

    def get(self, key: str) -> str | None:
        """Return what is kept under a key; None where nothing is."""
        ...

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """Return what is kept under each of the keys; those with nothing are left out."""
        ...

    async def put(self, key: str, value: str) -> None:
        """Keep a value; once this returns, the death of the process cannot lose it."""
        ...


class SQLiteVerdicts:
    """A store of verdicts in one SQLite file, made with its folder when opened.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    BadFileError
        What is there is something else, or cannot be opened.

    Notes
    -----
    Values that arrive while others are being written are committed together. A key that is there keeps its value. The
    death of the process loses nothing acknowledged; a power failure may lose the last commits, but spoils nothing.

    Examples
    --------
    >>> import asyncio, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> verdicts = SQLiteVerdicts(Path(folder.name) / "verdicts.sqlite")
    >>> asyncio.run(verdicts.put("a1", '{"score": 4}'))
    >>> verdicts.get("a1")
    '{"score": 4}'
    >>> verdicts.close()
    >>> folder.cleanup()
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._pending: list[tuple[str, str, asyncio.Future[None]]] = []
        self._flushing: asyncio.Task[None] | None = None
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._opened()
            self._reader = self._opened()
        except (sqlite3.Error, OSError) as error:
            raise self._bad(str(error)) from error

    def get(self, key: str) -> str | None:
        """Return what is kept under a key; None where nothing is."""
        with self._reading:
            found = self._reader.execute("SELECT value FROM verdicts WHERE key = ?", (key,)).fetchone()
        return None if found is None else found[0]

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """Return what is kept under each of the keys; those with nothing are left out."""
        wanted = list(dict.fromkeys(keys))
        found: dict[str, str] = {}
        with self._reading:
            for start in range(0, len(wanted), _AT_ONCE):
                some = wanted[start : start + _AT_ONCE]
                marks = ", ".join("?" * len(some))
                found.update(self._reader.execute(f"SELECT key, value FROM verdicts WHERE key IN ({marks})", some))
        return found

    async def put(self, key: str, value: str) -> None:
        """Keep a value; see `VerdictStore`."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._pending.append((key, value, written))
        if self._flushing is None or self._flushing.done():
            self._flushing = loop.create_task(self._flush())
        await written

    def close(self) -> None:
        """Close the file; what was not acknowledged may not be in it."""
        with self._writing, self._reading:
            self._writer.close()
            self._reader.close()

    async def _flush(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            failed: BadFileError | None = None
            try:
                await asyncio.to_thread(self._write, [(key, value) for key, value, _ in batch])
            except sqlite3.Error as error:
                failed = self._bad(str(error))
            for _, _, written in batch:
                if written.done():  # its caller was cancelled
                    continue
                if failed is None:
                    written.set_result(None)
                else:
                    written.set_exception(failed)

    def _write(self, rows: list[tuple[str, str]]) -> None:
        with self._writing, self._writer:
            self._writer.executemany("INSERT OR IGNORE INTO verdicts VALUES (?, ?)", rows)

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=30.0, check_same_thread=False)
        (kind,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and kind != _ASSAY_VERDICTS:
            connection.close()
            raise self._bad("this is no store of verdicts")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        connection.execute(f"PRAGMA application_id = {_ASSAY_VERDICTS}")
        connection.execute(_TABLE)
        connection.commit()
        return connection

    def _bad(self, text: str) -> BadFileError:
        return BadFileError([Problem(path=str(self.path), text=text)], hint="name another file for the verdicts.")
