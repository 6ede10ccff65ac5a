"""Model files that ship inside installed distributions, found without importing them."""

import hashlib
import os
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from assay.errors import BadInputError, MissingExtraError


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """A file of an installed distribution, known by its hash.

    Parameters
    ----------
    distribution, version
        As the package index names them.
    member
        How the file's path inside the distribution ends.
    sha256
        64 hexadecimal digits.
    install
        The command that installs it.
    """

    distribution: str
    version: str
    member: str
    sha256: str
    install: str

    def find(self, feature: str) -> Path:
        """Return where the file is, its content verified.

        Parameters
        ----------
        feature
            What needs it, for the error message.

        Raises
        ------
        MissingExtraError
            The distribution is not installed, or holds no such file.
        BadInputError
            The content is not what it should be.

        Notes
        -----
        Hashing 44 MB takes about 0.1 s, so a file is hashed once: a stamp in `stamps()` remembers its path, size
        and time of change. A folder that cannot be written only costs the hashing.
        """
        path = self._locate(feature)
        if not _stamp(path, self.sha256).exists():
            self._verify(path)
            _leave(_stamp(path, self.sha256))
        return path

    def _locate(self, feature: str) -> Path:
        try:
            members = files(self.distribution) or []
        except PackageNotFoundError as error:
            raise MissingExtraError(feature, self.install) from error
        found = next((member for member in members if member.as_posix().endswith(self.member)), None)
        if found is None or not Path(str(found.locate())).is_file():
            raise MissingExtraError(f"{feature} ({self.member} of {self.distribution} {self.version})", self.install)
        return Path(str(found.locate()))

    def _verify(self, path: Path) -> None:
        with path.open("rb") as content:
            given = hashlib.file_digest(content, "sha256").hexdigest()
        if given != self.sha256:
            again = self.install.replace("install", "install --force-reinstall", 1)
            raise BadInputError(
                f"{path} is not the model Assay knows: its SHA-256 is {given}, expected {self.sha256}\nHint: {again}"
            )


def stamps() -> Path:
    """Return the folder of stamps: `ASSAY_CACHE`, else ``assay`` in the user's cache folder of this system."""
    if given := os.environ.get("ASSAY_CACHE"):
        return Path(given) / "verified"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "assay" / "verified"


def _stamp(path: Path, sha256: str) -> Path:
    now = path.stat()
    key = f"{path.resolve()}\0{now.st_size}\0{now.st_mtime_ns}\0{sha256}"
    return stamps() / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


def _leave(stamp: Path) -> None:
    try:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()
    except OSError:
        return
