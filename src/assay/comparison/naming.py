"""What systems are called: as short as tells them apart."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from assay.comparison.reading import REPORT
from assay.comparison.system import System
from assay.errors import BadInputError


def named(systems: Sequence[System], names: Sequence[str] | None, given: Sequence[object]) -> list[System]:
    """Return the systems under names that tell them apart.

    Parameters
    ----------
    systems
        In the order of the comparison.
    names
        What to call them; None takes the last part of each retriever's name, where two are alike the name of its file
        or folder, and where these are alike too a number.
    given
        What they were read from, if each is one system's.

    Raises
    ------
    BadInputError
        Not one name for each, or two alike.
    """
    if names is None:
        short = [system.name.rpartition(":")[2] or system.name for system in systems]
        labels = [_label(one) for one in given] if len(given) == len(systems) else []
        names = next(
            (chosen for chosen in (short, [one.name for one in systems], labels) if _tells_apart(chosen)),
            list(_numbered(short)),
        )
    elif len(names) != len(systems) or not _tells_apart(names):
        raise BadInputError(f"names are one for each of the {len(systems)} systems, no two alike; got {list(names)}")
    return [replace(system, name=name) for system, name in zip(systems, names, strict=True)]


def _tells_apart(names: Sequence[str]) -> bool:
    return bool(names) and all(names) and len(set(names)) == len(names)


def _label(given: object) -> str:
    """Name what was read by its file, or by its folder where the file is called as all are."""
    if not isinstance(given, str | Path):
        return ""
    path = Path(given)
    return path.parent.name if path.name == REPORT else path.name if path.is_dir() else path.stem


def _numbered(names: Iterable[str]) -> Iterable[str]:
    taken: set[str] = set()
    for name in names:
        found, number = name, 2
        while found in taken:
            found, number = f"{name} ({number})", number + 1
        taken.add(found)
        yield found
