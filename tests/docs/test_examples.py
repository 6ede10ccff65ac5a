"""Every Python example of the documentation runs, and prints what the documentation says it prints."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
import runpy
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import assay
from assay.measures import registry

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


@pytest.fixture
def registry_as_it_was() -> Iterator[None]:
    """What an example registers is gone after it."""
    before = dict(registry._measures)
    registry._load_plugins.cache_clear()
    yield
    registry._measures.clear()
    registry._measures.update(before)
    registry._load_plugins.cache_clear()


@pytest.mark.usefixtures("registry_as_it_was")
def test_the_script_of_own_measures_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "custom_measure_class.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == [
        "FirstRank(patience=10)     6.00  [2.0, 10.0, nan]",
        "Complete@2                 0.00  [0.0, 0.0, nan]",
        "Complete@3                 0.50  [1.0, 0.0, nan]",
        "FirstRank(rel=2)         100.00  [nan, 100.0, nan]",
    ]


@pytest.mark.usefixtures("registry_as_it_was")
def test_the_measure_of_the_example_package_is_known_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ROOT / "examples" / "custom_measure_plugin"
    named = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][registry.GROUP]
    points = EntryPoints(EntryPoint(name=name, value=value, group=registry.GROUP) for name, value in named.items())
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points.select(group=group))
    scores = assay.score(
        {"q": {"a": 3, "b": 1}}, {"q": {"x": 3.0, "a": 2.0, "b": 1.0}}, "ReadingEffort ReadingEffort@2"
    )
    assert scores.per_query() == {"q": {"ReadingEffort": pytest.approx(4 / 3), "ReadingEffort@2": 1.5}}
