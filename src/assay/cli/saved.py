"""Systems a command is given: by the path of a saved evaluation, or by what a store calls it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from assay.comparison.reading import REPORT, read_systems, saved_systems
from assay.comparison.system import System
from assay.errors import BadInputError
from assay.files.json_text import load_json
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
    kept = open_store(store)
    try:
        entry = kept.find(reference)
    except BadInputError as exc:
        raise BadInputError(f"{reference}: no such file, nor a folder with {REPORT} in it; and {exc}") from exc
    place = f"{kept.place}: {entry.id}"
    saved = cast("Mapping[str, object]", load_json(place, kept.load(entry.id)))
    name = entry.name or f"{entry.retriever} {entry.id}".strip()
    return [replace(system, name=name) for system in saved_systems(saved, place)]


def is_saved(path: Path) -> bool:
    """Whether a file, or a folder with a report in it, stands at a path."""
    return path.is_file() or (path / REPORT).is_file()
