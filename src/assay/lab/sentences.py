"""Where sentences begin, in English, Spanish, Russian, Chinese and what is punctuated like them."""

import re

_CLOSING = "\"'”’»)\\]」』）》】"
_BOUNDARY = re.compile(
    rf"(?P<wide>(?:[。！？｡]|…{{2}})(?![。！？｡…])[{_CLOSING}]*+\s*+)"
    rf"|(?P<spaced>(?<![.!?…؟۔।])[.!?…؟۔।]++[{_CLOSING}]*+\s++)"
    r"|(?P<item>\n[ \t]*+(?=(?:[-*+•]|\d{1,3}[.)])[ \t]))"
)
_DOTTED = re.compile(r"(?:\w\.)+\w")
_LOOK_BACK = 16
_ABBREVIATIONS_OF = {
    "en": "mr mrs ms dr prof rev gen col sgt capt lt sen rep gov hon st jr sr ave blvd rd mt vs fig figs eq eqs sec "
    "ch chap vol no nos pp ed eds cf al inc ltd co corp dept univ approx est jan feb mar apr jun jul aug sep sept oct "
    "nov dec",
    "es": "sra srta ud uds vd vds dra ing lic arq núm pág págs art cap av avda tel ej aprox ee máx mín fdo",
    "ru": "ул рис стр см им гл гг руб коп тыс млн млрд др пр проф акад доц обл напр табл ред изд соавт св ст",
}
_ABBREVIATIONS = frozenset(" ".join(_ABBREVIATIONS_OF.values()).split())


def sentence_starts(text: str) -> list[int]:
    """Return where each sentence of `text` begins, in ascending order.

    A sentence ends after ``. ! ? …`` and blank space unless a small letter follows (even then if blank space stands
    before the mark too, as in tokenised text), after ``。！？`` and ``……``
    even without blank space, and before an item of a list. What looks like an abbreviation ("e.g.", "Dr.",
    "т. е.", "EE. UU."), an initial ("J. Smith"), a decimal ("3.14") or the number of a list item does not end one.

    Returns
    -------
    list of int
        Offsets of characters that are not blank; the first is the first such character of `text`. Empty for
        blank text.

    Notes
    -----
    One pass, O(len(text)). Rules, not a model: a sentence that ends in an abbreviation or a single letter and is
    followed by a capital is joined with the next.

    Examples
    --------
    >>> text = "Pi is 3.14, e.g. here. 好。对！ Next"
    >>> [text[start : start + 2] for start in sentence_starts(text)]
    ['Pi', '好。', '对！', 'Ne']
    """
    first = len(text) - len(text.lstrip())
    if first == len(text):
        return []
    boundaries = (found for found in _BOUNDARY.finditer(text, first) if found.end() < len(text))
    return [first, *(found.end() for found in boundaries if found.lastgroup != "spaced" or not _goes_on(text, found))]


def _goes_on(text: str, found: re.Match[str]) -> bool:
    dot = found.start()
    alone = text[dot + 1].isspace()
    if alone and dot > 0 and text[dot - 1].isspace():  # tokenised text, often without capitals
        return False
    return text[found.end()].islower() or (text[dot] == "." and alone and _abbreviates(text, dot))


def _abbreviates(text: str, dot: int) -> bool:
    before = text[max(0, dot - _LOOK_BACK) : dot]
    if not before:
        return False
    word = before.split()[-1].lstrip("([«\"'“‘").casefold()
    if word.isdecimal():
        line = before[: len(before) - len(word)].rpartition("\n")
        return (bool(line[1]) or dot <= _LOOK_BACK) and not line[2].strip()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()) or _DOTTED.fullmatch(word) is not None
