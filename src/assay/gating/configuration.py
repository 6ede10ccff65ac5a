"""What a project's files say of its gate: ``[gate]`` in assay.toml, ``[tool.assay.gate]`` in pyproject.toml."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from assay.errors import BadFileError, Problem
from assay.files.text import read_text
from assay.gating.grammar import RuleError, parse_rule
from assay.gating.validation import problems_of

NONE = "none"
_TABLES: Mapping[str, tuple[str, ...]] = {"assay.toml": ("gate",), "pyproject.toml": ("tool", "assay", "gate")}


def _list(given: object) -> object:
    return [given] if isinstance(given, str) else given


def _text(given: object) -> object:
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


Texts = Annotated[list[StrictStr], BeforeValidator(_list)]
Share = Annotated[float, Field(strict=True, gt=0.0, lt=1.0)]


class GateTable(BaseModel):
    """What a project's file may say of its gate; what it leaves out is as on the command line."""

    model_config = ConfigDict(extra="forbid", title="Assay gate configuration")

    require: Texts | None = None
    by: Texts | None = None
    baseline: StrictStr | None = None
    max_failures: Annotated[StrictInt, Field(ge=0)] | None = None
    min_cases: Annotated[StrictInt, Field(ge=1)] | None = None
    strict: StrictBool | None = None
    alpha: Annotated[float, Field(strict=True, gt=0.0, lt=0.5)] | None = None
    level: Share | None = None
    undecided: Annotated[Literal["pass", "fail", "6"], BeforeValidator(_text)] | None = None
    sequential: StrictBool | None = None
    cluster: StrictStr | None = None
    seed: Annotated[StrictInt, Field(ge=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What a file says of the gate; `path` is None where no file does."""

    table: GateTable
    path: Path | None = None

    def options(self) -> dict[str, Any]:
        """Return what is said, by its key; a baseline that is a path is taken from the file's folder."""
        said = {name: value for name, value in self.table.model_dump().items() if value is not None}
        if self.path is not None and self.table.baseline is not None:
            beside = self.path.parent / self.table.baseline
            said["baseline"] = str(beside) if beside.exists() else self.table.baseline
        return said


def find_configuration(folder: str | Path = ".") -> Configuration:
    """Look for the nearest file that speaks of the gate, from a folder upward; assay.toml before pyproject.toml.

    Raises
    ------
    BadFileError
        A file on the way that is not TOML, or one that says of the gate what it does not take.
    """
    start = Path(folder).absolute()
    for place in (start, *start.parents):
        for name in _TABLES:
            path = place / name
            if path.is_file() and (found := _table(path)) is not None:
                return _checked(path, *found)
    return Configuration(table=GateTable())


def read_configuration(path: str | Path) -> Configuration:
    """Read the configuration from a file: ``[gate]``, or ``[tool.assay.gate]`` in a pyproject.toml.

    Raises
    ------
    BadFileError
        It is not TOML, does not speak of the gate, or says of it what it does not take.
    """
    place = Path(path)
    found = _table(place)
    if found is None:
        expected = ".".join(_keys(place))
        raise BadFileError([Problem(path=str(place), text=f"expected a table [{expected}]")])
    return _checked(place, *found)


def _keys(path: Path) -> tuple[str, ...]:
    return _TABLES.get(path.name, _TABLES["assay.toml"])


def _table(path: Path) -> tuple[str, object] | None:
    """Return the table that speaks of the gate with its name; None where there is none."""
    try:
        found: object = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as exc:
        raise BadFileError([Problem(path=str(path), text=f"not TOML: {exc}")]) from exc
    for key in _keys(path):
        if not isinstance(found, dict) or key not in found:
            return None
        found = cast("dict[str, object]", found)[key]
    return ".".join(_keys(path)), found


def _checked(path: Path, name: str, given: object) -> Configuration:
    try:
        table = GateTable.model_validate(given)
    except ValidationError as exc:
        raise BadFileError(problems_of(exc, str(path), below=name), hint=_hint(exc)) from exc
    problems = list(_bad_rules(path, name, table))
    if table.alpha is not None and table.level is not None:
        problems.append(Problem(path=str(path), field=name, text="alpha and level say the same thing: keep one"))
    if problems:
        raise BadFileError(problems)
    return Configuration(table=table, path=path)


def _bad_rules(path: Path, name: str, table: GateTable) -> Iterator[Problem]:
    for place, rule in enumerate(table.require or ()):
        try:
            parse_rule(rule)
        except RuleError as exc:
            yield Problem(path=str(path), field=f"{name}.require.{place}", text=str(exc))


def _hint(exc: ValidationError) -> str:
    """Name the key that was meant, or those there are."""
    for error in exc.errors(include_url=False):
        if error["type"] == "extra_forbidden":
            near = get_close_matches(str(error["loc"][-1]), GateTable.model_fields, n=1)
            return f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(GateTable.model_fields)}."
    return "the keys and what they take stand in docs/gate.md."
