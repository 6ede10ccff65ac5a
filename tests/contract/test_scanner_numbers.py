"""Millions of decimals, read as ``float`` reads them: every bit."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from assay.compiled import IS_COMPILED
from assay.files.trec_number import PAD, parse_numbers

SIZES = (8, 17, 25)


def in_numpy(written: Sequence[bytes]) -> NDArray[np.float64]:
    data = np.frombuffer(bytes(PAD) + b" ".join(written) + bytes(PAD), dtype=np.uint8)
    length = np.fromiter(map(len, written), np.int64, len(written))
    stop = np.cumsum(length + 1) - 1 + PAD
    values, refused = parse_numbers(data, stop - length, stop)
    assert not len(refused)
    return values


def compiled(written: Sequence[bytes]) -> NDArray[np.float64]:
    from assay.files.trec_scan_compiled import scan_columns

    raw = b"".join([b"q 0 d " + one + b"\n" for one in written])
    found = scan_columns(np.frombuffer(raw + bytes(8), dtype=np.uint8), len(raw), n_columns=4, longest=1 << 20)
    assert found is not None
    return found[3]


READERS = {"numpy": in_numpy, "compiled": compiled}
both = pytest.mark.parametrize(
    "reader",
    ["numpy", pytest.param("compiled", marks=pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here"))],
)


def check(reader: str, written: Sequence[bytes]) -> None:
    expected = np.fromiter(map(float, written), np.float64, len(written))
    found = READERS[reader](written)
    wrong = np.flatnonzero(found.view(np.uint64) != expected.view(np.uint64))
    assert not len(wrong), [(written[row], found[row], expected[row]) for row in wrong[:5]]


def decimals(n: int, most: int, seed: int) -> list[bytes]:
    """Numbers of 1 to `most` digits, a point anywhere among them, before or behind them."""
    rng = np.random.default_rng(seed)
    digits = rng.integers(ord("0"), ord("9") + 1, n * most, dtype=np.uint8).tobytes()
    lengths, places = rng.integers(1, most + 1, n).tolist(), rng.integers(0, most + 1, n).tolist()
    starts = range(0, n * most, most)
    return [
        digits[start : start + min(place, size)] + b"." + digits[start + min(place, size) : start + size]
        for start, size, place in zip(starts, lengths, places, strict=True)
    ]


@both
@pytest.mark.parametrize("most", SIZES)
def test_random_decimals(reader: str, most: int) -> None:
    check(reader, decimals(1_000_000 if reader == "compiled" else 100_000, most, seed=most))


@both
def test_random_exponents(reader: str) -> None:
    rng = np.random.default_rng(1)
    small, any_ = rng.integers(-30, 31, 100_000).tolist(), rng.integers(-345, 330, 30_000).tolist()
    written = decimals(130_000, 20, seed=2)
    check(reader, [one + b"e%d" % power for one, power in zip(written, small + any_, strict=True)])


@both
def test_every_float_is_read_back_from_its_shortest_form(reader: str) -> None:
    bits = np.random.default_rng(3).integers(0, 1 << 64, 100_000, dtype=np.uint64)
    values = bits.view(np.float64)
    check(reader, [repr(one).encode() for one in values[np.isfinite(values)].tolist()])


@both
def test_numbers_halfway_between_two_floats_and_beside_that(reader: str) -> None:
    rng, written = Random(4), list[bytes]()
    with localcontext() as context:
        context.prec = 800
        for exponent in [*range(-60, 70), *range(-1074, -1000, 5), *range(900, 971, 5)]:
            low = Decimal(rng.randrange(1 << 52, 1 << 53)) * Decimal(2) ** exponent
            middle = low + Decimal(2) ** exponent / 2
            exact = f"{middle:f}"
            written += [exact.encode(), f"{middle:e}".encode()]
            written += [exact[:size].encode() for size in range(17, 27) if any(c in "123456789" for c in exact[:size])]
            written += [exact.encode() + (b"1" if b"." in exact.encode() else b".1")]
    check(reader, written)


@both
def test_digits_that_wrap_around_64_bits(reader: str) -> None:
    """20 digits do not fit into 64 bits: a multiple of 2**64 leaves nothing of itself there."""
    whole = [str(times * 2**64 + off) for times, off in product(range(1, 6), range(-2, 3))]
    whole += [one + "0" * zeros for one in whole for zeros in (1, 2, 5)]
    written = [one[:place] + "." + one[place:] for one in whole for place in range(len(one) + 1)] + whole
    check(reader, [sign + one.encode() + power for one in written for sign in (b"", b"-") for power in (b"", b"e-5")])


@both
def test_points_and_exponents_that_outweigh_each_other(reader: str) -> None:
    """An exponent of many digits may not be cut off: the zeros in front of it make up for it."""
    written = [
        b"0." + b"0" * zeros + b"1e%d" % exponent
        for zeros in (10, 9_999, 10_001, 100_000)
        for exponent in (9_999, 10_000, 10_001, 99_999, 100_001, 999_999, 1_000_000, 10_000_000, 10**30)
    ]
    check(reader, [*written, *(one.replace(b"1e", b"0e") for one in written), b"1e-1000000", b"0e1000000"])
