"""What ``assay annotate`` prints as JSON."""

from typing import Literal

from assay.report.json_parts import Document


class AnnotationDocument(Document):
    """What was judged in a session, and what is left."""

    assay: str
    kind: Literal["annotation"]
    labels: str
    annotator: str
    scale: str
    tasks: int
    judged: int
    open: int
