"""A store by its URL."""

from pathlib import Path

from assay.errors import BadInputError, MissingExtraError
from assay.store.seam import Store
from assay.store.sqlite import SQLiteStore

DEFAULT = Path(".assay") / "assay.db"

_SQLITE, _POSTGRES = "sqlite:///", ("postgresql://", "postgres://", "postgresql+psycopg://")


def open_store(url: str | Path | None = None) -> Store:
    """Open a store of evaluations.

    Parameters
    ----------
    url
        ``"postgresql://user:password@host/database"``; ``"sqlite:///runs.db"`` (with a fourth slash the path is
        absolute), or the path itself, for an SQLite file. None is ``.assay/assay.db`` in the current folder.

    Returns
    -------
    Store
        Nothing is written before something is saved: a file that is not there yet is made then.

    Raises
    ------
    BadInputError
        It is no such URL, or there is something that cannot be used as a store, such as one of a newer Assay.
    MissingExtraError
        For PostgreSQL, SQLAlchemy or psycopg is not installed.
    RemoteError
        The server cannot be reached or refuses.

    Examples
    --------
    >>> store = open_store("sqlite:///runs/history.db")
    >>> store.place, store.entries()
    ('runs/history.db', [])
    """
    store = _postgres(str(url)) if str(url).startswith(_POSTGRES) else SQLiteStore(_path(url))
    store.check()
    return store


def _path(url: str | Path | None) -> Path:
    if url is None:
        return DEFAULT
    path = str(url).removeprefix(_SQLITE)
    if not path or (isinstance(url, str) and "://" in path):
        scheme = path.partition("://")[0] or "nothing"
        raise BadInputError(
            f"a store is an SQLite file or a PostgreSQL database, got {scheme}\n"
            "Hint: write sqlite:///runs.db, a path, or postgresql://user:password@host/database."
        )
    return Path(path)


def _postgres(url: str) -> Store:
    try:
        from assay.store.postgres import postgres_store

        return postgres_store(url)
    except ImportError as exc:
        raise MissingExtraError("a store in PostgreSQL", "pip install 'assay[store]'") from exc
