"""Reading a model's reply: strictly where it keeps to the form, by repairs that are counted where it does not."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, Self, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from assay.files.json_text import parse_json

R = TypeVar("R", bound="Reply")

_FENCE = re.compile(r"```(?:json|JSON)?\s*\n?(.*?)```", re.DOTALL)
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_WIDE = str.maketrans("０１２３４５６７８９：，｛｝［］“”„«»＂．", '0123456789:,{}[]"""""".')
_YES = frozenset({"yes", "y", "true", "1", "是", "对", "支持", "有", "sí", "si", "да", "верно"})
_NO = frozenset({"no", "n", "false", "0", "否", "不是", "不", "不支持", "没有", "нет", "неверно"})
_NOT_A_WORD = re.compile(r"^[\W_]+|[\W_]+$")


class UnreadableReply(ValueError):
    """A reply that holds no verdict in the form asked for; the message says why, for a model to read as well."""


class IncompleteReply(UnreadableReply):
    """A reply in the right form that lacks a verdict, has one twice, or has one of nothing that was asked about."""


def check_numbers(given: Iterable[int], n: int, what: str) -> None:
    """Hold the numbers of verdicts against 1 to n, each once, in any order.

    Raises
    ------
    IncompleteReply
        They are others.
    """
    numbers = sorted(given)
    if numbers != list(range(1, n + 1)):
        came = ", ".join(map(str, numbers)) or "none"
        raise IncompleteReply(f"there has to be one verdict for each {what} from 1 to {n}, and they came for: {came}")


class Reply(BaseModel):
    """What a model is to reply: the fields are the form, `schema_of` what a server can hold it to.

    Keys beyond the fields are passed over.
    """

    model_config = ConfigDict(extra="forbid")

    @staticmethod
    def bare(text: str) -> dict[str, object] | None:  # noqa: ARG004 - what a reply without a bare form says
        """Read a reply that is no JSON at all, such as a lone number; None where it holds nothing certain."""
        return None

    @classmethod
    def read(cls, found: object) -> Self:
        """Check what was read.

        Raises
        ------
        UnreadableReply
            A field is missing or is not what it should be.
        """
        try:
            return cls.model_validate(found, extra="ignore")
        except ValidationError as exc:
            error = exc.errors(include_url=False)[0]
            place = ".".join(map(str, error["loc"])) or "the reply"
            raise UnreadableReply(f"{place}: {error['msg']}, got {error['input']!r:.60}") from exc


def schema_of(reply: type[Reply]) -> dict[str, Any]:
    """Return the JSON Schema of a reply, in the part of the language that strict servers take.

    Titles, descriptions and defaults are left out: they are spent on every call, and some servers refuse them.
    """
    return cast("dict[str, Any]", _bare_schema(reply.model_json_schema()))


def _bare_schema(found: object) -> object:
    if isinstance(found, list):
        return [_bare_schema(item) for item in cast("list[object]", found)]
    if not isinstance(found, dict):
        return found
    parts = cast("dict[str, object]", found)
    names = cast("dict[str, object]", parts["properties"]) if "properties" in parts else None
    kept = {
        name: _bare_schema(value)
        for name, value in parts.items()
        if name not in {"title", "description", "default", "properties"}
    }
    if names is not None:
        kept |= {"properties": {name: _bare_schema(value) for name, value in names.items()}, "required": list(names)}
    return kept


def read_reply(text: str, reply: type[R]) -> tuple[R, tuple[str, ...]]:
    r"""Read a reply.

    Returns
    -------
    reply, repairs
        What was repaired, in the order in which it was: ``fenced``, ``prose``, ``commas``, ``wide``, ``python``,
        ``bare``. Empty for a reply in the form asked for.

    Raises
    ------
    UnreadableReply
        No verdict can be read with certainty: two objects that differ are two answers, and none is taken.

    Examples
    --------
    >>> class Grade(Reply):
    ...     score: int
    >>> read_reply('Sure! ```json\n{"score": 4,}\n```', Grade)
    (Grade(score=4), ('fenced', 'commas'))
    """
    whole = _THOUGHT.sub("", text).strip()
    why: UnreadableReply | None = None
    for candidates, repairs in _readings(whole):
        read: list[R] = []
        for found in candidates:
            try:
                read.append(reply.read(found))
            except UnreadableReply as exc:
                why = exc
        if read and any(one != read[0] for one in read):
            raise UnreadableReply("the reply holds several answers that differ")
        if read:
            return read[0], repairs
    if why is None and (value := reply.bare(whole)) is not None:
        return reply.read(value), ("bare",)
    raise why or UnreadableReply("the reply is no JSON object")


def _readings(text: str) -> Iterator[tuple[Sequence[object], tuple[str, ...]]]:
    """Yield what JSON there is in a text, from the strictest way of reading it on."""
    if (found := _parsed(text)) is not None:
        yield [found], ()
        return
    fenced = [part.strip() for part in _FENCE.findall(text)]
    places = [(fenced, "fenced")] if fenced else []
    for parts, place in [*places, (list(_objects(text)), "prose")]:
        for mended, repairs in _mendings(parts):
            found = [one for part in mended if (one := _parsed(part)) is not None]
            if found:
                was_whole = place == "prose" and parts == [text]
                yield found, repairs if was_whole else (place, *repairs)


def _mendings(parts: list[str]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    yield parts, ()
    without_commas = [_TRAILING_COMMA.sub(r"\1", part) for part in parts]
    yield without_commas, ("commas",)
    yield [_TRAILING_COMMA.sub(r"\1", part.translate(_WIDE)) for part in parts], ("wide",)
    yield [_from_python(part) for part in without_commas], ("python",)


def _parsed(text: str) -> dict[str, object] | None:
    try:
        found = parse_json(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, object]", found) if isinstance(found, dict) else None


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost stretches between braces, wide ones too; braces within strings do not count."""
    depth, start, quoted, escaped = 0, 0, False, False
    for place, char in enumerate(text):
        if quoted:
            quoted, escaped = char != '"' or escaped, char == "\\" and not escaped
        elif char == '"' and depth:
            quoted = True
        elif char in "{｛":
            start = start if depth else place
            depth += 1
        elif char in "}｝" and depth:
            depth -= 1
            if not depth:
                yield text[start : place + 1]


def _from_python(text: str) -> str:
    """Return the JSON of a Python literal: single quotes, True, False and None."""
    words = {"True": "true", "False": "false", "None": "null"}
    text = re.sub(r"\b(True|False|None)\b", lambda found: words[found[0]], text)
    return re.sub(r"'((?:[^'\\\"]|\\.)*)'(?=\s*[:,}\]])", lambda found: json.dumps(found[1]), text)


def _whole(given: object) -> object:
    """Take a whole number for what it is, however it is written: ``"4"``, ``４``, ``4.0``."""
    if isinstance(given, bool):
        raise ValueError("expected a number")  # noqa: TRY004 - pydantic turns it into its own error
    if isinstance(given, str):
        text = given.strip().translate(_WIDE)
        return int(text) if re.fullmatch(r"[0-9]+", text) else text
    return int(given) if isinstance(given, float) and given.is_integer() else given


def _yes_or_no(given: object) -> object:
    """Take yes and no in any of the prompts' languages."""
    if isinstance(given, str):
        word = _NOT_A_WORD.sub("", given).casefold()
        return True if word in _YES else False if word in _NO else given
    if isinstance(given, int) and given in (0, 1):
        return bool(given)
    return given


Whole = Annotated[int, BeforeValidator(_whole)]
Level = Annotated[Literal[0, 1, 2, 3, 4, 5], BeforeValidator(_whole)]
YesNo = Annotated[bool, BeforeValidator(_yes_or_no)]


def lone_number(text: str) -> int | None:
    """Return the one whole number that a short reply holds: ``4``, ``Score: 4/5``, ``评分：４``; None where unsure.

    Examples
    --------
    >>> lone_number("Score: 4/5"), lone_number("between 2 and 3"), lone_number("4 of the 5 facts are there, so 4")
    (4, None, None)
    """
    plain = re.sub(r"\s*/\s*5\b", "", text.translate(_WIDE))
    if "{" in plain:  # JSON that was cut off: more may have been to come
        return None
    found = re.findall(r"-?\d+(?:[.,]\d+)?", plain)
    few_words = len(re.findall(r"[^\W\d_]+", plain)) <= 3
    return int(found[0]) if few_words and len(found) == 1 and found[0].isdecimal() else None


def lone_yes_or_no(text: str) -> bool | None:
    """Return what a reply of one word says: ``yes.``, ``是``, ``Да!``; None where it is another word.

    Examples
    --------
    >>> lone_yes_or_no("Sí."), lone_yes_or_no("是。"), lone_yes_or_no("yes and no")
    (True, True, None)
    """
    word = _yes_or_no(text.strip())
    return word if isinstance(word, bool) else None
