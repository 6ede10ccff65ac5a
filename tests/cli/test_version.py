"""Which scanner is used is said by ``assay --version``, and by ``assay score`` where it is the slow one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import assay
from assay.compiled import IS_COMPILED
from assay.version import __version__

Cli = Callable[..., "subprocess.CompletedProcess[str]"]
PACKAGE = Path(assay.__file__).parent


@pytest.fixture
def cli(folder: Path) -> Cli:
    """Run ``assay`` from a folder of packages, with nothing said about which scanner is wanted but what is given."""
    (folder / "qrels.txt").write_text("q1 0 d1 1\n", "utf-8")
    (folder / "run.txt").write_text("q1 Q0 d2 1 2 x\nq1 Q0 d1 2 1 x\n", "utf-8")
    base = {name: value for name, value in os.environ.items() if name != "ASSAY_COMPILED"}

    def run(packages: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "assay.cli.main", *arguments]
        where = {**base, **env, "PYTHONPATH": str(packages)}
        return subprocess.run(command, env=where, capture_output=True, encoding="utf-8", check=True)

    return run


@pytest.fixture
def not_built(tmp_path: Path) -> Path:
    """A folder with Assay as it is installed where no C compiler works."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "installed" / "assay", ignore=ignored)
    return tmp_path / "installed"


@pytest.mark.skipif(not IS_COMPILED, reason="the scanner is not compiled here")
def test_the_version_names_the_compiled_scanner(cli: Cli) -> None:
    assert cli(PACKAGE.parent, "--version").stdout == f"assay {__version__} (compiled scanner)\n"


def test_the_version_says_that_the_compiled_scanner_was_not_wanted(cli: Cli) -> None:
    ended = cli(PACKAGE.parent, "--version", ASSAY_COMPILED="0")
    assert ended.stdout == f"assay {__version__} (NumPy scanner: ASSAY_COMPILED is 0)\n"


def test_the_version_says_that_the_compiled_scanner_was_not_built(cli: Cli, not_built: Path) -> None:
    said = "NumPy scanner: the compiled scanner was not built when Assay was installed"
    assert cli(not_built, "--version").stdout == f"assay {__version__} ({said})\n"


def test_a_compiled_scanner_of_another_machine_is_left_out(cli: Cli, not_built: Path) -> None:
    built = "scanner.pyd" if sys.platform == "win32" else "scanner.abi3.so"
    (not_built / "assay" / "compiled" / built).write_bytes(b"for another machine")
    said = cli(not_built, "--version").stdout
    assert said.startswith(f"assay {__version__} (NumPy scanner: the compiled scanner cannot be loaded: ")
    assert cli(not_built, "score", "qrels.txt", "run.txt", "-m", "RR", "--format", "csv").stdout.endswith(
        "RR,0.5,1,1\n"
    )


def test_scoring_by_numpy_says_once_that_it_is_slower_and_what_to_do(cli: Cli, not_built: Path) -> None:
    ended = cli(not_built, "score", "qrels.txt", "run.txt", "run.txt", "-m", "RR", "--format", "csv")
    assert ended.stderr.count("\n") == 1
    assert "the compiled scanner was not built" in ended.stderr
    assert "install a C compiler" in ended.stderr
    assert "note" not in ended.stdout


def test_scoring_by_numpy_on_purpose_says_nothing_of_it(cli: Cli, not_built: Path) -> None:
    ended = cli(not_built, "score", "qrels.txt", "run.txt", "-m", "RR", ASSAY_COMPILED="0")
    assert ended.stderr == ""


@pytest.mark.skipif(not IS_COMPILED, reason="the scanner is not compiled here")
def test_scoring_with_the_compiled_scanner_says_nothing_of_it(cli: Cli) -> None:
    assert cli(PACKAGE.parent, "score", "qrels.txt", "run.txt", "-m", "RR").stderr == ""
