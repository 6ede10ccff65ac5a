"""Systems a command is given: by the path of a saved evaluation, or by what a store calls it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.comparison.reading import REPORT, load_saved, read_systems, saved_systems
from assay.comparison.system import System
from assay.errors import BadInputError
from assay.store.opening import open_store


def systems_at(reference: str, store: str | None = None) -> list[System]:
    """Return the systems a reference stands for.

    Parameters
    ----------
    reference
        The path of a saved evaluation or of saved scores, or of a folder with ``report.json``; else what a store calls
        an evaluation: ``latest``, ``latest~1``, an id, the beginning of one, or a name. A path that exists goes first.
    store
        The URL of the store, as `assay.store.opening.open_store` takes it.

    Returns
    -------
    list of System
        One for an evaluation, named as it was saved, else by its retriever and id; one for each run of scores.

    Raises
    ------
    BadInputError
        It stands for nothing, or for several; both places that were looked into are named.
    """
    if is_saved(Path(reference)):
        return read_systems(reference)
    kept = from_store(reference, store)
    return [replace(system, name=kept.name) for system in saved_systems(kept.document, kept.place)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a store has: the document, where it is for errors, and what to call it."""

    document: Mapping[str, object]
    place: str
    name: str


def from_store(reference: str, store: str | None = None) -> Kept:
    """Return what a store has under a reference that is no path.

    Raises
    ------
    BadInputError
        As in `systems_at`.
    """
    kept = open_store(store)
    try:
        entry = kept.find(reference)
    except BadInputError as exc:
        raise BadInputError(f"{reference}: no such file, nor a folder with {REPORT} in it; and {exc}") from exc
    place = f"{kept.place}: {entry.id}"
    name = entry.name or f"{entry.retriever} {entry.id}".strip()
    return Kept(document=load_saved(place, kept.load(entry.id)), place=place, name=name)


def is_saved(path: Path) -> bool:
    """Whether a file, or a folder with a report in it, stands at a path."""
    return path.is_file() or (path / REPORT).is_file()
