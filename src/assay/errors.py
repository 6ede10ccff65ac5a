"""Every error Assay raises on purpose: one tree, whose classes keep the facts and whose messages say what to do."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches


class AssayError(Exception):
    """The root: catching it catches whatever Assay raises on purpose."""


class BadInputError(AssayError, ValueError):
    """What was given cannot be used; the message says where and what was expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong in a file: where it stands and what was expected there."""

    path: str
    line: int | None = None
    field: str | None = None
    text: str

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.text}" if self.field is None else f"{place}: field {self.field!r}: {self.text}"


def _told(problems: Sequence[Problem]) -> Iterator[str]:
    """Say each problem, those that differ in their line alone once."""
    lines: dict[tuple[str, str | None, str], list[Problem]] = {}
    for problem in problems:
        lines.setdefault((problem.path, problem.field, problem.text), []).append(problem)
    for alike in lines.values():
        more = f" and {len(alike) - 6} more" if len(alike) > 6 else ""
        others = ", ".join(str(problem.line) for problem in alike[1:6]) + more
        yield f"{alike[0]} (the same in line {others})" if len(alike) > 1 else str(alike[0])


class BadFileError(BadInputError):
    """A file with bad lines: all of them are in `problems`, the first ones in the message."""

    shown = 20

    def __init__(self, problems: Sequence[Problem], *, hint: str | None = None) -> None:
        self.problems = tuple(problems)
        self.hint = hint
        lines = list(_told(self.problems))
        if len(lines) > self.shown:
            lines = [*lines[: self.shown], f"... and {len(lines) - self.shown} more"]
        super().__init__("\n".join([*lines, *([f"Hint: {hint}"] if hint else [])]))


class UnknownMeasureError(AssayError, LookupError):
    """No measure goes by the given name."""

    def __init__(self, given: str, known: Iterable[str]) -> None:
        names = list(known)
        self.given, self.known = given, tuple(sorted(names))
        folded = {name.casefold(): name for name in reversed(names)}  # the first of several spellings wins
        near = get_close_matches(given.casefold(), folded, n=1)
        hint = f"did you mean {folded[near[0]]!r}?" if near else "`assay measures` lists them."
        super().__init__(f"no measure is called {given!r}\nHint: {hint}")


class MeasureParameterError(BadInputError):
    """A measure was given a parameter or a value it does not take."""


class UndefinedMeasureError(AssayError, ArithmeticError):
    """A measure has no value for some queries, and the policy asked for an error."""

    def __init__(self, measure: str, query_ids: Sequence[str]) -> None:
        self.measure, self.query_ids = measure, tuple(query_ids)
        shown = ", ".join(self.query_ids[:5]) + (", ..." if len(self.query_ids) > 5 else "")
        super().__init__(
            f"{measure} is undefined for queries without a relevant document, {len(self.query_ids)} in all: {shown}\n"
            'Hint: label them, mark them "answerable": false, or choose undefined="skip".'
        )


class RetrieverError(BadInputError):
    """What was given as a retriever cannot be called as one."""


class HitShapeError(BadInputError):
    """A retriever returned something that cannot be read as hits."""

    accepted = (
        "ids, (id, score) pairs, dicts with id/score/text/metadata, assay.Hit, "
        'or objects with .metadata["id"] and .page_content or .text'
    )

    def __init__(self, came: object, where: str) -> None:
        self.came, self.where = came, where
        super().__init__(
            f"{where}: {type(came).__name__} {_shown(came)}\nHint: a retriever returns a list of {self.accepted}."
        )


def _shown(came: object) -> str:
    try:
        text = repr(came)
    except Exception as exc:  # noqa: BLE001 - the repr of a foreign object may raise anything
        return f"(which cannot be shown: {exc!r})"
    return text if len(text) <= 200 else text[:200] + "..."


class MissingExtraError(AssayError, ImportError):
    """A feature needs a package that is not installed; the message names the command that installs it."""

    def __init__(self, feature: str, command: str) -> None:
        self.feature, self.command = feature, command
        super().__init__(f"{feature} needs a package that is not installed\nHint: {command}")


class RemoteError(AssayError):
    """A server could not be reached, or refused; the message names it and says why."""
