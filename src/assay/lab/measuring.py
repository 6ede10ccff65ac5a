"""How wide a text is: the unit that chunk sizes are counted in."""

import re

import numpy as np
from numpy.typing import NDArray

Widths = NDArray[np.int64]

IDEOGRAPHS = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_SYLLABLES = "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
_WIDE = re.compile(f"[{IDEOGRAPHS}{_SYLLABLES}]")


def _ranges(written: str) -> list[tuple[int, int]]:
    return [(ord(low), ord(high)) for low, high in re.findall("(.)-(.)", written)]


_WEIGHTED = [(3, _ranges(IDEOGRAPHS)), (2, _ranges(_SYLLABLES))]


def cumulative_widths(text: str) -> Widths:
    """Return the width of every beginning of `text`.

    The unit is one letter of an alphabet. A Chinese character counts 3, a kana or a Hangul syllable 2, anything
    else 1, so that one `size` holds about as much meaning in every language.

    Returns
    -------
    int64, shape (len(text) + 1,)
        ``widths[end] - widths[start]`` is the width of ``text[start:end]``.

    Notes
    -----
    O(len(text)). The weight of a Chinese character is measured: XQuAD's 240 paragraphs are 3.11 times as many
    characters in English as in their Chinese translation (1.08 times fewer than in Russian, 1.13 than in
    Spanish, which stay at 1). That of kana and Hangul is their display width (Unicode UAX 11), not measured.

    Examples
    --------
    >>> cumulative_widths("ab检").tolist()
    [0, 1, 2, 5]
    """
    if not _WIDE.search(text):
        return np.arange(len(text) + 1, dtype=np.int64)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    each = np.ones(len(codes), dtype=np.int64)
    for weight, ranges in _WEIGHTED:
        for low, high in ranges:
            each[(codes >= low) & (codes <= high)] = weight
    return np.concatenate(([0], np.cumsum(each)))
