"""A served model as JSON."""

from typing import Literal

from pydantic import ConfigDict

from assay.report.json_parts import Document


class ServedDocument(Document):
    """Where a model is served (`base_url`), and what the server calls it."""

    model_config = ConfigDict(title="Assay served model")

    assay: str
    kind: Literal["served"] = "served"
    base_url: str
    model: str
