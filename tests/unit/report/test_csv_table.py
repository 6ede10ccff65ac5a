"""Tables as CSV."""

import csv
from io import StringIO

import pytest

from assay.report.csv_table import to_csv
from assay.report.table import Table


def test_cells_come_back_as_they_went() -> None:
    rows = (('a "quoted", one', "1"), ("two\nlines", "-0.5"), ("检索", ""))
    written = to_csv(Table(heading=("x", "n"), rows=rows, numeric=frozenset({1})))
    assert list(csv.reader(StringIO(written, newline=""))) == [["x", "n"], *map(list, rows)]


@pytest.mark.parametrize("cell", ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\tx"])
def test_a_text_that_a_spreadsheet_would_run_is_quoted(cell: str) -> None:
    written = to_csv(Table(heading=("x",), rows=((cell,),)))
    assert next(iter(list(csv.reader(StringIO(written, newline="")))[1])) == f"'{cell}"


def test_control_characters_are_shown() -> None:
    assert to_csv(Table(heading=("x",), rows=(("red \x1b[31m",),))) == "x\r\nred \\x1b[31m\r\n"
