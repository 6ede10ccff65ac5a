"""What documents in JSON are made of: parts that refuse unknown keys, and figures that may be undefined."""

import json
import math
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from assay.report.visible import encodable


def _none_for_nan(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


Figure = Annotated[float | None, BeforeValidator(_none_for_nan), Field(description="null where not finite")]


class Part(BaseModel):
    """A part of a document."""

    model_config = ConfigDict(extra="forbid")


class Document(Part):
    """A whole document."""

    def to_json(self) -> str:
        """Write it, keys in the order of the schema, floats unrounded, undefined values as null."""
        return encodable(json.dumps(self.model_dump(), ensure_ascii=False, indent=2, allow_nan=False))


def plain(value: float) -> float | None:
    """Return a number as JSON has it: None where it is not finite."""
    return value if math.isfinite(value) else None


def is_none(value: object) -> bool:
    """Whether a value is absent, so that its key is left out."""
    return value is None
