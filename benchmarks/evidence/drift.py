"""Edits planted in 200 documents: which evidence is found again, and whether a wrong place is ever called valid.

    python benchmarks/evidence/drift.py

Documents come from four collections, with the spans that answer, each with the 32 characters before and after it.
Every document is edited once: paragraphs inserted, typos fixed, sections reordered, sentences deleted, or all of them.
The place of every character is kept through the edits, so what became of each span is known: *kept* where its
characters stand together as they were, *altered* where some are gone or apart. Spans that stand in their document
twice with the same neighbours, which no label tells apart, are counted as *copies* by themselves.
"""

import random
from collections import Counter
from dataclasses import dataclass

from labelled import Span, documents, spans

from assay import Document, Evidence, GoldenSet, RetrievalTestCase
from assay.golden.drift import Drift, check_drift

COLLECTIONS = ("chroma-chunk-eval", "xquad-en", "xquad-ru", "cmrc2018-dev-zh")
EDITS = ("insert", "typos", "reorder", "delete", "all")
N_DOCUMENTS = 200
REACH = 32
NEW = {
    "zh": "本节为新增内容，说明了最近一次修订的背景与范围。",
    "ru": "Этот раздел добавлен при последней правке и поясняет её причины. ",
    "en": "This section was added in the latest revision and explains why. ",
}
Characters = list[tuple[str, int | None]]  # each character, and its place in the original


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A document after an edit."""

    text: str
    origins: list[int | None]


def sentences(characters: Characters) -> list[Characters]:
    parts: list[Characters] = [[]]
    for pair in characters:
        parts[-1].append(pair)
        if pair[0] in ".。!！?？\n" and len(parts[-1]) > 40:
            parts.append([])
    return [part for part in parts if part]


def edited(text: str, edit: str, language: str, chance: random.Random) -> Edited:
    characters: Characters = [(character, place) for place, character in enumerate(text)]
    if edit in ("typos", "all"):
        characters = with_typos(characters, chance)
    parts = sentences(characters)
    if edit in ("delete", "all"):
        parts = [part for part in parts if chance.random() > 0.1] or parts
    if edit in ("reorder", "all"):
        size = max(1, len(parts) // 5)
        sections = [parts[start : start + size] for start in range(0, len(parts), size)]
        chance.shuffle(sections)
        parts = [part for section in sections for part in section]
    if edit in ("insert", "all"):
        for _ in range(max(1, len(parts) // 10)):
            parts.insert(chance.randrange(len(parts) + 1), [(character, None) for character in NEW[language] + "\n\n"])
    joined = [pair for part in parts for pair in part]
    return Edited(text="".join(character for character, _ in joined), origins=[place for _, place in joined])


def with_typos(characters: Characters, chance: random.Random) -> Characters:
    """Leave out, double or replace a letter in two hundred."""
    found: Characters = []
    for character, place in characters:
        drawn = chance.random() if character.isalnum() else 1.0
        if drawn < 0.002:
            continue
        found.append(("x" if 0.002 <= drawn < 0.0035 else character, None if 0.002 <= drawn < 0.0035 else place))
        if 0.0035 <= drawn < 0.005:
            found.append((character, None))
    return found


def true_place(span: Span, document: Edited) -> tuple[int, int] | None:
    """Return where a span's characters stand together after the edit, None where they do not."""
    try:
        start = document.origins.index(span.start)
    except ValueError:
        return None
    end = start + span.end - span.start
    kept = document.origins[start:end] == list(range(span.start, span.end))
    return (start, end) if kept else None


def outcomes(collection: str, edit: str, n_documents: int, seed: int) -> Counter[str]:
    texts, chance = documents(collection), random.Random(f"{collection} {edit} {seed}")
    by_document: dict[str, list[Span]] = {}
    for span in spans(collection):
        by_document.setdefault(span.doc_id, []).append(span)
    drawn = chance.sample(sorted(by_document), min(n_documents, len(by_document)))
    language = collection[-2:] if collection[-2:] in NEW else "en"
    counts: Counter[str] = Counter({"documents": len(drawn)})
    for doc_id in drawn:
        document = edited(texts[doc_id], edit, language, chance)
        theirs = by_document[doc_id]
        golden = GoldenSet(cases=(RetrievalTestCase("?", evidence=[evidence(one, texts[doc_id]) for one in theirs]),))
        drifts = check_drift(golden, [Document(doc_id=doc_id, text=document.text)])
        for one, span in zip(drifts, theirs, strict=True):
            copied = "copy, " if n_copies(span, texts[doc_id]) > 1 else ""
            counts[copied + outcome(one, span, document)] += 1
    return counts


def evidence(span: Span, text: str) -> Evidence:
    return Evidence(
        doc_id=span.doc_id,
        quote=span.quote,
        start=span.start,
        end=span.end,
        prefix=text[max(0, span.start - REACH) : span.start],
        suffix=text[span.end : span.end + REACH],
    )


def n_copies(span: Span, text: str) -> int:
    return text.count(text[max(0, span.start - REACH) : span.end + REACH])


def outcome(drift: Drift, span: Span, document: Edited) -> str:
    true = true_place(span, document)
    if true is None:
        return f"altered: {drift.status}"
    told = None if drift.anchor is None else (drift.anchor.start, drift.anchor.end)
    if drift.status in ("valid", "moved"):
        return f"kept: {drift.status if told == true else f'{drift.status}, wrong place'}"
    return f"kept: {drift.status}"


def main() -> None:
    total: Counter[str] = Counter()
    print("| collection | edit | documents | kept | found | not found | wrong place | altered, called valid or moved |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for collection in COLLECTIONS:
        for edit in EDITS:
            counts = outcomes(collection, edit, N_DOCUMENTS // len(COLLECTIONS), 0)
            show(f"{collection} | {edit}", counts)
            total.update(counts)
    show("all | all", total)
    print(dict(sorted(total.items())))


def show(name: str, counts: Counter[str]) -> None:
    kept = sum(count for outcome, count in counts.items() if outcome.startswith("kept"))
    found = counts["kept: valid"] + counts["kept: moved"]
    wrong = counts["kept: valid, wrong place"] + counts["kept: moved, wrong place"]
    called = counts["altered: valid"] + counts["altered: moved"]
    cells = (name, counts["documents"], kept, f"{found / max(kept, 1):.2%}", kept - found - wrong, wrong, called)
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
