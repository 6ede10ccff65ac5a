"""The result of a comparison: its figures, and the forms they are written in."""

from dataclasses import dataclass

from assay.comparison.compared import Compared
from assay.comparison.document import document_of
from assay.comparison.page import page_of
from assay.report.markdown import to_markdown
from assay.report.page import Language


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Compared):
    """Which system is better, and how sure that is; its figures are those of `Compared`."""

    def to_json(self) -> str:
        """Write the comparison as JSON, in the shape of ``docs/schema/comparison.schema.json``."""
        return document_of(self).to_json()

    def to_markdown(self, *, language: Language = "en", show: int = 3) -> str:
        """Write the comparison as Markdown in English, Chinese, Spanish or Russian (``en``, ``zh``, ``es``, ``ru``).

        `show` is how many of the largest losses, and of the largest gains, are shown with both rankings.
        """
        return to_markdown(page_of(self, language=language, show=show))

    def __repr__(self) -> str:
        """Say the verdicts in a line: whole figures are in `to_markdown`."""
        found = "; ".join(f"{one.measure}: {one.b} {one.verdict} than {one.a}" for one in self.differences[:6])
        return f"<Comparison over {self.n_common} queries: {found}>".replace("identical than", "identical to").replace(
            "cannot tell than", "cannot be told from"
        )

    def _repr_markdown_(self) -> str:
        return self.to_markdown()
