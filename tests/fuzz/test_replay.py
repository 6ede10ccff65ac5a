"""What fuzzing found worth keeping, once more through the scanner as it is built here."""

from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from assay.compiled import IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")

HERE = Path(__file__).parent
DOORS = sorted(folder.name for folder in (HERE / "corpus").iterdir())


@pytest.fixture(scope="module")
def doors() -> ModuleType:
    spec = util.spec_from_file_location("doors", HERE / "doors.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("door", DOORS)
def test_inputs_that_fuzzing_kept_are_answered_right(doors: ModuleType, door: str) -> None:
    files = sorted((HERE / "corpus" / door).iterdir())
    assert files
    for file in files:
        try:
            doors.DOORS[door](file.read_bytes())
        except AssertionError as exc:
            exc.add_note(f"answering {file}")
            raise


def test_every_door_has_inputs(doors: ModuleType) -> None:
    assert sorted(doors.DOORS) == DOORS
