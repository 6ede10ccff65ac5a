"""What a chunk covers of a quote, told by its text alone: how often that agrees with the offsets, and how fast it is.

    python benchmarks/evidence/quotes.py

Documents are cut into chunks of 400 and of 800 characters, at white space (anywhere in Chinese). A pair is a chunk and
a quote of its document; those count in which offsets or text say that anything is covered. They agree where the
covered parts differ by 2 characters at most, or both or neither cover half of the quote; what text tells is what an
evaluation counts (`quoted_part`), for the speed what `find_quote` finds. *Noise* plants typography in
chunks: curly quotes, dashes, line breaks, full-width letters. A passage
of 32 characters or more that stands in its document several times, word for word, may be found at any of its places:
the text is the same (96 spans of chroma-chunk-eval stand twice with the same neighbours too, so that nothing tells
them apart). The figure in brackets counts every copy as wrong. Of chroma-chunk-eval, every fourth span is taken. The
speed is that over pairs of a chunk and a quote of any document, chunks and quotes folded once each.
"""

import random
import time
from collections.abc import Iterator

from labelled import Span, documents, spans

from assay.alignment.finding import find_quote
from assay.alignment.folding import Folded, fold
from assay.data.case import Evidence
from assay.labels.quoting import quoted_part

COLLECTIONS = ("chroma-chunk-eval", "cmrc2018-dev-zh", "xquad-ru", "xquad-en", "xquad-zh", "xquad-es")
REACH = 32
Chunk = tuple[str, int, int]


def chunks(text: str, size: int, *, at_space: bool) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = min(len(text), start + size)
        if at_space and end < len(text):
            space = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = space + 1 if space > start else end
        yield start, end
        start = end


def noisy(text: str, chance: random.Random) -> str:
    """Plant the typography that copying, typesetting and input methods leave."""
    turned: list[str] = []
    for number, character in enumerate(text):
        if character == '"':
            turned.append("“" if number % 2 else "”")
        elif character == "'":
            turned.append("’")
        elif character == "-":
            turned.append(chance.choice("–—‑"))
        elif character == " " and chance.random() < 0.1:
            turned.append(chance.choice(["\n", "\r\n", "  ", "\u00a0"]))
        elif "!" <= character <= "~" and chance.random() < 0.1:
            turned.append(chr(ord(character) + 0xFEE0))
        elif "\u4e00" <= character <= "\u9fff" and chance.random() < 0.03:
            turned.append(character + "\n")
        else:
            turned.append(character)
    return "".join(turned)


def covered_by_text(span: Span, quote: Folded, chunk: Folded, text: str) -> int:
    found = find_quote(
        quote,
        chunk,
        prefix=text[max(0, span.start - REACH) : span.start],
        suffix=text[span.end : span.end + REACH],
    )
    covered = {place for one in found for place in range(one.quote_start, one.quote_end)}
    return len(covered)


def covered_in_evaluation(span: Span, chunk: str, text: str) -> int:
    evidence = Evidence(
        doc_id=span.doc_id,
        quote=span.quote,
        prefix=text[max(0, span.start - REACH) : span.start],
        suffix=text[span.end : span.end + REACH],
    )
    found = quoted_part(evidence, chunk)
    return 0 if found is None else found[1] - found[0]


def stretches(span: Span, text: str) -> list[tuple[int, int]]:
    """Where a span stands, itself first, then its copies."""
    places = [span.start]
    found = text.find(span.quote) if len(span.quote) >= REACH else -1
    while found >= 0:
        places.append(found)
        found = text.find(span.quote, found + 1)
    return [(place, place + span.end - span.start) for place in dict.fromkeys(places)]


def agree(true: int, told: int, half: float) -> bool:
    return abs(true - told) <= 2 or (true >= half) == (told >= half)


def agreement(collection: str, size: int, *, is_noisy: bool, show: bool = False) -> tuple[int, int, int]:
    texts, by_document = documents(collection), dict[str, list[Span]]()
    for span in spans(collection)[:: 4 if collection == "chroma-chunk-eval" else 1]:
        by_document.setdefault(span.doc_id, []).append(span)
    chance = random.Random(size)
    pairs = agreeing = strictly = 0
    for doc_id, theirs in by_document.items():
        text = texts[doc_id]
        copies = [stretches(span, text) for span in theirs]
        for start, end in chunks(text, size, at_space=not collection.endswith("zh")):
            piece = text[start:end]
            chunk = noisy(piece, chance) if is_noisy else piece
            for span, places in zip(theirs, copies, strict=True):
                covered = [max(0, min(end, last) - max(start, first)) for first, last in places]
                true = max(covered)
                told = covered_in_evaluation(span, chunk, text)
                if not true and not told:
                    continue
                half = len(span.quote) / 2
                is_alike, is_same = (agree(one, told, half) for one in (true, covered[0]))
                pairs, agreeing, strictly = pairs + 1, agreeing + (is_alike or is_same), strictly + is_same
                if show and not (is_alike or is_same):
                    print(true, told, repr(span.quote[:60]), len(span.quote), repr(piece[:20]))
    return pairs, agreeing, strictly


def speed(collection: str, n_pairs: int = 40_000) -> float:
    texts, found = documents(collection), spans(collection)
    chance = random.Random(0)
    cut = [
        fold(text[start:end])
        for text in texts.values()
        for start, end in chunks(text, 600, at_space=not collection.endswith("zh"))
    ]
    quotes = [(span, fold(span.quote)) for span in found]
    drawn = [(chance.choice(quotes), chance.choice(cut)) for _ in range(n_pairs)]
    began = time.perf_counter()
    for (span, quote), chunk in drawn:
        covered_by_text(span, quote, chunk, texts[span.doc_id])
    return n_pairs / (time.perf_counter() - began)


def main() -> None:
    print("| collection | chunk | pairs | agree | pairs, noise | agree, noise | pairs a second |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for collection in COLLECTIONS:
        rate = f"{speed(collection):,.0f}"
        for size in (400, 800):
            cells = [f"{collection}", f"{size}"]
            for is_noisy in (False, True):
                pairs, agreeing, strictly = agreement(collection, size, is_noisy=is_noisy)
                strict = "" if strictly == agreeing else f" ({strictly / pairs:.2%})"
                cells += [f"{pairs:,}", f"{agreeing / pairs:.2%}{strict}"]
            print("| " + " | ".join([*cells, rate]) + " |", flush=True)


if __name__ == "__main__":
    main()
