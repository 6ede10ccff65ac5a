"""Where a quote stands in a text: word for word, in other typography, cut off, or nearly."""

from collections.abc import Iterator
from dataclasses import dataclass

from assay.alignment.folding import Folded, fold
from assay.alignment.nearly import nearly
from assay.alignment.surroundings import SURE, Agreement, Surroundings

LEAST = 0.9  # similarity from which a stretch is the quote, nearly: below, tables and boilerplate pass for each other
LONG = 64  # folded characters from which a whole quote is evidence against neighbours that differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A part of a quote, found in a text.

    Parameters
    ----------
    start, end
        Where it stands: characters of the text, `end` exclusive.
    quote_start, quote_end
        Which part of the quote it is: characters of the quote; the whole unless the text cuts it off.
    similarity
        1 less the edits a folded character; 1.0 where the two differ in typography at most.
    is_exact
        Whether both are the same, character by character.
    agreement
        How far the neighbours are those that were named.
    """

    start: int
    end: int
    quote_start: int
    quote_end: int
    similarity: float
    is_exact: bool
    agreement: Agreement


def find_quote(
    quote: str | Folded, text: str | Folded, *, prefix: str = "", suffix: str = "", least: float = LEAST
) -> list[Found]:
    """Find a quote in a text.

    Parameters
    ----------
    quote, text
        Either may be folded already, which whoever asks often should do.
    prefix, suffix
        What stands before and after the quote where it was taken from. They decide which of several places is meant.
    least
        Smallest similarity at which a stretch is still the quote; above 1, none is but in other typography.

    Returns
    -------
    list of Found
        The first of these that finds something, in the order of the text:

        1. the quote, character by character; 2. the quote as folded; 3. parts of it that the text cuts off: the text
        ends with its beginning, begins with its end, or lies within it; 4. the one stretch nearest, if `least` allows.

        A place whose neighbours contradict `prefix` and `suffix` is left out: read together as far as the text
        reaches (32 folded characters on either side) they are less than 0.6 similar, and neither side has 16 equal
        characters (8 of Chinese or Japanese) next to the quote. A whole quote of 64 folded characters or more that
        stands at one place alone counts whatever stands about it. A part of fewer than 8 folded characters counts
        where it and neighbours that are equal make 8. The nearest stretch is looked for where the quote has 16
        folded characters. Empty where nothing is found.

    Notes
    -----
    Most pairs are refused by a handful of searches. See `nearly` for the cost of the last step.

    Examples
    --------
    >>> [found] = find_quote("the “gold” standard", 'It is the "gold"  standard of tests.')
    >>> found.start, found.end, found.similarity, found.is_exact
    (6, 26, 1.0, False)
    >>> [cut] = find_quote("twenty-four carats", "... which is called twenty-four")
    >>> cut.quote_start, cut.quote_end
    (0, 11)
    """
    sought = fold(quote) if isinstance(quote, str) else quote
    read = fold(text) if isinstance(text, str) else text
    if not sought.text or not read.text:
        return list(_exact(sought, read, Surroundings.of(prefix, suffix))) if sought.original else []
    about = Surroundings.of(prefix, suffix)
    if sought.text in read.text:
        found = _whole(sought, read, about)
        if found:
            return found
    found = list(_parts(sought, read, about))
    if found or least > 1:
        return found
    return list(_nearly(sought, read, about, least))


def find_best(
    quote: str | Folded, text: str | Folded, *, prefix: str = "", suffix: str = "", least: float = LEAST
) -> Found | None:
    """Return the place `find_quote` finds where most of the quote stands, then the one whose neighbours agree most.

    None where it finds none; the first of places that are alike.
    """
    found = find_quote(quote, text, prefix=prefix, suffix=suffix, least=least)
    if not found:
        return None
    return max(found, key=lambda one: (one.quote_end - one.quote_start, one.agreement.similarity))


def _exact(sought: Folded, read: Folded, about: Surroundings) -> Iterator[Found]:
    """Find what folds to nothing, such as white space."""
    for start in _places(sought.original, read.original):
        agreement = about.agreement("", None, None)
        place = (start, start + len(sought.original))
        yield _found(place, (0, len(sought.original)), sought, read, agreement)


def _whole(sought: Folded, read: Folded, about: Surroundings) -> list[Found]:
    """Find the quote as folded; where some of the places hold it character by character, those alone."""
    found: list[Found] = []
    for place in _places(sought.text, read.text):
        agreement = about.agreement(read.text, place, place + len(sought.text))
        span = read.span(place, place + len(sought.text))
        found.append(_found(span, (0, len(sought.original)), sought, read, agreement))
    agreeing = [one for one in found if not one.agreement.contradicts]
    if not agreeing and len(found) == 1 and len(sought.text) >= LONG:
        return found
    return [one for one in agreeing if one.is_exact] or agreeing


def _parts(sought: Folded, read: Folded, about: Surroundings) -> Iterator[Found]:
    """Find the end of the quote at the start of the text, and its beginning at the end of it; or the text within it."""
    quote, text = sought.text, read.text
    if len(text) < len(quote):
        place = quote.find(text)
        if place >= 0 and len(text) >= SURE:
            yield _part(sought, read, (0, len(text)), place, about.agreement(text, None, None))
            return
    for length in _overlaps(quote, text, at_start=True):
        agreement = about.agreement(text, None, length)
        if _is_certain(agreement, length):
            yield _part(sought, read, (0, length), len(quote) - length, agreement)
            break
    for length in _overlaps(quote, text, at_start=False):
        agreement = about.agreement(text, len(text) - length, None)
        if _is_certain(agreement, length):
            yield _part(sought, read, (len(text) - length, len(text)), 0, agreement)
            break


def _is_certain(agreement: Agreement, length: int) -> bool:
    if agreement.contradicts:
        return False
    return length >= SURE or (length + agreement.equal >= SURE and agreement.equal > 0)


def _overlaps(quote: str, text: str, *, at_start: bool) -> Iterator[int]:
    """Lengths of the ends of the quote that the text starts with, or of its beginnings that it ends with.

    The longest first. Long ones are found by the last characters of the overlap, which few quotes hold at all.
    """
    longest = min(len(quote), len(text) + 1) - 1
    edge = text[:SURE] if at_start else text[-SURE:]
    if longest >= SURE and edge in quote:
        for place in _places(edge, quote) if at_start else reversed(list(_places(edge, quote))):
            length = len(quote) - place if at_start else place + SURE
            if length <= longest and _meets(quote, text, length, at_start=at_start):
                yield length
    short = range(min(SURE - 1, longest), 0, -1)
    if at_start:
        yield from [length for length in short if text.startswith(quote[-length:])]
    else:
        yield from [length for length in short if text.endswith(quote[:length])]


def _meets(quote: str, text: str, length: int, *, at_start: bool) -> bool:
    return text.startswith(quote[-length:]) if at_start else text.endswith(quote[:length])


def _nearly(sought: Folded, read: Folded, about: Surroundings, least: float) -> Iterator[Found]:
    place = nearly(sought.text, read.text, least=least)
    if place is None or place.end == place.start:
        return
    agreement = about.agreement(read.text, place.start, place.end)
    if agreement.contradicts:
        return
    similarity = 1 - place.edits / len(sought.text)
    span = read.span(place.start, place.end)
    yield _found(span, (0, len(sought.original)), sought, read, agreement, similarity=similarity)


def _part(sought: Folded, read: Folded, stretch: tuple[int, int], place: int, agreement: Agreement) -> Found:
    part = sought.span(place, place + stretch[1] - stretch[0])
    return _found(read.span(*stretch), part, sought, read, agreement)


def _found(
    span: tuple[int, int],
    part: tuple[int, int],
    sought: Folded,
    read: Folded,
    agreement: Agreement,
    *,
    similarity: float = 1.0,
) -> Found:
    start, end = span
    is_exact = read.original[start:end] == sought.original[part[0] : part[1]]
    if not is_exact and (exact := _word_for_word(sought.original, read.original, start, part)) is not None:
        start, end, is_exact = *exact, True
    return Found(
        start=start,
        end=end,
        quote_start=part[0],
        quote_end=part[1],
        similarity=similarity,
        is_exact=is_exact,
        agreement=agreement,
    )


def _word_for_word(quote: str, text: str, start: int, part: tuple[int, int]) -> tuple[int, int] | None:
    """Where a whole quote that begins or ends with what folds away stands about `start`, character by character."""
    if part != (0, len(quote)):
        return None
    place = text.find(quote, max(0, start - len(quote)), start + len(quote))
    return None if place < 0 or place > start else (place, place + len(quote))


def _places(sought: str, text: str) -> Iterator[int]:
    place = text.find(sought)
    while place >= 0:
        yield place
        place = text.find(sought, place + 1)
