"""A PostgreSQL server of the tests' own, where its programs are installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest


@dataclass
class Postgres:
    """A server that listens on a socket in its folder and nowhere else."""

    folder: Path
    account: str
    programs: Path
    names: list[str] = field(default_factory=list)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{self.account}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        self.names.append(f"assay{len(self.names)}")
        run = [self.programs / "createdb", "--host", self.folder, "--username", self.account, self.names[-1]]
        subprocess.run(list(map(str, run)), check=True, capture_output=True)
        return self.url(self.names[-1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a server, and stop it in the end; skip where there is none to start."""
    programs = _programs()
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="assay-pg-"))  # short: a socket's path may have about 100 characters
    try:
        shutil.chown(folder, account)
        _run(
            account,
            [programs / "initdb", "-D", folder / "data", "-U", account, "-A", "trust", "-E", "UTF8", "--no-sync"],
        )
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        control = [programs / "pg_ctl", "-D", folder / "data", "-l", folder / "log", "-w"]
        _run(account, [*control, "-o", options, "start"])
        try:
            yield Postgres(folder, account, programs)
        finally:
            _run(account, [*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(postgres: Postgres) -> Callable[[], str]:
    """Make an empty database and return its URL."""
    pytest.importorskip("sqlalchemy", reason="no SQLAlchemy: pip install 'assay[store]'")
    return postgres.new_database


def _programs() -> Path:
    """Find the folder of initdb: Debian keeps it out of the search path."""
    found = shutil.which("initdb")
    folders = [*([Path(found).resolve().parent] if found else []), *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
    complete = [
        folder for folder in folders if all((folder / name).exists() for name in ("initdb", "pg_ctl", "createdb"))
    ]
    if not complete:
        pytest.skip("no PostgreSQL server is installed (apt-get install postgresql)")
    return complete[-1]


def _account() -> str:
    """Return who runs the server: it refuses to run as root."""
    pwd = pytest.importorskip("pwd", reason="this suite starts a PostgreSQL server on Unix only")
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    if not shutil.which("runuser") or "postgres" not in {entry.pw_name for entry in pwd.getpwall()}:
        pytest.skip("PostgreSQL does not run as root, and there is no account postgres to run it as")
    return "postgres"


def _run(account: str, command: Sequence[object]) -> None:
    whole = [*(["runuser", "-u", account, "--"] if os.getuid() == 0 else []), *map(str, command)]
    done = subprocess.run(whole, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr
