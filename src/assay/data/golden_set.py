"""A golden set: test cases under unique ids, with the scale of their grades."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, cast, get_args

from assay.data.case import BREAKDOWNS, RetrievalTestCase
from assay.errors import BadInputError

Scale = Literal["binary", "0-5"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenSet:
    """Test cases under unique ids.

    Parameters
    ----------
    cases
        In the order they were written; those without an id are numbered ``q1, q2, ...`` by position.
    name
        Shown in reports.
    scale
        ``"0-5"`` says that grades follow the tutorials' scale, where 3 is the first that helps; ``"binary"``
        that a grade of 1 is relevant.
    corpus
        Where the documents are, if the set knows.
    left_out
        Ids of questions that stood beside the cases but that nobody judged, so that they are not cases.

    Raises
    ------
    BadInputError
        No cases, or two cases under one id.
    """

    cases: tuple[RetrievalTestCase, ...]
    name: str = "cases"
    scale: Scale = "binary"
    corpus: Path | None = None
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Give every case an id; refuse two cases of one id."""
        if self.scale not in get_args(Scale):
            known = ", ".join(repr(scale) for scale in get_args(Scale))
            raise BadInputError(f"the scale of a golden set is one of {known}, got {self.scale!r}")
        object.__setattr__(self, "cases", tuple(_numbered(self.cases)))
        if not self.cases:
            raise BadInputError("the golden set is empty\nHint: it needs at least one case with a query.")

    @classmethod
    def of(cls, cases: "GoldenSet | Iterable[RetrievalTestCase]") -> "GoldenSet":
        """Return `cases` as a set; a set is returned as it is."""
        if isinstance(cases, GoldenSet):
            return cases
        if isinstance(cases, str) or not isinstance(cases, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"test cases are a list of RetrievalTestCase or a golden set, got {cases!r:.200}")
        return cls(cases=tuple(cases))

    def __len__(self) -> int:
        """Count the cases."""
        return len(self.cases)

    def __iter__(self) -> Iterator[RetrievalTestCase]:
        """Iterate over the cases in their order."""
        return iter(self.cases)

    def fields(self) -> list[str]:
        """Return the fields that cases can be broken down by: those with a value in some case."""
        names = dict.fromkeys([*BREAKDOWNS, *sorted({key for case in self.cases for key in case.metadata})])
        return [name for name in names if any(case.value(name) is not None for case in self.cases)]

    def breakdowns(self) -> list[str]:
        """Return the fields a report is broken down by unless it is told otherwise."""
        return [name for name in self.fields() if name in BREAKDOWNS]

    @property
    def rel(self) -> float:
        """Smallest grade that counts as relevant on this set's scale."""
        return 3.0 if self.scale == "0-5" else 1.0

    @property
    def ungraded(self) -> float:
        """Grade of an id that is listed as relevant without one: the top of the scale."""
        return 5.0 if self.scale == "0-5" else 1.0

    @property
    def sha256(self) -> str:
        """Hash of what the cases say, whatever file they were read from, with metadata of the same types."""
        content = [self.scale, [asdict(case) for case in self.cases]]
        canonical = json.dumps(_ordered(content), ensure_ascii=False)
        return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _numbered(cases: Iterable[RetrievalTestCase]) -> Iterator[RetrievalTestCase]:
    positions: dict[str, int] = {}
    for position, case in enumerate(cases, start=1):
        if not isinstance(case, RetrievalTestCase):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"case {position} is not a RetrievalTestCase, got {case!r:.200}")
        name = f"q{position}" if case.id is None else case.id
        if name in positions:
            raise BadInputError(
                f"cases {positions[name]} and {position} have the same id {name!r}\n"
                "Hint: a case without an id is numbered by its position, q1, q2, ..."
            )
        positions[name] = position
        yield case if case.id == name else replace(case, id=name)


def _ordered(content: object) -> Any:
    """Return the same content with keys as text in one order, in the types that JSON has."""
    if isinstance(content, dict):
        named = [(str(key), value) for key, value in cast("dict[object, object]", content).items()]
        return {key: _ordered(value) for key, value in sorted(named, key=itemgetter(0))}
    if isinstance(content, list | tuple):
        return [_ordered(item) for item in cast("list[object]", content)]
    return content if content is None or isinstance(content, bool | int | float | str) else str(content)
