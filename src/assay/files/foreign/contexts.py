"""Rows with the texts a question was made from: ragas test sets and DeepEval goldens, as JSON Lines, JSON or CSV."""

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from assay.data.case import RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.foreign.collection import Collection, passages_of, texts_in
from assay.files.golden_record import Content, hint_for, names_of, read_case
from assay.files.json_text import parse_json

RAGAS = ("reference_contexts", "ground_truth_context")
DEEPEVAL = ("context",)
_OF_DEEPEVAL = ("additional_metadata", "custom_column_key_values", "comments", "source_file", "name", "tools_called")
_LISTS = (*RAGAS, *DEEPEVAL, *names_of("retrieved_texts"), "ground_truths")


def is_ragas(record: Mapping[str, Any]) -> bool:
    """Whether a row is of a ragas test set, old names or new."""
    return any(name in record for name in (*RAGAS, "ground_truths", "synthesizer_name", "evolution_type"))


def is_deepeval(record: Mapping[str, Any]) -> bool:
    """Whether a row is a golden of DeepEval."""
    return "input" in record and any(name in record for name in (*DEEPEVAL, "actual_output", *_OF_DEEPEVAL))


def read_contexts(path: Path, content: Content) -> Collection:
    """Read rows: the texts a question was made from are all needed, and become documents named after what they say.

    Other columns are read as a golden set's; what is none of its fields is kept as metadata.

    Raises
    ------
    BadFileError
        Rows that cannot be read, all of them, with their lines.
    """
    documents: dict[str, Document] = {}
    problems = list(content.problems)
    cases: list[RetrievalTestCase] = []
    for line, record in content.records:
        fields = {name: _listed(name, value) for name, value in record.items() if value not in (None, "")}
        texts = [text for name in (*RAGAS, *DEEPEVAL) for text in texts_in(fields.pop(name, None))]
        case = read_case(_renamed(fields), path=str(path), line=line, problems=problems)
        if case is not None:
            cases.append(replace(case, evidence=passages_of(texts, documents)))
    if problems:
        raise BadFileError(problems, hint=hint_for(problems))
    if not cases:
        raise BadFileError([Problem(path=str(path), text="no rows in it")])
    return Collection(golden=GoldenSet(cases=tuple(cases), name=path.stem), documents=list(documents.values()))


def _renamed(fields: dict[str, Any]) -> dict[str, Any]:
    """Put what only ragas or DeepEval call so where a golden set has it."""
    answers = texts_in(fields.pop("ground_truths", None))
    if answers and not any(name in fields for name in names_of("expected_answer")):
        fields["expected_answer"] = answers[0]
    kept = {name: fields.pop(name) for name in _OF_DEEPEVAL if name in fields}
    return {**fields, "metadata": {**fields.get("metadata", {}), **kept}} if kept else fields


def _listed(name: str, value: Any) -> Any:
    """Return a list that a CSV cell holds as JSON, as Python writes it (ragas), or between bars (DeepEval)."""
    if name not in _LISTS or not isinstance(value, str):
        return value
    if value.lstrip().startswith("["):
        for read in (parse_json, ast.literal_eval):
            try:
                found = read(value.strip())
            except (ValueError, SyntaxError, RecursionError):
                continue
            if isinstance(found, list):
                return cast("list[Any]", found)
    return value.split("|")
