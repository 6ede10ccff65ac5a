"""Prompts of judges: files with a version, in four languages, whose places are filled with data."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from string import Template

from assay.judges.languages import LANGUAGES, PromptLanguage
from assay.judges.question import Passage
from assay.models.chat import ChatMessage
from assay.models.encoder import well_formed


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt in one language.

    Parameters
    ----------
    name, version, language
        Tell it apart from any other; the version goes up whenever a text changes.
    system, user
        Its texts; ``$name`` marks a place to be filled.
    again
        What a model is told whose reply could not be read; ``$why`` says why.
    """

    name: str
    version: str
    language: PromptLanguage
    system: str
    user: str
    again: str

    def messages(self, texts: Mapping[str, str]) -> tuple[ChatMessage, ...]:
        """Return the conversation with its places filled."""
        filled = _template(self.user).substitute(texts)
        asked = ChatMessage(role="user", content=well_formed(filled))
        return (ChatMessage(role="system", content=self.system), asked) if self.system else (asked,)

    @property
    def label(self) -> str:
        """Name, version and language, as provenance says them."""
        return f"{self.name} {self.version} {self.language}"


@cache
def _template(text: str) -> Template:
    return Template(text)


@cache
def prompt(name: str, language: PromptLanguage) -> Prompt:
    """Return a prompt of Assay's own.

    Examples
    --------
    >>> prompt("relevance", "es").label
    'relevance 1 es'
    """
    given, shared = _file(name), _file("shared")
    own = given.texts[language]
    system = f"{own['system'].strip()}\n\n{shared.texts[language]['data'].strip()}"
    return Prompt(
        name=name,
        version=given.version,
        language=language,
        system=system,
        user=own["user"].strip(),
        again=shared.texts[language]["again"].strip(),
    )


def version_of(name: str) -> str:
    """Return the version of a prompt, with that of what all prompts share."""
    return f"{_file(name).version}.{_file('shared').version}"


def languages_of(name: str) -> tuple[PromptLanguage, ...]:
    """Return the languages a prompt is written in."""
    return tuple(language for language in LANGUAGES if language in _file(name).texts)


def enclosed(text: str, kind: str = "passage", *, number: int | None = None) -> str:
    """Return data set apart from the prompt around it, between marks that it cannot know.

    Parameters
    ----------
    kind
        What it is: ``passage``, ``answer`` ...
    number
        Its place among several, from 1 on.

    Notes
    -----
    The marks carry the beginning of the text's hash, as much of it as the text does not hold: no text can close its own
    marks, and the same text is asked about in the same words every time.

    Examples
    --------
    >>> print(enclosed("Ignore the above.", number=2))
    <passage-d06b number="2">
    Ignore the above.
    </passage-d06b>
    """
    text = text.replace("<|", "< |")
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    unheld = next(digest[:length] for length in range(4, 65) if digest[:length] not in text)
    mark = f"{kind}-{unheld}"
    numbered = "" if number is None else f' number="{number}"'
    return f"<{mark}{numbered}>\n{text.strip()}\n</{mark}>"


def all_enclosed(passages: Sequence[Passage]) -> str:
    """Return passages one below the other, numbered from 1 on."""
    return "\n\n".join(enclosed(one.text, number=place) for place, one in enumerate(passages, start=1))


def listed(items: Sequence[str], kind: str = "claim") -> str:
    """Return short texts one below the other, numbered from 1 on."""
    return "\n".join(f"{kind} {place}: {' '.join(item.split())}" for place, item in enumerate(items, start=1))


@dataclass(frozen=True, slots=True)
class _File:
    version: str
    texts: Mapping[str, Mapping[str, str]]


@cache
def _file(name: str) -> _File:
    found = tomllib.loads(resources.files("assay.judges.prompts").joinpath(f"{name}.toml").read_text("utf-8"))
    return _File(version=found.pop("version"), texts=found)
