"""A page as Markdown that reads well as plain text too."""

import re

from assay.report.page import Block, Bullets, Entry, Facts, Page, Paragraph, Section
from assay.report.table import Table
from assay.report.visible import visible

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~&])")


def to_markdown(page: Page) -> str:
    """Write a page as Markdown; what users wrote (questions, ids) is escaped and cannot become markup."""
    parts = [f"# {_text(page.title)}", *(_section(section) for section in page.sections)]
    if page.footer:
        parts.extend(["---", "\n\n".join(_text(line) for line in page.footer)])
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> str:
    heading = [f"## {_text(section.title)}"] if section.title else []
    return "\n\n".join([*heading, *(_block(block) for block in section.blocks)])


def _block(block: Block) -> str:
    match block:
        case Paragraph(text, strong):
            return f"**{_text(text)}**" if strong else _text(text)
        case Bullets(items):
            return "\n".join(f"- {_text(item)}" for item in items)
        case Facts(pairs):
            return "\n".join(f"- {_text(name)}: {_text(value)}" for name, value in pairs)
        case Entry():
            return f"**{_text(block.headline)}**\n\n{_block(block.facts)}"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    rule = ["---:" if column in table.numeric else "---" for column in range(len(table.heading))]
    rows = [
        [_cell(cell, strong=(row, place) in table.strong) for place, cell in enumerate(cells)]
        for row, cells in enumerate(table.rows)
    ]
    lines = ([_text(name) for name in table.heading], rule, *rows)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _cell(cell: str, *, strong: bool) -> str:
    return f"**{_text(cell)}**" if strong else _text(cell)


def _text(text: str) -> str:
    """Return text on one line with Markdown's special characters escaped."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(text.split())))
