"""A block of a run's lines to columns: by the compiled scanner where there is one and lines are plain, or by NumPy."""

from dataclasses import replace

from assay.compiled import IS_COMPILED
from assay.errors import Problem
from assay.files.query_blocks import LONGEST_LINE, Block
from assay.files.run_lines import RunLines
from assay.files.trec_scan import scan_lines

if IS_COMPILED:
    from assay.files.trec_scan_compiled import scan_plain_run


def scan_block(block: Block, path: str, problems: list[Problem]) -> RunLines:
    """Read the lines of a block; bad ones are reported and left out. The first line of a block has the number 1."""
    if IS_COMPILED:
        found = scan_plain_run(block.data, block.size, LONGEST_LINE)  # pyright: ignore[reportPossiblyUnboundVariable]
        if found is not None:
            return found
    return scan_lines(bytes(block), 1, path, problems)


def moved(problems: list[Problem], shift: int) -> list[Problem]:
    """Return problems of a block with the numbers their lines have in the file."""
    return [replace(problem, line=problem.line + shift) if problem.line else problem for problem in problems]
