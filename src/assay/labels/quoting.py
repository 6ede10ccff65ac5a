"""Which part of a quoted passage a hit's text holds."""

from functools import lru_cache

from assay.alignment.finding import find_best
from assay.alignment.folding import fold
from assay.data.case import Evidence

_folded = lru_cache(maxsize=4096)(fold)  # a hit's text is held against every passage of its document


def quoted_part(evidence: Evidence, text: str) -> tuple[int, int] | None:
    """Return the part of a quote that a text holds, in the quote's characters; None where none.

    The whole where the quote stands in the text, word for word or but for white space, case, dashes and the like, or
    nearly; else its beginning at the end of the text, its end at the beginning, or the text within the quote, as chunks
    cut passages in two. What stands around the quote in its document decides where it might stand by chance; see
    `assay.alignment.finding.find_quote`.
    """
    found = find_best(_folded(evidence.quote), _folded(text), prefix=evidence.prefix, suffix=evidence.suffix)
    return None if found is None else (found.quote_start, found.quote_end)
