"""A text folded to what it says, whatever its typography, with the place of every character that is left."""

import re
import unicodedata
from dataclasses import dataclass
from threading import Lock
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Places: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.uint32]

_SPACE, _DASH = ord(" "), ord("-")
_DASHES = "‐‑‒–—―⁓⸺⸻〜−﹘﹣－"
_DOUBLE = "“”„‟″«»〝〞＂「」『』"
_SINGLE = "‘’‚‛′‹›`´＇"
_SAME = {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_DOUBLE, '"'), **dict.fromkeys(_SINGLE, "'")}
_ASCII = bytes(ord(" " if chr(code).isspace() else _SAME.get(chr(code), chr(code)).lower()) for code in range(128))
_ASCII_TABLE = _ASCII + bytes(range(128, 256))
_REPEATED = re.compile(rb"  |--|\A | \Z")
_MARKS = "\u0300-\u036f\u0483-\u0487\u1161-\u11ff\u3099\u309a"
_MARK = re.compile(f"[{_MARKS}]")
_COMPOSED = re.compile(f"[^{_MARKS}][{_MARKS}]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A text, what is left of it when folded, and where that stood.

    Parameters
    ----------
    original
        The text as it was.
    text
        Folded; it neither begins nor ends with a space.
    places : int64, shape (len(text),)
        Place in `original` of every character of `text`; never falls.
    """

    original: str
    text: str
    places: Places

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the folded characters ``[start, end)``, at least one, stand in the original."""
        last = int(self.places[end - 1]) + 1
        while last < len(self.original) and _MARK.match(self.original, last):
            last += 1
        return int(self.places[start]), last


def fold(text: str) -> Folded:
    """Fold a text, so that two that differ in typography alone become equal.

    Parameters
    ----------
    text
        In any script.

    Returns
    -------
    Folded
        Every character in its compatibility form (full-width letters, ligatures, composed accents) and without case;
        every dash ``-``, every quotation mark ``"`` or ``'``, an ellipsis three dots; soft hyphens and what has no
        width left out; runs of white space one space, runs of dashes one dash; no white space beside a Chinese or
        Japanese character, nor at the ends.

    Notes
    -----
    NFKC and case folding (Unicode 3.13, default caseless matching) by character, and by cluster where accents stand
    as characters of their own. O(len(text)). Nothing is cached: keep what is returned.

    Examples
    --------
    >>> fold("“Ｆｕｌｌ－ｗｉｄｔｈ”  Straße…").text
    '"full-width" strasse...'
    """
    if text.isascii():
        plain = text.encode("ascii").translate(_ASCII_TABLE)
        if not _REPEATED.search(plain):
            return Folded(original=text, text=plain.decode("ascii"), places=np.arange(len(text)))
    composed, origins = _compose(text)
    codes, places = _TABLE.fold(_codes(composed))
    kept = _kept(codes)
    folded = codes[kept].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return Folded(original=text, text=folded, places=places[kept] if origins is None else origins[places[kept]])


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _compose(text: str) -> tuple[str, Places | None]:
    """Join accents to their letters; return the text and the place of each character, None where nothing moved."""
    if not _MARK.search(text):
        return text, None
    parts: list[str] = []
    places: list[int] = []
    read = 0
    for match in _COMPOSED.finditer(text):
        cluster = unicodedata.normalize("NFC", match[0])
        parts += (text[read : match.start()], cluster)
        places.extend(range(read, match.start()))
        places.extend(match.start() + min(number, len(match[0]) - 1) for number in range(len(cluster)))
        read = match.end()
    places.extend(range(read, len(text)))
    return "".join([*parts, text[read:]]), np.array(places, dtype=np.int64)


def _kept(codes: Codes) -> NDArray[np.bool_]:
    """Which characters stay: the first of a run, and no space beside Chinese or Japanese, nor at the ends."""
    kept = np.ones(len(codes), dtype=bool)
    kept[1:] = (codes[1:] != codes[:-1]) | ((codes[1:] != _SPACE) & (codes[1:] != _DASH))
    spaces = np.flatnonzero(kept & (codes == _SPACE))
    if not len(spaces):
        return kept
    stays = np.flatnonzero(codes != _SPACE)
    after = np.searchsorted(stays, spaces)
    inner = (after > 0) & (after < len(stays))
    kept[spaces[~inner]] = False
    left, right = codes[stays[after[inner] - 1]], codes[stays[after[inner]]]
    kept[spaces[inner][_without_spaces(left) | _without_spaces(right)]] = False
    return kept


def _without_spaces(codes: Codes) -> NDArray[np.bool_]:
    """Which characters are of a script that is written without spaces between words: Chinese and Japanese."""
    korean = (codes >= 0x3130) & (codes <= 0x318F)
    return (
        ((codes >= 0x2E80) & (codes <= 0x9FFF) & ~korean)
        | ((codes >= 0xF900) & (codes <= 0xFAFF))
        | ((codes >= 0x20000) & (codes <= 0x3FFFF))
    )


def _folded_character(character: str) -> str:
    if character.isspace():
        return " "
    if character in _SAME:
        return _SAME[character]
    if unicodedata.category(character) == "Cf":
        return ""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())


class _Table:
    """What each character becomes: looked up in arrays, worked out when first met."""

    def __init__(self) -> None:
        self._start = np.zeros(0x110000, dtype=np.int32)
        self._length = np.zeros(0x110000, dtype=np.int8)
        self._known = np.zeros(0x110000, dtype=bool)
        self._pool = np.zeros(0, dtype=np.uint32)
        self._lock = Lock()

    def fold(self, codes: Codes) -> tuple[Codes, Places]:
        """Return the characters that `codes` become, and the place in `codes` that each comes from."""
        if not self._known[codes].all():
            self._learn(codes)
        lengths, starts = self._length[codes], self._start[codes]
        if (lengths == 1).all():
            return self._pool[starts], np.arange(len(codes))
        places = np.repeat(np.arange(len(codes)), lengths)
        first = np.cumsum(lengths, dtype=np.int64) - lengths
        return self._pool[starts[places] + np.arange(len(places)) - first[places]], places

    def _learn(self, codes: Codes) -> None:
        with self._lock:
            new = np.unique(codes[~self._known[codes]])
            folded = [_codes(_folded_character(chr(code))) for code in new.tolist()]
            lengths = np.array([len(one) for one in folded], dtype=np.int64)
            begins = len(self._pool)
            self._pool = np.concatenate([self._pool, *folded])
            self._start[new] = begins + np.cumsum(lengths) - lengths
            self._length[new] = lengths
            self._known[new] = True


_TABLE = _Table()
