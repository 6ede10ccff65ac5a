"""A table as CSV for a spreadsheet."""

import csv
from io import StringIO

from assay.report.table import Table
from assay.report.visible import visible

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(table: Table) -> str:
    r"""Write a table as comma-separated values, RFC 4180, heading first.

    A text that a spreadsheet would run as a formula, as a question or an id from a stranger may be, gets an apostrophe
    in front; numeric columns stay as they are.

    Examples
    --------
    >>> to_csv(Table(heading=("id", "n"), rows=(("a,b", "-1"), ("=1+1", "2")), numeric=frozenset({1})))
    'id,n\r\n"a,b",-1\r\n\'=1+1,2\r\n'
    """
    buffer = StringIO()
    writer = csv.writer(buffer)
    writer.writerow([_text(name) for name in table.heading])
    for row in table.rows:
        writer.writerow([visible(cell) if place in table.numeric else _text(cell) for place, cell in enumerate(row)])
    return buffer.getvalue()


def _text(cell: str) -> str:
    return visible(f"'{cell}" if cell.startswith(_FORMULA) else cell)
