"""The compiled half of Assay: one extension in C, or nothing where it was not built. NumPy gives the same answers."""

import os
from importlib import import_module

SWITCH = "ASSAY_COMPILED"
"""Name of the environment variable that, set to 0, leaves the extension out."""


def _is_switched_off() -> bool:
    return os.environ.get(SWITCH) == "0"


def _obstacle() -> str | None:
    """Say what keeps the extension from being used, None where nothing does."""
    if _is_switched_off():
        return f"{SWITCH} is 0"
    try:
        import_module("assay.compiled.scanner")
    except ModuleNotFoundError:
        return "the compiled scanner was not built when Assay was installed"
    except ImportError as exc:  # built for another machine, as in a source tree that two systems share
        why, _, _ = str(exc).partition("\n")
        return f"the compiled scanner cannot be loaded: {why}"
    return None


_OBSTACLE = _obstacle()
IS_COMPILED = _OBSTACLE is None


def scanner_used() -> str:
    """Say what reads and ranks runs here, in the words of ``assay --version``."""
    return "compiled scanner" if IS_COMPILED else f"NumPy scanner: {_OBSTACLE}"


def slowness() -> str | None:
    """Say why runs are read slowly and what to do; None where they are not, or where that was asked for."""
    if IS_COMPILED or _is_switched_off():
        return None
    return (
        f"note: runs are read by NumPy, slower: {_OBSTACLE}; install a C compiler, then Assay with "
        "pip's --force-reinstall --no-cache-dir"
    )
