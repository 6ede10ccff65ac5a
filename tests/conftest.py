"""What several rooms of the tests share."""

import os
from pathlib import Path

import pytest

from assay.compiled import IS_COMPILED, SWITCH

if not IS_COMPILED:
    os.environ[SWITCH] = "0"  # the tests then hold the NumPy path, and `assay score` need not remark on it

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The real collections with trec_eval's figures: named by ASSAY_DATA, else beside the repository."""
    named = os.environ.get("ASSAY_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no data at {folder}: set ASSAY_DATA to the folder of the real collections")
    return folder
