"""A table as LaTeX, in the rules of the booktabs package."""

import re

from assay.report.table import Table
from assay.report.visible import visible

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
}
_TRANSLATION = str.maketrans(_SPECIAL)
_LIGATURES = re.compile(r"([-,'!?])(?=[-,'\\])")  # --, ,, and '' would be set as one character
_NUMBER = re.compile(r"-(?=\.?\d)")


def to_latex(table: Table, *, caption: str | None = None, label: str | None = None) -> str:
    r"""Write a table as LaTeX that needs ``\usepackage{booktabs}``; text is escaped and cannot become a command.

    Parameters
    ----------
    table
        Numeric columns are set flush right, and a minus before a number as one.
    caption, label
        With either, the ``tabular`` stands in a ``table`` that can be referred to.

    Examples
    --------
    >>> print(to_latex(Table(heading=("run", "nDCG@10"), rows=(("bm25_rm3", "0.51"),), numeric=frozenset({1}))))
    \begin{tabular}{lr}
    \toprule
    run & nDCG@10 \\
    \midrule
    bm25\_rm3 & 0.51 \\
    \bottomrule
    \end{tabular}
    <BLANKLINE>
    """
    columns = "".join("r" if place in table.numeric else "l" for place in range(len(table.heading)))
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _row(table.heading, frozenset()), r"\midrule"]
    strong = [frozenset(place for number, place in table.strong if number == row) for row in range(len(table.rows))]
    lines += [_row(row, table.numeric, standing_out) for row, standing_out in zip(table.rows, strong, strict=True)]
    lines += [r"\bottomrule", r"\end{tabular}"]
    if caption is not None or label is not None:
        above = [rf"\caption{{{escaped(caption)}}}"] if caption is not None else []
        above += [rf"\label{{{label}}}"] if label is not None else []
        lines = [r"\begin{table}", r"\centering", *above, *lines, r"\end{table}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return text on one line in which nothing means anything to LaTeX."""
    plain = visible(" ".join(text.split())).translate(_TRANSLATION)
    return _LIGATURES.sub(r"\1{}", plain)


def _row(cells: tuple[str, ...], numeric: frozenset[int], strong: frozenset[int] = frozenset()) -> str:
    written = [_number(cell) if place in numeric else escaped(cell) for place, cell in enumerate(cells)]
    written = [rf"\textbf{{{cell}}}" if place in strong else cell for place, cell in enumerate(written)]
    if written and written[0][:1] in ("[", "*"):
        written[0] = f"{{{written[0][0]}}}{written[0][1:]}"  # after the end of a row both would be its argument
    return " & ".join(written) + r" \\"


def _number(cell: str) -> str:
    return r"$-$".join(escaped(part) for part in _NUMBER.split(cell))
