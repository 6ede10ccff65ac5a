"""A golden file written again with more labels in some of its cases, and everything else to the letter."""

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, cast

from assay.errors import BadInputError
from assay.files.golden import reader_of
from assay.files.golden_csv import read_csv
from assay.files.golden_json import read_json
from assay.files.golden_record import Content, names_of
from assay.files.json_text import element_spans, value_span
from assay.files.text import read_text

_LINES = (".jsonl", ".ndjson")
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLabels:
    """What a case gets: all grades that stand under `name` from now on, and evidence beside what it has."""

    name: str = "relevant_doc_ids"
    grades: Mapping[str, float] = field(default_factory=dict[str, float])
    evidence: Sequence[Mapping[str, Any]] = ()

    def added_to(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record as a file writes it with the labels in it; its keys keep their order."""
        found = dict(record)
        if self.grades:
            found[_name_in(record, self.name)] = dict(self.grades)
        if self.evidence:
            pieces = cast("list[Mapping[str, Any]]", record.get("evidence") or [])
            found["evidence"] = [*pieces, *self.evidence]
        return found


Changes = Mapping[str, NewLabels]


def labelled_text(source: Path, changes: Changes, target: Path) -> str:
    """Return the text of a golden file with the labels of some cases changed, for a file at `target`.

    Parameters
    ----------
    source
        JSON Lines, JSON or CSV, which `read_golden` reads.
    changes
        By id of the case.
    target
        Where the text will stand: a path to documents in it leads there from the new place too.

    Raises
    ------
    BadInputError
        The name of the target asks for another format.

    Notes
    -----
    Cases without new labels stay to the letter, as do line ends and a byte order mark. A changed case of a JSON file
    is indented as it was.
    """
    reader = reader_of(source)
    _check_ending(source, target)
    text, content = read_text(source), reader(source)
    if reader is read_csv:
        raw = source.read_bytes().decode("utf-8")  # not `text`: rows may end otherwise than lines in a cell
        bom = _BOM if raw.startswith(_BOM) else ""
        return bom + _csv_text(raw.removeprefix(_BOM), content, changes)
    if reader is read_json:
        written = _json_text(text, content, changes, _moved_corpus(content, source, target))
    else:
        written = _lines_text(text, content, changes, _moved_corpus(content, source, target))
    return _as_in(source, written)


def _check_ending(source: Path, target: Path) -> None:
    given, asked = (_LINES[0] if one.suffix.lower() in _LINES else one.suffix.lower() for one in (source, target))
    if given != asked:
        name = f"name it {source.suffix}" if source.suffix else "name it without an ending"
        raise BadInputError(f"{source} is written again in its own format, not as {target}\nHint: {name}.")


def _moved_corpus(content: Content, source: Path, target: Path) -> str | None:
    """Return how the path to the documents reads from the new place, where it has to change."""
    corpus = content.header.corpus
    if corpus is None or Path(corpus).is_absolute() or target.parent.resolve() == source.parent.resolve():
        return None
    return Path(os.path.relpath(source.parent / corpus, target.parent)).as_posix()


def _ids(records: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[str]:
    """Iterate over the ids of cases, those without one named after their place, as `read_golden` names them."""
    for position, (_, record) in enumerate(records, start=1):
        given = record.get("id", record.get("_id"))
        yield f"q{position}" if given is None else str(given)


def _name_in(record: Iterable[str], of: str) -> str:
    return next((name for name in names_of(of) if name in record), of)


def _lines_text(text: str, content: Content, changes: Changes, corpus: str | None) -> str:
    lines = text.split("\n")
    if corpus is not None:
        first = next(number for number, line in enumerate(lines) if line.strip())
        header = content.header.model_dump(exclude_unset=True) | {"corpus": corpus}
        lines[first] = json.dumps({"golden": header}, ensure_ascii=False)
    for case_id, (line, record) in zip(_ids(content.records), content.records, strict=True):
        if case_id in changes:
            lines[line - 1] = json.dumps(changes[case_id].added_to(record), ensure_ascii=False)
    return "\n".join(lines)


def _json_text(text: str, content: Content, changes: Changes, corpus: str | None) -> str:
    spans = list(element_spans(text, "cases", len(content.records)))
    pieces = [
        (start, end, _indented(changes[case_id].added_to(record), text, start, end))
        for case_id, (_, record), (start, end) in zip(_ids(content.records), content.records, spans, strict=True)
        if case_id in changes
    ]
    if corpus is not None:
        pieces.append((*value_span(text, "corpus"), json.dumps(corpus, ensure_ascii=False)))
    for start, end, new in sorted(pieces, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _indented(record: Mapping[str, Any], text: str, start: int, end: int) -> str:
    """Write a record as deep as the one in its place is."""
    old = text[start:end]
    if "\n" not in old:
        return json.dumps(record, ensure_ascii=False)
    begins = text.rfind("\n", 0, start) + 1
    outer = text[begins : begins + len(text[begins:start]) - len(text[begins:start].lstrip())]
    second = old.split("\n")[1]
    inner = second[: len(second) - len(second.lstrip())].removeprefix(outer) or "  "
    return json.dumps(record, ensure_ascii=False, indent=inner).replace("\n", "\n" + outer)


def _csv_text(text: str, content: Content, changes: Changes) -> str:
    rows = _rows_with_text(text)
    _, heading, _ = rows[0]
    columns = [*heading, *_new_columns(heading, changes)]
    ids = dict(zip((line for line, _ in content.records), _ids(content.records), strict=True))
    records = dict(content.records)
    written = [rows[0][2] if len(columns) == len(heading) else _csv_row(columns, rows[0][2])]
    for line, cells, as_written in rows[1:]:
        change = changes.get(ids.get(line, ""))
        if change is not None:
            changed = change.added_to(records[line])
            filled = [*cells, *[""] * (len(columns) - len(cells))]
            of = {_name_in(heading, change.name): bool(change.grades), "evidence": bool(change.evidence)}
            new = [
                json.dumps(changed[name], ensure_ascii=False) if of.get(name) else cell
                for name, cell in zip(columns, filled, strict=True)
            ]
            written.append(_csv_row(new, as_written))
        elif len(columns) > len(heading) and line in records:
            written.append(_csv_row([*cells, *[""] * (len(columns) - len(cells))], as_written))
        else:
            written.append(as_written)
    return "".join(written)


def _new_columns(heading: Sequence[str], changes: Changes) -> list[str]:
    names = [_name_in(heading, change.name) for change in changes.values() if change.grades]
    names += ["evidence" for change in changes.values() if change.evidence]
    return [name for name in dict.fromkeys(names) if name not in heading]


def _csv_row(cells: Sequence[str], instead_of: str) -> str:
    """Write a row that ends as the one in its place."""
    written = StringIO(newline="")
    end = instead_of[len(instead_of.rstrip("\r\n")) :]
    csv.writer(written, lineterminator=end).writerow(cells)
    return written.getvalue()


def _rows_with_text(text: str) -> list[tuple[int, list[str], str]]:
    """Return (line it begins in, cells, its text) of every row, blank lines as rows without cells."""
    limit = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    lines = list(StringIO(text, newline=""))
    reader = csv.reader(iter(lines), strict=True)
    found: list[tuple[int, list[str], str]] = []
    begins = 1
    try:
        for cells in reader:
            as_written = "".join(lines[begins - 1 : reader.line_num])
            found.append((begins, cells, as_written))
            begins = reader.line_num + 1
    finally:
        csv.field_size_limit(limit)
    return found


def _as_in(source: Path, text: str) -> str:
    """Give a text the line ends and the byte order mark of a file."""
    raw = source.read_bytes()
    if b"\r\n" in raw and raw.count(b"\r\n") == raw.count(b"\n"):
        text = text.replace("\n", "\r\n")
    return _BOM + text if raw.startswith(_BOM.encode()) else text
