"""Build hook of hatchling: compiles the scanner where a C compiler works; elsewhere Assay installs with its NumPy path.

`ASSAY_BUILD=require` in the environment makes a compiler that fails an error.
"""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

SWITCH = "ASSAY_BUILD"
PACKAGE = Path("assay", "compiled")
GNU_FLAGS = ["-O3", "-g0", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-missing-field-initializers"]
MSVC_FLAGS = ["/O2", "/W3"]


class BuildScanner(build_ext):
    """The command of setuptools, with the flags of whichever compiler it chose."""

    def build_extension(self, ext: Extension) -> None:
        """Compile and link."""
        ext.extra_compile_args = MSVC_FLAGS if self.compiler.compiler_type == "msvc" else GNU_FLAGS
        super().build_extension(ext)


class CompiledScanner(BuildHookInterface):
    """Adds the extension to a wheel, or puts it beside its source for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together."""
        required = is_required()
        self._folder = TemporaryDirectory()
        beside_source = Path(self.root, "src", PACKAGE)
        if version == "editable":
            remove_built(beside_source)
        try:
            built, tag = compiled_scanner(beside_source / "scanner.c", self._folder.name)
        except (BaseError, CCompilerError) as exc:
            if required:
                exc.add_note(f"{SWITCH}=require is set: without it Assay installs with its NumPy path")
                raise
            self.app.display_warning(f"assay: the scanner was not compiled, NumPy does its work, slower: {exc}")
            return
        if version == "editable":
            shutil.copy2(built, beside_source)
            return
        build_data["force_include"][str(built)] = (PACKAGE / built.name).as_posix()
        build_data |= {"tag": tag, "pure_python": False}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what compiling left."""
        self._folder.cleanup()


def is_required() -> bool:
    """Read the switch; what it does not know is refused, or a slip of the pen would let a broken scanner pass."""
    wish = os.environ.get(SWITCH, "")
    if wish not in {"", "require"}:
        raise ValueError(f"{SWITCH} is {wish!r}; it can be 'require' or unset")
    return wish == "require"


def remove_built(folder: Path) -> None:
    """Remove an extension of an older source, which would be imported where the new one does not compile."""
    for built in [*folder.glob("*.so"), *folder.glob("*.pyd")]:
        built.unlink()


def compiled_scanner(source: Path, folder: str) -> tuple[Path, str]:
    """Compile the source below `folder`; return the extension and the tag of a wheel that holds it."""
    extension = Extension("assay.compiled.scanner", [str(source)], py_limited_api=True)
    distribution = Distribution({"name": "assay", "ext_modules": [extension], "cmdclass": {"build_ext": BuildScanner}})
    build = distribution.get_command_obj("build_ext")
    build.build_lib = build.build_temp = folder
    build.ensure_finalized()
    build.run()
    wheel = distribution.get_command_obj("bdist_wheel")
    wheel.bdist_dir, wheel.py_limited_api = folder, "cp311"  # as Py_LIMITED_API in the source
    wheel.ensure_finalized()
    return Path(build.get_ext_fullpath(extension.name)), "-".join(wheel.get_tag())
