"""Every Python example of the documentation runs, and prints what the documentation says it prints."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import assay

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"```python\n(?P<code>.*?)```(?:\n\n```\n(?P<output>.*?)```)?", re.DOTALL)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples() -> Iterator[object]:
    for page in pages():
        for number, match in enumerate(_BLOCK.finditer(page.read_text("utf-8")), start=1):
            name = f"{page.relative_to(ROOT)}:{number}"
            yield pytest.param(match["code"], match["output"], id=name)


def modules() -> list[str]:
    found = pkgutil.walk_packages(assay.__path__, prefix="assay.")
    return [module.name for module in found if not module.name.startswith("assay.cli")]


@pytest.mark.parametrize(("code", "output"), list(examples()))
def test_an_example_of_the_documentation_prints_what_stands_below_it(code: str, output: str | None) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<documentation>", "exec"), {"__name__": "documentation"})
    assert output is None or printed.getvalue() == output


def test_the_first_example_of_the_readme_shows_its_output_before_line_30() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").split("\n")
    fences = [number for number, line in enumerate(lines, start=1) if line.startswith("```")]
    assert lines[fences[2] - 1] == "```python"
    assert fences[5] < 30


def test_the_readme_example_has_ten_lines_or_fewer() -> None:
    match = _BLOCK.search((ROOT / "README.md").read_text("utf-8"))
    assert match is not None
    assert 0 < len(match["code"].strip().split("\n")) <= 10


@pytest.mark.parametrize("module", modules())
def test_the_examples_of_docstrings_print_what_they_say(module: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(module))
    assert failed == 0


def test_the_tutorials_script_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "evaluate_rag.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert "k=1: recall 0.38, precision 0.50" in out  # two of four first hits are right; one of them is one of two
    assert "# Retrieval report: cases" in out
