"""What is built once for the tests of building: a source distribution, and a wheel from it."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("build", "hatchling", "setuptools")
OURS = {"ASSAY_BUILD", "ASSAY_COMPILED", "PYTHONPATH", "CC"}
"""Variables of the outside that would steer a build or an import."""


@dataclass(frozen=True)
class Installed:
    """An environment that has Assay by itself, and sees what Assay depends on in the one of the tests."""

    bin: Path

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of the environment where no other program is found, a C compiler least of all."""
        program = str(self.bin / command[0])
        env = {"PATH": str(self.bin), "PYTHONIOENCODING": "utf-8"}
        return subprocess.run([program, *command[1:]], env=env, capture_output=True, encoding="utf-8", check=True)


@pytest.fixture(scope="session")
def buildable() -> None:
    """Skip where nothing can be built; where a build is required, that is a failure instead."""
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if sys.platform == "win32":
        pytest.skip("no environment variable hides the compiler of Windows")
    if not missing and shutil.which(compiler) is None:
        missing = [compiler]
    if missing and os.environ.get("ASSAY_BUILD") == "require":
        pytest.fail(f"ASSAY_BUILD=require, and this is not installed: {', '.join(missing)}")
    if missing:
        pytest.skip(f"building needs {', '.join(missing)}")


def build(source: Path, out: Path, *options: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run ``python -m build`` with the build requirements of this environment, so that nothing is downloaded."""
    base = {name: value for name, value in os.environ.items() if name not in OURS}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), *options, str(source)]
    return subprocess.run(command, env={**base, **env}, capture_output=True, encoding="utf-8", check=False)


def install(folder: Path, *what: str) -> Installed:
    """Install into a fresh environment by pip, from files only."""
    venv.create(folder, symlinks=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    outside = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "of_the_tests.pth").write_text("".join(f"{path}\n" for path in sorted(outside)), "utf-8")
    bin_folder = Path(sysconfig.get_path("scripts", "venv", vars=paths))
    pip = [sys.executable, "-m", "pip", "--python", str(bin_folder / "python"), "install"]
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    options += ["--ignore-installed"]  # the Assay of the tests, which the environment sees too
    env = {name: value for name, value in os.environ.items() if name not in OURS}
    subprocess.run([*pip, *options, *what], env=env, check=True)
    return Installed(bin_folder)


@pytest.fixture(scope="session")
def dist(buildable: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was built from it."""
    out = tmp_path_factory.mktemp("dist")
    built = build(ROOT, out, ASSAY_BUILD="require")
    assert built.returncode == 0, built.stdout + built.stderr
    return out


@pytest.fixture
def source(dist: Path, tmp_path: Path) -> Path:
    """The source distribution, unpacked."""
    [archive] = dist.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path, filter="data")
    return tmp_path / archive.name.removesuffix(".tar.gz")
