"""Documents and the spans of them that answer, from the collections with a ``spans.jsonl``."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(os.environ.get("ASSAY_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A passage of a document that stands where it says it does."""

    query_id: str
    doc_id: str
    start: int
    end: int
    quote: str
    group: int


def records(collection: str, name: str) -> list[dict[str, object]]:
    with (FOLDER / collection / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def documents(collection: str) -> dict[str, str]:
    return {str(record["_id"]): str(record["text"]) for record in records(collection, "corpus.jsonl")}


def spans(collection: str) -> list[Span]:
    """Return the spans whose text stands at their offsets."""
    texts = documents(collection)
    read = [
        Span(
            query_id=str(record["query-id"]),
            doc_id=str(record["corpus-id"]),
            start=int(str(record["start"])),
            end=int(str(record["end"])),
            quote=str(record["text"]),
            group=int(str(record.get("group", 0))),
        )
        for record in records(collection, "spans.jsonl")
    ]
    return [span for span in read if texts[span.doc_id][span.start : span.end] == span.quote]
