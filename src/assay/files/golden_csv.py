"""A golden set as CSV: one case a row, named columns."""

import csv
import json
from io import StringIO
from typing import Any

from assay.errors import Problem
from assay.files.golden_record import Content, Header

_IDS = ("relevant_doc_ids", "relevant_ids", "relevant_chunk_ids")
_TEXTS = ("retrieved_texts", "contexts", "retrieved_contexts")
_JSON = (*_IDS, *_TEXTS, "evidence", "metadata", "answerable")


def read_csv(path: str, text: str) -> Content:
    """Read one case a row; ids stand in one cell, as ``d1;d2`` or ``d1|d2``, or as a JSON list or mapping."""
    problems: list[Problem] = []
    records: list[tuple[int, dict[str, Any]]] = []
    rows = csv.DictReader(StringIO(text, newline=""), strict=True)
    try:
        for row in rows:
            filled = {name: value for name, value in row.items() if value not in (None, "", [])}
            if None in filled:
                text = f"more cells than the {len(rows.fieldnames or ())} columns of the heading"
                problems.append(Problem(path=path, line=rows.line_num, text=text))
            elif filled:
                records.append((rows.line_num, {name: _cell(name, value) for name, value in filled.items()}))
    except csv.Error as exc:
        problems.append(Problem(path=path, line=rows.line_num, text=f"not CSV: {exc}"))
    return Content(header=Header(), records=records, problems=problems)


def _cell(name: str, value: str) -> Any:
    if name not in _JSON:
        return value
    text = value.strip().lower() if name == "answerable" else value.strip()
    if name == "answerable" or text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return value  # said by the check of the field
    if name in _IDS:
        return [part.strip() for part in text.replace("|", ";").split(";") if part.strip()]
    return [value] if name in _TEXTS else value
