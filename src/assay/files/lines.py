"""The lines of an open file, decoded one by one; none may be longer than a bound."""

from collections.abc import Iterator
from io import BufferedReader

from assay.files.problems import Problems

LINE_LIMIT = 1 << 20
_BOM = b"\xef\xbb\xbf"


def text_lines(stream: BufferedReader, problems: Problems, *, limit: int = LINE_LIMIT) -> Iterator[tuple[int, str]]:
    """Iterate over (number, text with its line end).

    A line ends with a line feed. A byte order mark is dropped; lines that are not UTF-8 go to `problems` and are left
    out.

    Raises
    ------
    BadFileError
        A line of more than `limit` bytes.
    """
    number = 0
    while raw := stream.readline(limit + 1):
        number += 1
        if len(raw) > limit:
            hint = "lines end with a line feed; is this the file that was meant?"
            raise problems.stop(number, f"a line of more than {limit} bytes", hint=hint)
        try:
            text = (raw.removeprefix(_BOM) if number == 1 else raw).decode("utf-8")
        except UnicodeDecodeError as exc:
            problems.hint = problems.hint or "save the file as UTF-8."
            problems.add(number, f"not UTF-8: byte 0x{exc.object[exc.start]:02x}")
            continue
        yield number, text
