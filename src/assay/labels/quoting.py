"""Which part of a quoted passage a hit's text holds."""

from functools import lru_cache

from assay.alignment.finding import Found, find_best
from assay.alignment.folding import fold
from assay.data.case import Evidence

_folded = lru_cache(maxsize=4096)(fold)  # a hit's text is held against every passage of its document


def quoted_part(evidence: Evidence, text: str) -> tuple[int, int] | None:
    """Return the part of a quote that a text holds, in the quote's characters; None where none.

    The whole where the quote stands in the text, word for word or but for white space, case, dashes and the like, or
    nearly; else its beginning at the end of the text, its end at the beginning, or the text within the quote, as chunks
    cut passages in two. What stands around the quote in its document decides where it might stand by chance; see
    `assay.alignment.finding.find_quote`. What is nearly the quote but has other digits is not it: rows of a table that
    differ in their figures alone are 0.9 similar, and say different things.

    Examples
    --------
    >>> fee = Evidence(doc_id="prices", quote="the fee is 8 dollars a month")
    >>> quoted_part(fee, "From May the fee was 8 dollars a month.")
    (0, 28)
    >>> quoted_part(fee, "From May the fee is 9 dollars a month.") is None
    True
    """
    found = find_best(_folded(evidence.quote), _folded(text), prefix=evidence.prefix, suffix=evidence.suffix)
    if found is None or _has_other_digits(found, evidence.quote, text):
        return None
    return found.quote_start, found.quote_end


def _has_other_digits(found: Found, quote: str, text: str) -> bool:
    if found.similarity == 1.0:
        return False
    return _digits(quote[found.quote_start : found.quote_end]) != _digits(text[found.start : found.end])


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, _folded(text).text))
