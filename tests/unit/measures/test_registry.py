"""Assay's own measures, loaded when they are asked for, and those of other people, through the same door."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from pkgutil import iter_modules
from typing import ClassVar

import numpy as np
import pytest

from assay import measures
from assay.errors import BadInputError, UnknownMeasureError
from assay.measures import MEASURES, JudgedHits, Measure, P, parse, register, registry
from assay.measures.registry import BUILT_IN, with_plugins


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Depth(Measure):
    symbol: ClassVar[str] = "Depth"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    unit: float = 1.0

    def per_query(self, judged: JudgedHits) -> np.ndarray:
        return judged.n_within(self.k) / self.unit


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Impostor(Depth):
    symbol: ClassVar[str] = "P"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test registers is gone after it."""
    before = dict(registry._measures)
    registry._load_plugins.cache_clear()
    yield
    registry._measures.clear()
    registry._measures.update(before)
    registry._load_plugins.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, **plugins: object) -> list[str]:
    """Have packages name these objects as their measures; the list grows by a name for each one that is loaded."""
    loaded: list[str] = []

    class Point:
        def __init__(self, name: str, found: object) -> None:
            self.name, self.value, self.found = name, f"some_package:{name}", found

        def load(self) -> object:
            loaded.append(self.name)
            if isinstance(self.found, Exception):
                raise self.found
            return self.found

    points = [Point(name, found) for name, found in plugins.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points if group == "assay.measures" else [])
    return loaded


@pytest.mark.parametrize("given", [Depth, Depth(unit=2)], ids=["a class", "an instance"])
def test_a_registered_measure_is_read_like_any_other(given: Measure) -> None:
    register(given)
    assert parse("Depth(unit=4)@10") == Depth(unit=4, k=10)


def test_a_registered_measure_is_listed() -> None:
    register(Depth)
    assert MEASURES["Depth"] == Depth()


def test_assays_own_measures_come_first_and_in_their_order() -> None:
    register(Depth)
    assert list(MEASURES) == [*BUILT_IN, "Depth"]
    assert len(MEASURES) == len(BUILT_IN) + 1


def test_what_nobody_registered_is_no_measure() -> None:
    assert "Depth" not in MEASURES
    assert MEASURES.get("Depth") is None


@pytest.mark.parametrize("symbol", BUILT_IN)
def test_a_measure_stands_under_its_own_symbol(symbol: str) -> None:
    assert symbol in MEASURES
    assert MEASURES[symbol].symbol == symbol
    assert MEASURES[symbol] is MEASURES[symbol]


def test_every_class_of_the_package_with_a_symbol_is_listed() -> None:
    modules = [import_module(f"assay.measures.{found.name}") for found in iter_modules(measures.__path__)]
    classes = [
        (module, name)
        for module in modules
        for name, found in vars(module).items()
        if isinstance(found, type)
        and issubclass(found, Measure)
        and "symbol" in vars(found)
        and found.__module__ == module.__name__
    ]
    assert sorted(f"{module.__name__.rpartition('.')[2]}:{name}" for module, name in classes) == sorted(
        BUILT_IN.values()
    )


def declared() -> dict[str, str]:
    """Return what a type checker is told of the names in `assay.measures`."""
    tree = ast.parse(Path(measures.__file__ or "").read_text("utf-8"))
    return {
        ast.unparse(node.target): ast.unparse(node.annotation)
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign)
    }


@pytest.mark.parametrize(("name", "home"), declared().items(), ids=lambda text: text)
def test_a_public_name_is_the_plain_measure_a_type_checker_is_told_of(name: str, home: str) -> None:
    found = getattr(measures, name)
    assert f"{type(found).__module__}.{type(found).__name__}" == f"assay.measures.{home}"
    assert found == type(found)()
    assert name in measures.__all__


def test_all_of_assays_own_measures_have_a_public_name() -> None:
    named = {getattr(measures, name) for name in declared()}
    assert named == {MEASURES[symbol] for symbol in BUILT_IN}


def test_a_name_that_is_none_of_the_packages_is_no_attribute() -> None:
    register(Depth)
    with pytest.raises(AttributeError, match=r"module 'assay\.measures' has no attribute 'Depth'"):
        _ = measures.Depth


def test_the_names_of_the_package_are_listed() -> None:
    assert dir(measures) == sorted(measures.__all__)


def test_registering_a_measure_again_changes_nothing() -> None:
    register(P)
    assert MEASURES["P"] == P


def test_a_symbol_belongs_to_whoever_has_it_first() -> None:
    with pytest.raises(BadInputError, match=r"there is a measure called 'P' already: assay\.measures\.precision"):
        register(Impostor)
    assert MEASURES["P"] == P


@pytest.mark.parametrize("given", ["P", 3, None, int, object()])
def test_only_measures_are_registered(given: object) -> None:
    with pytest.raises(BadInputError, match=r"a measure is a subclass of assay\.measures\.Measure"):
        register(given)


@pytest.mark.parametrize("symbol", ["", "a b", "a@b", "a(b)", "a,b"])
def test_a_symbol_that_could_not_be_written_is_refused(symbol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Depth, "symbol", symbol)
    with pytest.raises(BadInputError, match="the symbol of a measure has no blank"):
        register(Depth)


def test_a_plugins_measure_is_found_by_its_symbol(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, depth=Depth)
    assert parse("Depth@5") == Depth(k=5)


def test_plugins_are_not_looked_for_where_assay_knows_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = install(monkeypatch, depth=Depth)
    assert (parse("nDCG@10").symbol, parse("recip_rank").symbol, parse("P_5").symbol) == ("nDCG", "RR", "P")
    assert loaded == []


def test_a_listing_asks_the_plugins_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = install(monkeypatch, depth=Depth)
    assert "Depth" in with_plugins()
    assert "Depth" in with_plugins()
    assert loaded == ["depth"]


@pytest.mark.parametrize(
    ("broken", "why"),
    [(ImportError("no module"), "no module"), ("not a measure", "subclass of"), (Impostor, "called 'P' already")],
    ids=["import", "type", "symbol"],
)
def test_a_broken_plugin_is_named_and_skipped(broken: object, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, broken=broken, depth=Depth)
    with pytest.warns(UserWarning, match=rf"the measure plugin 'broken' \(some_package:broken\) is skipped: .*{why}"):
        found = with_plugins()
    assert found["Depth"] == Depth()
    assert found["P"] == P


def test_an_unknown_name_is_still_unknown_when_the_plugins_were_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, depth=Depth)
    with pytest.raises(UnknownMeasureError, match="did you mean 'Depth'"):
        parse("Dephth")


def test_a_real_entry_point_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint(name="p", value="assay.measures.precision:P", group="assay.measures")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: EntryPoints([point]).select(group=group))
    assert with_plugins()["P"] == P


def test_importing_the_measures_asks_no_plugin() -> None:
    code = "import sys, assay.measures; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
