"""What a judge is asked about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.judges.languages import PromptLanguage, language_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text that was retrieved; `id` is its document's or chunk's."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeQuestion:
    """One row for a judge: a question, with whatever there is to judge.

    Parameters
    ----------
    id
        Tells rows apart in the output.
    query
        What the user asked.
    passages
        What was retrieved, best first.
    answer
        What the pipeline answered, None where it was not recorded.
    reference
        The answer that was expected, None where nobody wrote it.
    language
        The language of the prompts; None takes that of `query`.
    facts
        What the row is called elsewhere (``query_id``, ``doc_id``, ``rank`` ...), handed on to the output.
    """

    id: str
    query: str
    passages: tuple[Passage, ...] = ()
    answer: str | None = None
    reference: str | None = None
    language: str | None = None
    facts: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def prompt_language(self) -> PromptLanguage:
        """The language it is judged in: its own, else the one its question is written in; English for any other."""
        return language_of(self.query, given=self.language)
