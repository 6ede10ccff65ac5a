"""The verdict of a gate, and the forms it is written in."""

import io
from dataclasses import dataclass

from assay.gating.annotations import to_github
from assay.gating.document import document_of
from assay.gating.junit import to_junit
from assay.gating.page import WORDS, headline_of, page_of, reason_of
from assay.gating.verdict import Judged, Undecided
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import drawn_page
from assay.report.wording import Wording


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Verdict(Judged):
    """Whether a result is good enough; its parts are those of `assay.gating.verdict.Judged`."""

    def to_json(self) -> str:
        """Write it as JSON, in the shape of ``docs/schema/gate.schema.json``."""
        return document_of(self).to_json()

    def to_markdown(self, *, language: Language = "en") -> str:
        """Write it as Markdown for a pull request: a table of the checks, and why."""
        return to_markdown(page_of(self, language=language, marks=True))

    def to_text(self, *, language: Language = "en") -> str:
        """Write it as plain text, 80 columns wide."""
        return drawn_page(page_of(self, language=language), io.StringIO())

    def to_junit(self, *, undecided: Undecided = "6", language: Language = "en") -> str:
        """Write it as JUnit XML; see `assay.gating.junit.to_junit`."""
        return to_junit(self, undecided=undecided, language=language)

    def to_github(self, *, undecided: Undecided = "6", language: Language = "en") -> str:
        """Write it as annotations of GitHub Actions; see `assay.gating.annotations.to_github`."""
        return to_github(self, undecided=undecided, language=language)

    def reasons(self, *, language: Language = "en") -> list[str]:
        """Say for every rule that is not met, or cannot be told, which it is and why."""
        word = Wording(WORDS, language)
        return [f"{one.name}: {reason_of(one, word)}" for one in self.findings if one.met is not True]

    def __repr__(self) -> str:
        return f"<Verdict on {self.result}: {headline_of(self, Wording(WORDS, 'en'))}>"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()
