"""The compiled half of Assay: one extension in C, or nothing where it was not built. NumPy gives the same answers."""

import os
from importlib.util import find_spec

SWITCH = "ASSAY_COMPILED"
"""Name of the environment variable that, set to 0, leaves the extension out."""

IS_COMPILED = os.environ.get(SWITCH) != "0" and find_spec("assay.compiled.scanner") is not None


def scanner_used() -> str:
    """Say what reads and ranks runs here, in the words of ``assay --version``."""
    if IS_COMPILED:
        return "compiled scanner"
    if find_spec("assay.compiled.scanner") is not None:
        return f"NumPy scanner, for {SWITCH} is 0"
    return "NumPy scanner: slower, for no C compiler was found when Assay was installed"
