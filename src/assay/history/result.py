"""A history: what moved, and the forms it is written in."""

from dataclasses import dataclass

from assay.history.course import Course
from assay.history.document import document_of
from assay.history.page import page_of
from assay.report.markdown import to_markdown
from assay.report.page import Language


@dataclass(frozen=True, kw_only=True)
class History(Course):
    """Saved evaluations, each held against the one before it; what it consists of is told by `Course`."""

    def to_json(self) -> str:
        """Write it as JSON, in the shape of ``docs/schema/history.schema.json``."""
        return document_of(self).to_json()

    def to_markdown(self, *, language: Language = "en") -> str:
        """Write it as Markdown in English, Chinese, Spanish or Russian (``en``, ``zh``, ``es``, ``ru``)."""
        return to_markdown(page_of(self, language=language))

    def _repr_markdown_(self) -> str:
        return self.to_markdown()
