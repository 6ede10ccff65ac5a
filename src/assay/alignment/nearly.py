"""The stretch of a text that is nearest to a quote, found without reading most of the text."""

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from assay.alignment.distance import Place, nearest

LEAST_LENGTH = 16  # characters of a quote below which a near stretch says nothing
_GRAM = 3
_COMPARED = 4_000_000  # pairs of runs beyond which reading the stretch costs less
Grams: TypeAlias = NDArray[np.int64]


def nearly(quote: str, text: str, *, least: float) -> Place | None:
    """Find the stretch of `text` that is nearest to `quote`, where it is near enough.

    Parameters
    ----------
    quote, text
        Folded. Nothing is found of a quote of fewer than 16 characters.
    least
        Smallest similarity, 1 less the edits a character of the quote.

    Returns
    -------
    Place or None
        The first of the nearest stretches.

    Notes
    -----
    Of e + 1 pieces of the quote, e edits leave one as it is, so texts that hold none are refused (Wu & Manber 1992). A
    stretch with at most e edits holds all but 3e of the quote's runs of three characters (Ukkonen 1992), so texts
    without so many of them are refused, and of the others only the stretches where they lie together are read. Never
    misses a stretch. O(len(text)) NumPy operations, and O(stretch) steps in Python.
    """
    allowed = int((1 - least) * len(quote) + 1e-9)
    if len(quote) < LEAST_LENGTH:
        return None
    if not any([piece in text for piece in _pieces(quote, allowed + 1)]):  # noqa: C419 - faster than a generator
        return None
    needed = len(quote) - _GRAM + 1 - _GRAM * allowed
    if len(_runs(quote) - _runs(text)) > _GRAM * allowed:
        return None
    best: Place | None = None
    for start, end in _stretches(quote, text, needed, len(quote) + allowed) if needed > 0 else [(0, len(text))]:
        if not _is_in_line(quote, text[start:end], needed, allowed):
            continue
        place = nearest(quote, text[start:end], most=allowed)
        if place is not None and (best is None or place.edits < best.edits):
            best = Place(start=start + place.start, end=start + place.end, edits=place.edits)
    return best


@lru_cache(maxsize=8192)
def _pieces(text: str, count: int) -> list[str]:
    """Cut a text into pieces of nearly one length."""
    return [text[len(text) * part // count : len(text) * (part + 1) // count] for part in range(count)]


@lru_cache(maxsize=8192)
def _runs(text: str) -> frozenset[str]:
    return frozenset(text[place : place + _GRAM] for place in range(len(text) - _GRAM + 1))


@lru_cache(maxsize=1024)
def _grams(text: str) -> Grams:
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    return codes[:-2] | codes[1:-1] << 21 | codes[2:] << 42


@lru_cache(maxsize=8192)
def _sorted_grams(text: str) -> Grams:
    return np.unique(_grams(text))


def _stretches(quote: str, text: str, needed: int, width: int) -> list[tuple[int, int]]:
    """Return the stretches with `needed` runs of the quote within `width` characters, joined where they overlap."""
    if len(text) < _GRAM:
        return []
    sought, grams = _sorted_grams(quote), _grams(text)
    shared = sought[np.minimum(np.searchsorted(sought, grams), len(sought) - 1)] == grams
    total = np.concatenate([[0], np.cumsum(shared)])
    starts = np.arange(len(shared))
    held = total[np.minimum(starts + width, len(shared))] - total[starts]
    dense = np.flatnonzero(held >= needed)
    if not len(dense):
        return []
    breaks = np.flatnonzero(np.diff(dense) > 1)
    firsts = dense[np.concatenate([[0], breaks + 1])]
    lasts = dense[np.concatenate([breaks, [len(dense) - 1]])]
    return _joined(firsts, lasts + width + _GRAM, len(text))


def _is_in_line(quote: str, stretch: str, needed: int, allowed: int) -> bool:
    """Whether `needed` runs of the quote stand in a stretch in their order, none moved by more than `allowed`."""
    if needed <= 0 or len(quote) * len(stretch) > _COMPARED or len(stretch) < _GRAM:
        return True
    places, others = np.nonzero(_grams(quote)[:, None] == _grams(stretch))
    shifts = np.bincount(others - places + len(quote), minlength=1)
    total = np.concatenate([[0], np.cumsum(shifts)])
    ends = np.minimum(np.arange(len(shifts)) + 2 * allowed + 1, len(shifts))
    return bool((total[ends] - total[:-1] >= needed).any())


def _joined(firsts: Grams, lasts: Grams, length: int) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], min(last, length))
        else:
            joined.append((max(first, 0), min(last, length)))
    return joined
