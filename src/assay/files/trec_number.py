"""Decimal numbers in bytes, many at once: correctly rounded, as ``float`` reads them, and nothing looser."""

import re

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Words

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

PAD = 32  # bytes that must lie before the first number and behind the last one

_NUMBER = re.compile(rb"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|infinity)", re.IGNORECASE)
_WORD = 8
_MOST_DIGITS = 18  # below 2**63
_EXACT_DIGITS = 15  # below 2**53: one division of two exact floats rounds once
_TENS = np.array([10**n for n in range(_MOST_DIGITS + 1)], dtype=np.int64)
_POWERS = _TENS.astype(np.float64)  # exact up to 10**22
_TAIL = np.array([((1 << 64) - 1) ^ ((1 << 8 * (_WORD - n)) - 1) for n in range(_WORD + 1)], dtype=np.uint64)
_ZEROS = np.array([0x3030303030303030 & ((1 << 8 * (_WORD - n)) - 1) for n in range(_WORD + 1)], dtype=np.uint64)
_SPLIT = 134217729.0  # 2**27 + 1: splits a float into two halves (Dekker 1971)


def _word(value: int) -> np.uint64:
    return np.uint64(value)


_SIX, _HIGH, _DIGITS = _word(0x0606060606060606), _word(0xF0F0F0F0F0F0F0F0), _word(0x3030303030303030)
_LOW, _SHIFTS = _word(0x0F0F0F0F0F0F0F0F), (_word(8), _word(16), _word(32))
_PAIR, _QUAD, _EIGHT = _word(2561), _word(6553601), _word(42949672960001)
_PAIRS, _QUADS = _word(0x00FF00FF00FF00FF), _word(0x0000FFFF0000FFFF)
_DOTS, _ONES, _TOPS = _word(0x2E2E2E2E2E2E2E2E), _word(0x0101010101010101), _word(0x8080808080808080)
_PLACES, _SEVEN, _TOP = _word(0x0001020304050607), _word(7), _word(56)


def parse_numbers(data: NDArray[np.uint8], start: Ints, stop: Ints) -> tuple[Floats, Ints]:
    """Read decimal numbers.

    Parameters
    ----------
    data
        uint8, with `PAD` bytes before the first number and behind the last.
    start, stop
        int64, shape (n_rows,): where each number's bytes begin and end.

    Returns
    -------
    float64, shape (n_rows,); int64, shape (n_refused,)
        The nearest float to each number, and the rows that hold none: NaN, text, ``1_0``, ``0x10``, ``1,5``.

    Notes
    -----
    Plain decimals of up to 18 digits are read eight digits at a time; anything else, such as ``1e-5`` or ``inf``, goes
    through ``float`` one by one. Up to 15 digits, one division of two exact floats is correctly rounded (Clinger 1990);
    beyond, the quotient is corrected by its remainder, and where it comes too near the middle between two floats
    ``float`` decides.
    """
    values, plain = _plain_decimals(data, start, stop)
    refused: list[int] = []
    for row in np.flatnonzero(~plain).tolist():
        raw = data[int(start[row]) : int(stop[row])].tobytes()
        if _NUMBER.fullmatch(raw):
            values[row] = float(raw)
        else:
            refused.append(row)
    return values, np.array(refused, dtype=np.int64)


def _plain_decimals(data: NDArray[np.uint8], start: Ints, stop: Ints) -> tuple[Floats, Bools]:
    """Read numbers such as ``-12.5``; the second array says which rows were."""
    words = np.ndarray((len(data) - _WORD + 1,), dtype="<u8", buffer=data, strides=(1,))
    head = words[start]
    negative = (head & np.uint64(0xFF)) == ord("-")
    if negative.any():
        start = start + negative
        head = words[start]
    size = stop - start
    dot = _first_dot(head)
    whole = np.minimum(dot, size)  # digits before the dot
    decimals = np.maximum(size - whole - 1, 0)
    value, plain = _eight_digits((head << (_word(64) - (whole.astype(np.uint64) << np.uint64(3)))) | _ZEROS[whole])
    plain &= (whole < _WORD) | (size == _WORD)
    plain &= (whole + decimals > 0) & (decimals <= _MOST_DIGITS)
    plain &= (whole + decimals <= _MOST_DIGITS) | (value == 0)
    inside = np.minimum(decimals, _MOST_DIGITS)
    value *= _TENS[np.where(plain, inside, 0)]
    longest = int(inside.max(initial=0))
    for place in range(-(-longest // _WORD)):
        length = np.clip(inside - place * _WORD, 0, _WORD)
        word = words[stop - (place + 1) * _WORD]
        digits, good = _eight_digits((word & _TAIL[length]) | _ZEROS[length])
        value += digits * _TENS[place * _WORD] if place else digits
        plain &= good
    quotient, sure = _divided(np.where(plain, value, 0), np.where(plain, inside, 0))
    return np.where(negative, -quotient, quotient), plain & sure


def _first_dot(words: Words) -> Ints:
    """Return the place of the first ``.`` among eight bytes, 8 where there is none."""
    found = words ^ _DOTS
    found = (found - _ONES) & ~found & _TOPS
    found &= ~found + np.uint64(1)
    place = ((found >> _SEVEN) * _PLACES) >> _TOP
    return np.where(found == 0, _WORD, place.astype(np.int64))


def _eight_digits(words: Words) -> tuple[Ints, Bools]:
    """Read eight ASCII digits a word, the first one lowest; the second array says where all eight are digits."""
    good = ((words & _HIGH) == _DIGITS) & (((words + _SIX) & _HIGH) == _DIGITS)
    found = words & _LOW
    found = ((found * _PAIR) >> _SHIFTS[0]) & _PAIRS
    found = ((found * _QUAD) >> _SHIFTS[1]) & _QUADS
    found = (found * _EIGHT) >> _SHIFTS[2]
    return found.view(np.int64), good


def _divided(value: Ints, decimals: Ints) -> tuple[Floats, Bools]:
    """Divide by a power of ten, correctly rounded; the second array says where that is certain."""
    power = _POWERS[decimals]
    high = value.astype(np.float64)
    quotient = high / power
    sure = np.ones(len(value), dtype=np.bool_)
    long = np.flatnonzero(value >= _TENS[_EXACT_DIGITS])
    if not len(long):
        return quotient, sure
    near, power = quotient[long], power[long]
    low = (value[long] - high[long].astype(np.int64)).astype(np.float64)
    product, error = _exact_product(near, power)
    rest = (((high[long] - product) - error) + low) / power
    total = near + rest
    off = np.abs(rest - (total - near))  # what rounding the sum left out, exactly
    half = np.spacing(total) / 2
    quotient[long] = total
    sure[long] = (np.abs(off - half) > half * 1e-6) & (np.abs(total) > np.finfo(np.float64).tiny)
    # just above a power of two the floats below lie closer: the middle there is a quarter
    sure[long] &= np.abs(off - half / 2) > half * 1e-6
    return quotient, sure


def _exact_product(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """Return the rounded product and what rounding left out (Dekker 1971)."""
    product = left * right
    left_high, left_low = _halves(left)
    right_high, right_low = _halves(right)
    error = ((left_high * right_high - product) + left_high * right_low + left_low * right_high) + left_low * right_low
    return product, error


def _halves(value: Floats) -> tuple[Floats, Floats]:
    scaled = value * _SPLIT
    high = scaled - (scaled - value)
    return high, value - high
