"""Golden sets from files: which format a path is, and its records made one set."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.beir import is_beir, read_beir
from assay.files.golden_csv import read_csv
from assay.files.golden_json import read_json, read_json_lines
from assay.files.golden_record import Content, hint_for, names_of, read_case
from assay.files.text import read_text

_IN_FOLDER = ("golden.jsonl", "golden.json", "golden.csv")


def read_golden(path: str | Path) -> GoldenSet:
    """Read a golden set.

    Parameters
    ----------
    path
        JSON Lines (one case a line; the first line may be a header such as ``{"golden": {"scale": "0-5"}}``),
        JSON (a list of cases, or an object with ``cases`` beside the header's fields), CSV (one case a row; ids in one
        cell, as ``d1;d2`` or as JSON), a BEIR folder, or a folder that holds ``golden.jsonl``.

    Raises
    ------
    BadFileError
        It cannot be read or holds no case; every bad line is listed with its number, field and what was expected.
    """
    path = Path(path)
    if os.path.isdir(path):
        return _read_folder(path)
    content = reader_of(path)(path)
    cases = _cases(path, content)
    if content.problems:
        problems = sorted(content.problems, key=lambda problem: problem.line or 0)
        raise BadFileError(problems, hint=hint_for(problems))
    if not cases:
        raise BadFileError([Problem(path=str(path), text="no cases in it")], hint="a case needs at least a query.")
    header = content.header
    corpus = None if header.corpus is None else path.parent / header.corpus
    return GoldenSet(cases=tuple(cases), name=header.name or path.stem, scale=header.scale, corpus=corpus)


def _read_folder(path: Path) -> GoldenSet:
    if is_beir(path):
        return read_beir(path)
    for name in _IN_FOLDER:
        if (path / name).is_file():
            return read_golden(path / name)
    text = "neither a BEIR folder (queries.jsonl with qrels.tsv or qrels/test.tsv) nor one with a golden.jsonl"
    raise BadFileError([Problem(path=str(path), text=text)])


def reader_of(path: Path) -> Callable[[Path], Content]:
    """Choose the format by the name's ending, and by the first character where that does not tell."""
    by_ending: Mapping[str, Callable[[Path], Content]] = {
        ".csv": read_csv,
        ".json": read_json,
        ".jsonl": read_json_lines,
        ".ndjson": read_json_lines,
    }
    reader = by_ending.get(path.suffix.lower()) or _reader_by_start(read_text(path, []).lstrip())
    if reader is None:
        text = "not a kind of golden set Assay reads: expected .jsonl, .json, .csv, or JSON under another name"
        raise BadFileError([Problem(path=str(path), text=text)])
    return reader


def _reader_by_start(text: str) -> Callable[[Path], Content] | None:
    if text[:1] == "[":
        return read_json
    if text[:1] in ("{", ""):
        return read_json_lines
    columns = {name.strip() for name in text.partition("\n")[0].split(",")}
    return None if columns.isdisjoint(names_of("query")) else read_csv


def _cases(path: Path, content: Content) -> list[RetrievalTestCase]:
    cases: list[RetrievalTestCase] = []
    lines: dict[str, int] = {}
    for position, (line, record) in enumerate(content.records, start=1):
        case = read_case(record, path=str(path), line=line, problems=content.problems)
        if case is None:
            continue
        cases.append(case)
        name = f"q{position}" if case.id is None else case.id
        if name in lines:
            text = f"{name!r} is already the id of the case in line {lines[name]}"
            content.problems.append(Problem(path=str(path), line=line, field="id", text=text))
        lines.setdefault(name, line)
    return cases
