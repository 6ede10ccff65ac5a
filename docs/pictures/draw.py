"""Draw the pictures beside this file: by what Assay measures on the spot, or by figures of benchmarks kept here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from assay import Evidence, RetrievalTestCase, evaluate, lab
from assay.data.document import Chunk, Document
from assay.data.golden_set import GoldenSet
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.golden.drift import Drift, check_drift
from assay.lab.chunking import chunk
from assay.lab.handbook_folder import handbook_folder

FOLDER = Path(__file__).parent
CASE, SIZES, K = "en-annotation-01", (300, 600, 1200), 5
_WIDTH, _LEFT, _ROW = 900, 190, 76
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#737b85}.b{font-weight:600}.doc{fill:#8c959f;fill-opacity:.35}"
    ".chunk{fill:none;stroke:#8c959f}.hit{fill:#2f81f7;fill-opacity:.35;stroke:#2f81f7}.piece{fill:#2da44e}"
    ".grid{stroke:#8c959f;stroke-opacity:.35}.t{text-anchor:end}.mid{text-anchor:middle}.line{fill:none;stroke-width:2}"
    ".blue{stroke:#2f81f7}.grey{stroke:#8c959f}.green{stroke:#2da44e}.orange{fill:#d4791f}.quote{fill:#2da44e;"
    "font-weight:600}.mono{font-family:ui-monospace,monospace;font-size:12px}"
)
_PANELS, _PANEL = (100, 530), 310  # where the two panels of a chart begin, and how wide each is


def pictures() -> dict[str, str]:
    """Return the text of every picture by its file name."""
    return {
        "bounds.svg": _bounds(),
        "chunkings.svg": _chunkings(),
        "drift.svg": _drift(),
        "order.svg": _order(),
    }


def _chunkings() -> str:
    """Draw a document, the evidence in it, and what each chunking brings of it among the first k hits."""
    golden, corpus = read_golden(handbook_folder()), read_corpus(handbook_folder())
    case = next(case for case in golden if case.id == CASE)
    (piece,) = case.evidence
    document = next(one for one in corpus if one.doc_id == piece.doc_id)
    start = document.text.index(piece.quote)
    span = (start, start + len(piece.quote))
    parts = list(_document(document, span, case.query))
    for number, size in enumerate(SIZES):
        found = evaluate(lab.bm25(corpus, size=size, overlap=0), GoldenSet(cases=(case,), name="one"), K, corpus=corpus)
        (answer,) = found.answers
        ranks = {} if answer is None else {hit.chunk_id: rank for rank, hit in enumerate(answer.hits[:K], start=1)}
        figures = f"GroupR@{K} {found.mean(f'GroupR@{K}').mean:.0f}   CharP@{K} {found.mean(f'CharP@{K}').mean:.3f}"
        chunks = chunk(document, size=size, overlap=0)
        parts += _chunk_row(
            document, chunks, ranks, span, y=124 + number * _ROW, name=f"{size} characters", figures=figures
        )
    height = 124 + len(SIZES) * _ROW
    return _svg("One piece of evidence under three chunkings", height, parts)


def _svg(title: str, height: int, parts: Iterator[str] | Sequence[str]) -> str:
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
        f"<title>{title}</title><style>{_STYLE}</style>{body}</svg>\n"
    )


def _document(document: Document, span: tuple[int, int], query: str) -> Iterator[str]:
    yield _text(12, 22, query, bold=True)
    yield _text(12, 66, document.doc_id)
    yield _box(document, (0, len(document.text)), 50, "doc")
    yield _box(document, span, 50, "piece")
    of = f"{span[1] - span[0]} of {len(document.text)} characters"
    yield _text(_LEFT, 96, f"green: the evidence, {of}; blue: among the first {K} hits, with its rank")


def _chunk_row(
    document: Document,
    chunks: Sequence[Chunk],
    ranks: dict[str | None, int],
    span: tuple[int, int],
    *,
    y: int,
    name: str,
    figures: str,
) -> Iterator[str]:
    yield _text(12, y + 17, name)
    for one in chunks:
        rank = ranks.get(one.chunk_id)
        yield _box(document, (one.start, one.end), y, "chunk" if rank is None else "hit")
        brought = max(one.start, span[0]), min(one.end, span[1])
        if rank is not None and brought[0] < brought[1]:
            yield _box(document, brought, y, "piece")
        if rank is not None:
            yield _text(round(_x(document, (one.start + one.end) // 2)) - 4, y + 40, str(rank))
    yield _text(_LEFT, y + 60, figures)


def _x(document: Document, place: int) -> float:
    return _LEFT + place * (_WIDTH - _LEFT - 16) / len(document.text)


def _box(document: Document, span: tuple[int, int], y: int, kind: str) -> str:
    left, right = (_x(document, place) for place in span)
    return f'<rect class="{kind}" x="{left:.1f}" y="{y}" width="{right - left:.1f}" height="24" rx="2"/>'


def _text(x: float, y: float, text: str, *, bold: bool = False, kind: str = "") -> str:
    classes = " ".join(filter(None, ("b" if bold else "", kind)))
    given = f' class="{classes}"' if classes else ""
    return f'<text x="{x:g}" y="{y:g}"{given}>{escape(text)}</text>'


def _kept(name: str) -> Mapping[str, Any]:
    """Read the figures a benchmark gave; the file says which command made it."""
    return json.loads((FOLDER / name).read_text("utf-8"))


def _bounds() -> str:
    """Draw how often the true value of a query lay within its bounds, with the pool and without."""
    removed: Mapping[str, Mapping[str, Mapping[str, int]]] = _kept("bounds.json")["removed"]
    parts = [
        _text(12, 22, "How often the true value of a query lies between its bounds", bold=True),
        '<circle cx="18" cy="42" r="5" class="piece"/>',
        _text(30, 46, "what was sent to judges is named as the pool"),
        '<rect x="363" y="37" width="10" height="10" class="orange"/>',
        _text(382, 46, "it is not: only the hits of the run itself are unknown"),
    ]
    for left, (share, measures) in zip(_PANELS, removed.items(), strict=True):
        parts.append(_text(left, 78, f"{share} of the labels removed", bold=True))
        for tick in (60, 80, 100):
            x = _percent_x(left, tick)
            parts.append(f'<line class="grid" x1="{x:g}" x2="{x:g}" y1="88" y2="{88 + 26 * len(measures)}"/>')
            parts.append(_text(x, 106 + 26 * len(measures), f"{tick}%", kind="mid"))
        for row, (measure, counts) in enumerate(measures.items()):
            parts += _held_row(left, 104 + 26 * row, measure, counts)
    return _svg("How often the true value lies between the bounds, with 30% and 60% of the labels removed", 346, parts)


def _held_row(left: int, y: int, measure: str, counts: Mapping[str, int]) -> Iterator[str]:
    pooled, alone = (100 * counts[name] / counts["of"] for name in ("with_pool", "without"))
    yield _text(left - 12, y + 4, measure, kind="t")
    yield (
        f'<line class="grid" x1="{_percent_x(left, alone):.1f}" x2="{_percent_x(left, pooled):.1f}" y1="{y}" y2="{y}"/>'
    )
    if alone < pooled:
        x = _percent_x(left, alone)
        yield f'<rect x="{x - 5:.1f}" y="{y - 5}" width="10" height="10" class="orange"/>'
        yield _text(round(x - 10, 1), y + 4, f"{alone:.0f}%", kind="t")
    yield f'<circle cx="{_percent_x(left, pooled):.1f}" cy="{y}" r="5" class="piece"/>'


def _percent_x(left: int, percent: float) -> float:
    return left + (percent - 55) * _PANEL / 45


def _order() -> str:
    """Draw how many pairs of runs stand the wrong way round against how many hits are judged."""
    kept = _kept("order.json")
    parts = [_text(12, 22, f"Pairs of runs, of {kept['pairs']}, that stand the wrong way round", bold=True)]
    for left, (share, ways) in zip((50, 480), kept["inverted"].items(), strict=True):
        parts.append(_text(left, 52, f"{share} of the labels removed", bold=True))
        for tick in range(4):
            y = _pairs_y(tick)
            parts.append(f'<line class="grid" x1="{left}" x2="{left + 300}" y1="{y:g}" y2="{y:g}"/>')
            parts.append(_text(left - 10, y + 4, str(tick), kind="t"))
        parts += [_text(left + 3 * n, 304, str(n), kind="mid") for n in kept["judged"] if n not in (5,)]
        parts.append(_text(left + 150, 326, "hits judged", kind="mid"))
        for (way, figures), kind in zip(ways.items(), ("blue", "grey", "green"), strict=True):
            places = [(left + 3 * n, _pairs_y(y)) for n, y in zip(kept["judged"], figures, strict=False)]
            line = " ".join(f"{x:g},{y:.1f}" for x, y in places)
            parts.append(f'<polyline class="line {kind}" points="{line}"/>')
            parts.append(_text(places[-1][0] + 8, round(places[-1][1], 1) + 4, way))
    return _svg("Pairs of runs in the wrong order, after judging suggested hits and random ones", 340, parts)


def _pairs_y(pairs: float) -> float:
    return 284 - pairs * 68


_BEFORE = {
    "valid": "Cards cost 32 dollars a month.",
    "moved": "The lounge closes at nine.",
    "changed": "Refunds take up to fourteen days.",
    "ambiguous": "Ask at the front desk.",
    "gone": "Lockers are free of charge.",
}
_AFTER = (
    "Cards cost 32 dollars a month.", "Ask at the front desk.", "Parking is new.", "Refunds take up to fifteen days.",
    "Ask at the front desk.", "The lounge closes at nine.",
)  # fmt: skip


def _drift() -> str:
    """Draw a document before and after an edit, and what the check says of each passage."""
    before, after = " ".join(_BEFORE.values()), " ".join(_AFTER)
    pieces = [
        Evidence(doc_id="house.md", quote=quote, start=before.index(quote), end=before.index(quote) + len(quote))
        for quote in _BEFORE.values()
    ]
    case = RetrievalTestCase("What are the rules of the house?", id="q1", evidence=pieces)
    found = check_drift(GoldenSet(cases=(case,), name="one"), [Document(doc_id="house.md", text=after)])
    parts = [
        _text(12, 22, "A document before and after an edit, and what became of five pieces of evidence", bold=True),
        _text(12, 56, "before, each line a piece"),
        _text(560, 56, "after"),
    ]
    for row, sentence in enumerate(_AFTER):
        parts.append(_text(560, 84 + 34 * row, sentence, kind="mono"))
    for row, one in enumerate(found):
        parts += _drift_row(84 + 34 * row, one)
    y = 84 + 34 * len(_AFTER)
    parts.append(_text(12, y, "solid: the same words; dashed: somebody has to decide; no line: nowhere to be found"))
    return _svg("What becomes of evidence when its document is edited", y + 16, parts)


def _drift_row(y: int, one: Drift) -> Iterator[str]:
    yield _text(12, y, one.evidence.quote, kind="mono")
    yield _text(290, y, one.status, bold=True)
    kind = {"valid": "green", "moved": "blue"}.get(one.status, "grey")
    targets = [number for number, sentence in enumerate(_AFTER) if sentence == one.evidence.quote]
    if one.status == "changed" and one.anchor is not None:
        targets = [number for number, sentence in enumerate(_AFTER) if one.anchor.text in sentence]
    dashed = "" if one.status in ("valid", "moved") else ' stroke-dasharray="4 4"'
    for target in targets:
        end = 80 + 34 * target
        yield f'<path class="line {kind}" d="M386 {y - 4}C470 {y - 4} 460 {end} 548 {end}"{dashed}/>'


if __name__ == "__main__":
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, "utf-8")
