import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.files.trec_number import PAD, parse_numbers

PLAIN = st.from_regex(r"[+-]?([0-9]{1,20}(\.[0-9]{0,22})?|\.[0-9]{1,22})", fullmatch=True)
ANY = (
    PLAIN
    | st.floats(allow_nan=False).map(repr)
    | st.from_regex(r"-?[0-9]{1,3}\.?[0-9]{0,9}e[+-]?[0-9]{1,3}", fullmatch=True)
)


def parsed(texts: list[str]) -> tuple[list[float], list[int]]:
    raw = [text.encode() for text in texts]
    data = np.frombuffer(b"9" * PAD + b" ".join(raw) + b"." * PAD, dtype=np.uint8)
    length = np.array([len(one) for one in raw])
    start = PAD + np.cumsum(length + 1) - length - 1
    values, refused = parse_numbers(data, start, start + length)
    return values.tolist(), refused.tolist()


@given(st.lists(ANY, min_size=1, max_size=30))
def test_numbers_are_read_as_float_reads_them(texts: list[str]) -> None:
    values, refused = parsed(texts)
    assert refused == []
    assert [value.hex() for value in values] == [float(text).hex() for text in texts]


@pytest.mark.parametrize("digits", [6, 15, 16, 17, 18])
@pytest.mark.parametrize("whole", [0, 1, 3, 7])
def test_a_hundred_thousand_decimals_are_rounded_as_float_does(digits: int, whole: int) -> None:
    chance = Random(digits * 10 + whole)
    texts = [
        f"{chance.randrange(10**whole)}.{chance.randrange(10 ** (digits - whole)):0{digits - whole}d}"
        for _ in range(5_000 if whole >= digits else 25_000)
        if digits > whole
    ]
    values, _ = parsed(texts or ["1"])
    assert values == [float(text) for text in texts or ["1"]]


def test_every_float_survives_being_written_and_read() -> None:
    chance = Random(1)
    numbers = [chance.random() * 10 ** chance.randrange(-3, 6) for _ in range(100_000)]
    assert parsed([repr(number) for number in numbers])[0] == numbers


@pytest.mark.parametrize("nudge", [-1, 0, 1])
def test_decimals_at_the_middle_between_two_floats_go_to_the_even_one(nudge: int) -> None:
    middles = [(2**53 + 2 * odd + 1) * 10 + nudge for odd in range(200)]
    middles += [int((1 + (2 * odd + 1) * 2.0**-10) * 10**17) + nudge for odd in range(100)]
    texts = [f"{middle // 10}.{middle % 10}" for middle in middles] + [f"{middle / 10**17:.17f}" for middle in middles]
    assert parsed(texts)[0] == [float(text) for text in texts]


@given(st.lists(st.text("0123456789.+-eE_xnaif,/:", min_size=1, max_size=12), min_size=1, max_size=30))
def test_what_is_no_plain_number_is_refused(texts: list[str]) -> None:
    values, refused = parsed(texts)
    for row, text in enumerate(texts):
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        assert (row in refused) == (math.isnan(number) or "_" in text)
        assert row in refused or values[row] == number
