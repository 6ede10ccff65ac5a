"""The table at the end of a run of pytest: every rule with its figure, interval and verdict."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

_PREFIX = "assay: "
_GAP = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One rule of one test."""

    outcome: str
    rule: str
    figure: str
    interval: str
    test: str

    def cells(self) -> tuple[str, ...]:
        """Return its texts in the order they are printed."""
        return self.outcome, self.rule, self.figure, self.interval, self.test


class Summary:
    """Gathers what rules came to and prints it; what ran in other processes comes with the reports of tests."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather the rules of a test: the last of its reports has all of them."""
        if report.when == "teardown":
            self._rows.extend(
                _row(name.removeprefix(_PREFIX), json.loads(str(value)), report.nodeid)
                for name, value in report.user_properties
                if name.startswith(_PREFIX)
            )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print a line for every rule."""
        if self._rows:
            terminalreporter.section("assay")
            for line in lines_of(self._rows):
                terminalreporter.write_line(line)


def lines_of(rows: Sequence[Row]) -> list[str]:
    """Return rows as lines, their columns below each other."""
    cells = [row.cells() for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [_GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _row(rule: str, found: dict[str, Any], test: str) -> Row:
    met, low, high = found["met"], found["low"], found["high"]
    outcome = "undecided" if met is None else "met" if met else "not met"
    is_caution = met and "caution" in found
    return Row(
        outcome=f"{outcome} (!)" if is_caution else outcome,
        rule=rule,
        figure=_number(found["value"]) if found["interval"] else f"{found['value']:.6g}",
        interval="" if low is None or high is None else f"{_number(low)} ... {_number(high)}",
        test=test,
    )


def _number(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.3f}"
