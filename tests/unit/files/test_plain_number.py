"""What counts as a number written plainly."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from assay.files.plain_number import plain_number


@pytest.mark.parametrize(
    ("given", "value"),
    [("1", 1), ("-0.5", -0.5), ("+.5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001), (" 2\t", 2),
     ("0" * 5000 + "7", 7),
     (3, 3), (np.int8(3), 3), (np.float32(0.5), 0.5), (Decimal("0.1"), 0.1), (Fraction(1, 4), 0.25), (np.str_("2"), 2)],
)  # fmt: skip
def test_plain_numbers_are_read(given: object, value: float) -> None:
    assert plain_number(given) == value


@pytest.mark.parametrize(
    "given",
    ["", " ", ".", "+", "e5", "1e", "1 2", "1_0", "0x10", "0b1", "1,5", "1.2.3", "nan", "NaN", "१", "²", "１",
     "1\u00a0", "1j", "1f", "True",
     "None", None, True, np.bool_(True), float("nan"), Decimal("nan"), Decimal("sNaN"), 1j, [], np.zeros(1), b"1",
     pytest.param(10**5000, id="huge")],
)  # fmt: skip
@pytest.mark.parametrize("infinite", [False, True])
def test_nothing_else_is_a_number(given: object, infinite: bool) -> None:
    assert plain_number(given, infinite=infinite) is None


@pytest.mark.parametrize("given", ["inf", "+INF", "Infinity", "1e999", float("inf"), np.float64("inf"), Decimal("inf")])
def test_infinities_are_numbers_where_they_will_do(given: object) -> None:
    assert plain_number(given, infinite=True) == math.inf
    assert plain_number(given) is None
    assert plain_number("-inf", infinite=True) == -math.inf
