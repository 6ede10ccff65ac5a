"""The pytest plugin: the fixture ``assay``, its options, and a table of every rule at the end of the run.

It is loaded at the start of every run of pytest, so nothing it imports is heavy: NumPy comes with the first test that
evaluates or requires something.
"""

from pathlib import Path

import pytest

from assay.testing.requirements import OPTIONS, Requirements
from assay.testing.summary import Summary

_UNDECIDED = ("pass", "fail", "skip")
_PATHS = ("result", "baseline")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, and the settings of the ini-file."""
    group = parser.getgroup("assay", "gates on retrieval")
    group.addoption("--assay-result", metavar="PATH", help="the saved result that tests judge")
    group.addoption("--assay-baseline", metavar="PATH", help="the saved result that it is held against")
    undecided = "what becomes of a test whose rule the cases cannot decide (default: fail)"
    group.addoption("--assay-undecided", choices=_UNDECIDED, help=undecided)
    parser.addini("assay_result", "the saved result that tests judge, from the root folder")
    parser.addini("assay_baseline", "the saved result that it is held against, from the root folder")
    parser.addini("assay_undecided", "what becomes of a test whose rule the cases cannot decide: pass, fail or skip")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and what prints the summary."""
    config.addinivalue_line("markers", f"assay({', '.join(OPTIONS)}): what the fixture `assay` judges, and how.")
    config.pluginmanager.register(Summary(), "assay-summary")
    if _undecided(config) not in _UNDECIDED:
        raise pytest.UsageError(f"assay_undecided is pass, fail or skip, not {_undecided(config)!r}")


@pytest.fixture(scope="session")
def assay_evaluations() -> dict[object, object]:
    """Hold the evaluations and saved results of this session, each made once."""
    return {}


@pytest.fixture
def assay(request: pytest.FixtureRequest, assay_evaluations: dict[object, object]) -> Requirements:
    """Evaluate retrievers and require rules of the results; a rule that is not met fails the test with its reason."""
    node: pytest.Item = request.node
    return Requirements(
        defaults={**_paths(request.config), **_marked(node)},
        undecided=_undecided(request.config),
        evaluations=assay_evaluations,
        properties=node.user_properties,
    )


def _undecided(config: pytest.Config) -> str:
    return config.getoption("--assay-undecided") or config.getini("assay_undecided") or "fail"


def _paths(config: pytest.Config) -> dict[str, object]:
    """Return what the ini-file names, from the root folder, and the command line, from the current one, which wins."""
    found: dict[str, object] = {}
    for name in _PATHS:
        if said := config.getini(f"assay_{name}"):
            found[name] = config.rootpath / said
        if said := config.getoption(f"--assay-{name}"):
            found[name] = config.invocation_params.dir / said
    return found


def _marked(node: pytest.Item) -> dict[str, object]:
    """Return what the markers of a test say, the nearest first; paths are taken from the root folder."""
    found: dict[str, object] = {}
    for marker in reversed(list(node.iter_markers("assay"))):
        unknown = [*map(repr, marker.args), *(name for name in marker.kwargs if name not in OPTIONS)]
        if unknown:
            taken = f"the marker assay takes {', '.join(OPTIONS)} by name, not {', '.join(unknown)}"
            pytest.fail(taken, pytrace=False)
        found |= marker.kwargs
    root = node.config.rootpath
    return {
        name: root / given if name in _PATHS and isinstance(given, str | Path) else given
        for name, given in found.items()
    }
