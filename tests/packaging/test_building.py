"""Building: a wheel for every Python from 3.11 on where a C compiler works, one without the scanner elsewhere."""

import sysconfig
import tarfile
from pathlib import Path
from zipfile import ZipFile

from assay.version import __version__

from .conftest import ROOT, Installed, build, install

PLATFORM = sysconfig.get_platform().replace("-", "_").replace(".", "_")
BUILT = "assay/compiled/scanner.abi3.so"
NOT_BUILT = "NumPy scanner: the compiled scanner was not built when Assay was installed"


def names_in(wheel: Path) -> set[str]:
    with ZipFile(wheel) as opened:
        return set(opened.namelist())


def reciprocal_rank(installed: Installed, folder: Path) -> tuple[str, str]:
    """What ``assay score`` prints of a run whose one relevant document comes second, and what it remarks."""
    (folder / "qrels.txt").write_text("q1 0 d1 1\n", "utf-8")
    (folder / "run.txt").write_text("q1 Q0 d2 1 2.5 x\nq1 Q0 d1 2 1.5 x\n", "utf-8")
    files = str(folder / "qrels.txt"), str(folder / "run.txt")
    ended = installed.run("assay", "score", *files, "-m", "RR", "--format", "csv")
    return ended.stdout.splitlines()[-1], ended.stderr


def test_the_source_distribution_holds_what_the_scanner_is_built_from(dist: Path) -> None:
    with tarfile.open(dist / f"assay-{__version__}.tar.gz") as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"hatch_build.py", "src/assay/compiled/scanner.c", "src/assay/compiled/scanner.pyi"} <= names
    assert [name for name in names if name.endswith((".so", ".pyd"))] == []


def test_the_wheel_holds_the_scanner_for_every_later_python(dist: Path) -> None:
    [wheel] = dist.glob("*.whl")
    assert wheel.name == f"assay-{__version__}-cp311-abi3-{PLATFORM}.whl"
    names = names_in(wheel)
    assert {BUILT, "assay/compiled/scanner.pyi", "assay/lab/handbook/golden.jsonl"} <= names
    assert "assay/compiled/scanner.c" not in names


def test_the_wheel_scores_where_no_compiler_exists(dist: Path, tmp_path: Path) -> None:
    [wheel] = dist.glob("*.whl")
    installed = install(tmp_path / "env", str(wheel))
    assert installed.run("assay", "--version").stdout == f"assay {__version__} (compiled scanner)\n"
    assert reciprocal_rank(installed, tmp_path) == ("run.txt,RR,0.5,1,1", "")
    installed.run("python", str(ROOT / "tests" / "packaging" / "try_wheel.py"))


def test_without_a_compiler_the_wheel_is_for_every_machine_and_scores_by_numpy(source: Path, tmp_path: Path) -> None:
    built = build(source, tmp_path / "dist", "--wheel", CC="false")
    assert built.returncode == 0, built.stdout + built.stderr
    assert "the scanner was not compiled" in built.stdout + built.stderr
    [wheel] = (tmp_path / "dist").glob("*.whl")
    assert wheel.name == f"assay-{__version__}-py3-none-any.whl"
    assert BUILT not in names_in(wheel)
    installed = install(tmp_path / "env", str(wheel))
    assert installed.run("assay", "--version").stdout == f"assay {__version__} ({NOT_BUILT})\n"
    figure, remark = reciprocal_rank(installed, tmp_path)
    assert figure == "run.txt,RR,0.5,1,1"
    assert "install a C compiler" in remark


def test_where_it_is_required_a_compiler_that_fails_is_an_error(source: Path, tmp_path: Path) -> None:
    built = build(source, tmp_path / "dist", "--wheel", CC="false", ASSAY_BUILD="require")
    assert built.returncode != 0
    assert "ASSAY_BUILD=require is set" in built.stdout + built.stderr
    assert list((tmp_path / "dist").glob("*.whl")) == []


def test_a_wish_that_the_build_does_not_know_is_refused(source: Path, tmp_path: Path) -> None:
    built = build(source, tmp_path / "dist", "--wheel", ASSAY_BUILD="required")
    assert built.returncode != 0
    assert "ASSAY_BUILD is 'required'" in built.stdout + built.stderr


def test_an_editable_installation_has_the_scanner_beside_its_source(source: Path, tmp_path: Path) -> None:
    beside = source / "src" / BUILT
    beside.write_bytes(b"of an older source")
    installed = install(tmp_path / "env", "--editable", str(source))
    assert installed.run("assay", "--version").stdout == f"assay {__version__} (compiled scanner)\n"
    assert beside.stat().st_size > len(b"of an older source")
