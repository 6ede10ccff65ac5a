"""Evaluations in PostgreSQL: the one file that imports SQLAlchemy, which drives psycopg."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    NullPool,
    Table,
    Text,
    create_engine,
    func,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from assay.errors import BadInputError, RemoteError
from assay.store.entry import Entry, entry_of, newest_first
from assay.store.identifiers import ids_at
from assay.store.references import entry_for

SCHEMA = 1

_LOCK = 0x41535359  # one number for all that make the tables: CREATE TABLE IF NOT EXISTS is no protection from a twin
_PATIENCE_S = 10
_SECRETS = ("password", "passfile", "sslpassword")
_METADATA = MetaData()
_REQUIRED = ("made_at", "retriever", "golden")
_EVALUATIONS = Table(
    "assay_evaluations",
    _METADATA,
    Column("id", Text, primary_key=True),
    *(Column(field.name, Text, nullable=field.name not in _REQUIRED) for field in fields(Entry) if field.name != "id"),
    Column("document", Text, nullable=False),
)
_STORE = Table("assay_store", _METADATA, Column("schema", Integer, nullable=False))
_ENTRY = [_EVALUATIONS.c[field.name] for field in fields(Entry)]


@dataclass(frozen=True, slots=True)
class PostgresStore:
    """A store in two tables, ``assay_evaluations`` and ``assay_store``, made when something is first saved.

    Notes
    -----
    Each call connects anew, and waits up to 10 s for the server to answer.
    """

    engine: Engine

    @property
    def place(self) -> str:
        """The URL, without its password."""
        shown = self.engine.url.set(drivername="postgresql").difference_update_query(_SECRETS)
        return shown.render_as_string(hide_password=True)

    def check(self) -> None:
        """Refuse what cannot be used as a store; a database without the tables is well.

        Raises
        ------
        RemoteError
            The server cannot be reached or refuses.
        BadInputError
            The tables were made by a newer Assay.
        """
        self.entries()

    def save(self, document: str, *, name: str | None = None) -> Entry:
        """Keep an evaluation; see `assay.store.seam.Store`."""
        now = datetime.now(UTC)
        draft = entry_of(document, entry_id="", name=name, now=now)
        with self._connected() as database:
            self._begin(database)
            candidates = (replace(draft, id=entry_id) for entry_id in ids_at(now))
            return next(entry for entry in candidates if _is_inserted(database, entry, document))

    def entries(self, *, golden: str | None = None, retriever: str | None = None) -> list[Entry]:
        """Return what is kept; see `assay.store.seam.Store`."""
        with self._connected() as database:
            found = [Entry.of(row) for row in database.execute(select(*_ENTRY))] if self._is_begun(database) else []
        return newest_first(found, golden=golden, retriever=retriever)

    def find(self, reference: str) -> Entry:
        """Return the entry a reference stands for; see `assay.store.seam.Store`."""
        return entry_for(reference, self.entries(), self.place)

    def load(self, reference: str) -> str:
        """Return the JSON of an evaluation; see `assay.store.seam.Store`."""
        entry = self.find(reference)
        with self._connected() as database:
            query = select(_EVALUATIONS.c.document).where(_EVALUATIONS.c.id == entry.id)
            found: str | None = database.execute(query).scalar()
        return self.load(reference) if found is None else found  # removed in between: it stands for another now

    def remove(self, reference: str) -> Entry:
        """Delete an evaluation; see `assay.store.seam.Store`."""
        entry = self.find(reference)
        with self._connected() as database:
            database.execute(_EVALUATIONS.delete().where(_EVALUATIONS.c.id == entry.id))
        return entry

    def _begin(self, database: Connection) -> None:
        """Make the tables where there are none; whoever comes second waits and finds them."""
        if not self._is_begun(database):
            database.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            if not self._is_begun(database):
                _METADATA.create_all(database)
                database.execute(insert(_STORE).values(schema=SCHEMA))

    def _is_begun(self, database: Connection) -> bool:
        """Whether there is a store in the database."""
        if not inspect(database).has_table(_STORE.name):
            return False
        version = database.execute(select(func.max(_STORE.c.schema))).scalar() or 0
        if version > SCHEMA:
            raise BadInputError(
                f"{self.place}: its tables were made by a newer Assay (form {version} of a store; this one knows forms "
                f"up to {SCHEMA})\nHint: install the newer Assay, or name another store."
            )
        return True

    @contextmanager
    def _connected(self) -> Generator[Connection]:
        """Connect for one transaction, and say what the server refuses."""
        try:
            with self.engine.begin() as database:
                yield database
        except SQLAlchemyError as exc:
            reason = " ".join(str(getattr(exc, "orig", None) or exc).split())
            raise RemoteError(f"{self.place}: {reason}") from exc


def _is_inserted(database: Connection, entry: Entry, document: str) -> bool:
    """Insert a row and return True, or False where its id is taken."""
    row = postgresql.insert(_EVALUATIONS).values(**asdict(entry), document=document)
    return database.execute(row.on_conflict_do_nothing().returning(_EVALUATIONS.c.id)).first() is not None


def postgres_store(url: str) -> PostgresStore:
    """Return the store at a URL such as ``postgresql://user:password@host/database``; the server is not asked yet.

    Raises
    ------
    BadInputError
        It is no such URL.
    ImportError
        psycopg is not installed.
    """
    try:
        address: URL = make_url(url).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as exc:
        # The URL is not repeated: a password may stand in it.
        text = "the store's URL cannot be read\nHint: it looks like postgresql://user:password@host:5432/database."
        raise BadInputError(text) from exc
    return PostgresStore(create_engine(address, poolclass=NullPool, connect_args={"connect_timeout": _PATIENCE_S}))
