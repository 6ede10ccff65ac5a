"""Text of users made safe to print: nothing in it can steer a terminal or fail to be encoded."""

_CONTROL = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def encodable(text: str) -> str:
    r"""Write lone surrogates, which UTF-8 cannot hold, as ``\udXXX``; inside JSON that is their own notation."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def visible(text: str) -> str:
    r"""Write control characters as ``\xNN`` too, line feeds and tabs aside.

    Examples
    --------
    >>> print(visible("red: \x1b[31m"))
    red: \x1b[31m
    """
    return encodable(text).translate(_CONTROL)
