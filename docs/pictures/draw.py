"""Draw the pictures beside this file from a case of the handbook, by what Assay measures on it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from assay import evaluate, lab
from assay.data.document import Chunk, Document
from assay.data.golden_set import GoldenSet
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.lab.chunking import chunk
from assay.lab.handbook_folder import handbook_folder

FOLDER = Path(__file__).parent
CASE, SIZES, K = "en-annotation-01", (300, 600, 1200), 5
_WIDTH, _LEFT, _ROW = 900, 190, 76
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#57606a}.b{font-weight:600}.doc{fill:#8c959f;fill-opacity:.35}"
    ".chunk{fill:none;stroke:#8c959f}.hit{fill:#2f81f7;fill-opacity:.35;stroke:#2f81f7}.piece{fill:#2da44e}"
)


def pictures() -> dict[str, str]:
    """Return the text of every picture by its file name."""
    return {"chunkings.svg": _chunkings()}


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
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
        f"<title>One piece of evidence under three chunkings</title><style>{_STYLE}</style>{body}</svg>\n"
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


def _text(x: int, y: int, text: str, *, bold: bool = False) -> str:
    kind = ' class="b"' if bold else ""
    return f'<text x="{x}" y="{y}"{kind}>{escape(text)}</text>'


if __name__ == "__main__":
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, "utf-8")
