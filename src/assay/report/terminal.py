"""A page in a terminal or a pipe, drawn by rich."""

from typing import TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from assay.report.page import Block, Bullets, Entry, Facts, Page, Paragraph, Section
from assay.report.table import Table
from assay.report.visible import visible

_GAP = 3  # columns between two cells
_KEPT = 14  # columns of a word that are not given up to make room


def print_page(page: Page, file: TextIO) -> None:
    """Draw a page on a stream: coloured and as wide as the terminal, or plain and 80 columns wide in a pipe."""
    file.write(drawn_page(page, file))


def drawn_page(page: Page, file: TextIO) -> str:
    """Return a page as it would be drawn on a stream."""
    terminal = file.isatty()
    console = Console(file=file, highlight=False, width=None if terminal else 80)
    with console.capture() as drawn:
        console.print(_shown(page.title, style="bold"))
        for section in page.sections:
            console.print()
            console.print(_section(section, console.width))
        if page.footer:
            console.print()
            console.print(_shown("\n".join(page.footer), style="dim"))
    lines = drawn.get().split("\n")
    return "\n".join(lines if terminal else [line.rstrip() for line in lines])


def _shown(text: str, style: str = "") -> Text:
    return Text(visible(text), style=style)


def _section(section: Section, width: int) -> RenderableType:
    parts: list[RenderableType] = [_shown(section.title, style="bold cyan")] if section.title else []
    for position, block in enumerate(section.blocks):
        if position > 0:
            parts.append(Text())
        parts.append(_block(block, width))
    return Group(*parts)


def _block(block: Block, width: int) -> RenderableType:
    match block:
        case Paragraph(text, strong):
            return _shown(text, style="bold yellow" if strong else "")
        case Bullets(items):
            return _marked([("•", item) for item in items])
        case Facts(pairs):
            return _marked(list(pairs))
        case Entry():
            return Group(_shown(block.headline, style="bold"), Padding(_block(block.facts, width), (0, 0, 0, 2)))
        case Table():
            return _table(block, width)


def _marked(pairs: list[tuple[str, str]]) -> RenderableType:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(_shown(name, style="dim"), _shown(value))
    return grid


def _table(table: Table, width: int) -> RenderableType:
    """Draw a table; one too wide for the page is drawn in several parts below each other, and nothing of it is cut."""
    return Group(*(_drawn(part, width) for part in _parts(table, width)))


def _parts(table: Table, width: int) -> list[Table]:
    """Cut a table into parts that fit, each beginning with its first column."""
    columns = _columns(table)
    least = [max(_least_width(cell) for cell in column) + _GAP for column in columns]
    groups: list[list[int]] = [[]]
    for place in range(1, len(columns)):
        if groups[-1] and least[0] + sum(least[other] for other in [*groups[-1], place]) > width + _GAP:
            groups.append([])
        groups[-1].append(place)
    return [_part(table, [0, *group]) for group in groups]


def _columns(table: Table) -> list[list[str]]:
    """Return the cells of each column, its heading first."""
    return [[name, *(row[place] for row in table.rows)] for place, name in enumerate(table.heading)]


def _part(table: Table, places: list[int]) -> Table:
    return Table(
        heading=tuple(table.heading[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        numeric=frozenset(new for new, place in enumerate(places) if place in table.numeric),
        strong=frozenset((row, new) for row, place in table.strong for new, kept in enumerate(places) if place == kept),
    )


def _least_width(cell: str) -> int:
    """Return how far a cell can be narrowed before a short word of it breaks."""
    return min(max((cell_len(word) for word in cell.split()), default=0), _KEPT)


def _widths(table: Table, width: int) -> list[int]:
    """Return how wide each column is drawn: as wide as its cells, or the widest narrowed until all fit.

    Rich would narrow them too, but forgets about the least width of a column and cuts the last one.
    """
    columns = _columns(table)
    least = [max(_least_width(cell) for cell in column) for column in columns]
    widths = [max(min(max(map(cell_len, column)), width), low) for column, low in zip(columns, least, strict=True)]
    while sum(widths) + _GAP * (len(widths) - 1) > width and widths != least:
        widest = max(range(len(widths)), key=lambda place: (widths[place] > least[place], widths[place]))
        widths[widest] -= 1
    return widths


def _drawn(table: Table, width: int) -> RenderableType:
    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for position, (name, wide) in enumerate(zip(table.heading, _widths(table, width), strict=True)):
        justify = "right" if position in table.numeric else "left"
        drawn.add_column(_shown(name), justify=justify, width=wide or None, overflow="fold")
    for number, row in enumerate(table.rows):
        cells = (_shown(cell, "bold" if (number, place) in table.strong else "") for place, cell in enumerate(row))
        drawn.add_row(*cells)
    return drawn
