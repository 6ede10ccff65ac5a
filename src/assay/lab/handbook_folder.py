"""Where Assay's handbook is: in the package when installed, in ``docs/`` of a source tree."""

from pathlib import Path

from assay.errors import BadInputError


def handbook_folder() -> Path:
    """Return the folder with the handbook's pages and their golden set.

    Raises
    ------
    BadInputError
        The installation is not whole.
    """
    installed = Path(__file__).parent / "handbook"
    source = Path(__file__).parents[3] / "docs" / "handbook"
    for folder in (installed, source):
        if (folder / "golden.jsonl").is_file():
            return folder
    raise BadInputError("the handbook is missing from this installation\nHint: reinstall assay.")
