"""Vectors kept on disk between runs, so that a text is encoded once."""

import hashlib
import os
import sqlite3
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.models.encoder import Encoder, Vectors

DEFAULT = Path(".assay") / "vectors.sqlite"

_TABLE = (
    "CREATE TABLE IF NOT EXISTS vectors (model TEXT, text BLOB, vector BLOB NOT NULL, PRIMARY KEY (model, text))"
    " WITHOUT ROWID"
)
_PATIENCE_S = 30.0
_KEYS_A_QUERY = 500
_TEXTS_A_WRITE = 256


@dataclass(frozen=True, slots=True)
class CachedEncoder:
    """An encoder that looks a text up on disk before it encodes it.

    Parameters
    ----------
    encoder
        What makes the vectors; its `sha256` and `name` are part of the key.
    path
        An SQLite file, made with its folder when the first vector is kept.

    Notes
    -----
    Several threads and processes may share the file: each call opens it anew, waits up to 30 s for another's
    write, and what two write at once is the same. New vectors are written 256 at a time, so an interrupted run
    keeps what it has. A file that is damaged is set aside as ``*.broken`` and begun anew; one that cannot be used
    at all (read-only, locked for longer) is done without: both with a warning, never an error. A vector takes
    4 * dim bytes and 100 or so for its key.
    """

    encoder: Encoder
    path: Path

    @property
    def name(self) -> str:
        """The encoder's name."""
        return self.encoder.name

    @property
    def sha256(self) -> str:
        """The encoder's hash."""
        return self.encoder.sha256

    @property
    def dim(self) -> int:
        """The encoder's length of a vector."""
        return self.encoder.dim

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text, from disk where it is there."""
        wanted = {_key(text): text for text in texts}
        found = self._read(list(wanted)) if self.path.exists() else {}
        missing = [key for key in wanted if key not in found]
        for at in range(0, len(missing), _TEXTS_A_WRITE):
            keys = missing[at : at + _TEXTS_A_WRITE]
            made = dict(zip(keys, self.encoder.encode([wanted[key] for key in keys]), strict=True))
            self._write(made)
            found = {**found, **made}
        rows = [found[_key(text)] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dim)

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        found: dict[bytes, Vectors] = {}

        def read(file: sqlite3.Connection) -> None:
            for at in range(0, len(keys), _KEYS_A_QUERY):
                some = keys[at : at + _KEYS_A_QUERY]
                query = f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({','.join('?' * len(some))})"
                rows: Iterator[tuple[bytes, bytes]] = file.execute(query, (self._model, *some))
                found.update((text, _vector(kept)) for text, kept in rows if len(kept) == 4 * self.dim)

        self._with_file(read)
        return found

    def _write(self, made: Mapping[bytes, Vectors]) -> None:
        rows = [(self._model, key, vector.astype("<f4").tobytes()) for key, vector in made.items()]

        def write(file: sqlite3.Connection) -> None:
            with file:
                file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

        self._with_file(write)

    @property
    def _model(self) -> str:
        return f"{self.sha256} {self.name}"

    def _with_file(self, work: Callable[[sqlite3.Connection], None]) -> None:
        try:
            with _opened(self.path) as file:
                work(file)
        except sqlite3.OperationalError as error:
            _warn(f"the vector cache {self.path} cannot be used ({error}); going on without it")
        except sqlite3.DatabaseError as error:
            _warn(f"the vector cache {self.path} is damaged ({error}); it is set aside and begun anew")
            _set_aside(self.path)
        except OSError as error:
            _warn(f"the vector cache {self.path} cannot be made ({error}); going on without it")


@contextmanager
def _opened(path: Path) -> Generator[sqlite3.Connection]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=_PATIENCE_S)) as file:
        file.execute(_TABLE)
        yield file


def _set_aside(path: Path) -> None:
    try:
        os.replace(path, path.with_name(path.name + ".broken"))
    except OSError:  # another process was faster
        return


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _vector(kept: bytes) -> Vectors:
    return np.frombuffer(kept, dtype="<f4").astype(np.float32)


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=5)
