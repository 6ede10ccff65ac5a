"""A golden set as CSV: one case a row, named columns."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from assay.errors import Problem
from assay.files.golden_record import Content, Header
from assay.files.json_text import parse_json
from assay.files.text import read_text

_IDS = ("relevant_doc_ids", "relevant_ids", "relevant_chunk_ids")
_TEXTS = ("retrieved_texts", "contexts", "retrieved_contexts")
_JSON = (*_IDS, *_TEXTS, "evidence", "metadata", "answerable")


def read_csv(path: Path) -> Content:
    """Read one case a row; ids stand in one cell between ``;``, ``|`` or ``,``, or as a JSON list or mapping."""
    text, problems = read_text(path), list[Problem]()
    rows = iter(_rows(str(path), text, problems))
    _, heading = next(rows, (1, list[str]()))
    if not _check_heading(str(path), heading, problems):
        return Content(header=Header(), records=(), problems=problems)
    records: list[tuple[int, dict[str, Any]]] = []
    for line, row in rows:
        if len(row) > len(heading):
            wrong = f"more cells than the {len(heading)} columns of the heading"
            problems.append(Problem(path=str(path), line=line, text=wrong))
            continue
        filled = {name: value for name, value in zip(heading, row, strict=False) if value}
        if filled:
            records.append((line, {name: _cell(name, value) for name, value in filled.items()}))
    return Content(header=Header(), records=records, problems=problems)


def _rows(path: str, text: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Iterate over (line it begins in, cells) of the rows that are not blank."""
    limit = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    begins = 1
    try:
        for row in reader:
            if row:
                yield begins, row
            begins = reader.line_num + 1
    except csv.Error as exc:
        problems.append(Problem(path=path, line=begins, text=f"not CSV: {exc}"))
    finally:
        csv.field_size_limit(limit)


def _check_heading(path: str, heading: Sequence[str], problems: list[Problem]) -> bool:
    twice = sorted({name for name in heading if heading.count(name) > 1})
    problems.extend(Problem(path=path, line=1, field=name, text="two columns have this name") for name in twice)
    if len(heading) == 1 and any(mark in heading[0] for mark in ";\t"):
        problems.append(Problem(path=path, line=1, text=f"columns are parted by commas, got {heading[0]!r:.60}"))
    return not problems


def _cell(name: str, value: str) -> Any:
    if name not in _JSON:
        return value
    text = value.strip().lower() if name == "answerable" else value.strip()
    if name == "answerable" or text[:1] in ("[", "{"):
        try:
            return parse_json(text)
        except (ValueError, RecursionError):
            return value  # said by the check of the field
    if name in _IDS:
        return [part.strip() for part in re.split(r"[;|,]", text) if part.strip()]
    return [value] if name in _TEXTS else value
