"""What is wrong with a table, gathered while it is read: enough of it to act on, never without bound."""

from assay.errors import BadFileError, Problem

LIMIT = 1000  # problems after which reading stops: ten million bad lines would fill the memory


class Problems:
    """The problems of one file, or of one table given in memory.

    Parameters
    ----------
    path
        The file, or what the table is called in messages.
    hint
        What to do, said once below the problems.
    """

    def __init__(self, path: str, *, hint: str | None = None) -> None:
        self.path = path
        self.hint = hint
        self.found: list[Problem] = []

    def add(self, line: int | None, text: str, *, field: str | None = None) -> None:
        """Note what is wrong in a line (or in a row, of a table that has no lines).

        Raises
        ------
        BadFileError
            So much is wrong that reading on would tell nobody more.
        """
        self.found.append(Problem(path=self.path, line=line, field=field, text=text))
        if len(self.found) >= LIMIT:
            self.found.append(Problem(path=self.path, text=f"not read any further after {LIMIT} problems"))
            raise self.error()

    def stop(self, line: int | None, text: str, *, hint: str | None = None) -> BadFileError:
        """Return the error that ends reading here, with everything noted so far."""
        self.found.append(Problem(path=self.path, line=line, text=text))
        self.hint = hint or self.hint
        return self.error()

    def error(self) -> BadFileError:
        """Return what was noted as an error, in the order of the lines."""
        return BadFileError(sorted(self.found, key=_place), hint=self.hint)

    def check(self) -> None:
        """Raise what was noted, if anything was."""
        if self.found:
            raise self.error()


def shown(value: object) -> str:
    """Return a value as a message can hold it: on one line, and short.

    Examples
    --------
    >>> shown("1_0"), shown(10**5000)
    ("'1_0'", 'a whole number of 16610 bits')
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a whole number of {value.bit_length()} bits"  # Python refuses to write more than 4300 digits
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 80 else text[:80] + "..."


def _place(problem: Problem) -> float:
    return float("inf") if problem.line is None else problem.line
