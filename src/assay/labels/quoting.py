"""Which part of a quoted passage a hit's text holds."""

from assay.data.case import Evidence

_LEAST = 8  # characters of a passage that is cut off by the end of a text: fewer stand there by chance


def quoted_part(evidence: Evidence, text: str) -> tuple[int, int] | None:
    """Return the part of a quote that a text holds, in the quote's characters; None where none.

    The whole where the quote stands in the text; else its beginning at the end of the text, its end at the beginning,
    or the text within the quote, as chunks cut passages in two.
    """
    quote = evidence.quote
    if quote in text:
        return 0, len(quote)
    if len(text) >= _LEAST and text in quote:
        start = quote.index(text)
        return start, start + len(text)
    for length in range(min(len(quote), len(text)) - 1, _LEAST - 1, -1):
        if text.endswith(quote[:length]):
            return 0, length
        if text.startswith(quote[-length:]):
            return len(quote) - length, len(quote)
    return None
