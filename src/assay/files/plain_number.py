"""Numbers written plainly: digits, a point, an exponent; nothing a language adds to that."""

import math
import re
from decimal import Decimal
from numbers import Real

_BLANKS = " \t\r\n\v\f"
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(?:inity)?", re.ASCII | re.IGNORECASE)


def plain_number(given: object, *, infinite: bool = False) -> float | None:
    """Return a number, or text that writes one plainly, as a float; None for anything else.

    Parameters
    ----------
    given
        A number of any library, or text. ``nan``, ``1_0``, ``0x10``, ``1,5`` and digits of other scripts are none; nor
        are truth values.
    infinite
        Whether ``inf`` and ``-inf`` will do, and with them text beyond the range of a float, such as ``1e999``.

    Examples
    --------
    >>> plain_number(" 1e1 "), plain_number("1_0"), plain_number("-inf", infinite=True)
    (10.0, None, -inf)
    """
    if isinstance(given, str):
        return _written(given.strip(_BLANKS), infinite=infinite)
    if type(given) is not float:
        if isinstance(given, bool) or not isinstance(given, Real | Decimal):
            return None
        try:
            given = float(given)
        except (OverflowError, ValueError):  # a whole number beyond the range, a signalling NaN
            return None
    return given if math.isfinite(given) or (infinite and math.isinf(given)) else None


def _written(text: str, *, infinite: bool) -> float | None:
    if _NUMBER.fullmatch(text) or (infinite and _INFINITE.fullmatch(text)):
        number = float(text)
        return number if infinite or math.isfinite(number) else None
    return None
