"""The judges there are, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from assay.errors import BadInputError
from assay.judges.relevance import Relevance
from assay.judges.seam import Judge

JUDGES: Mapping[str, Callable[..., Judge]] = {"relevance": Relevance}


def load_judge(name: str, **parameters: Any) -> Judge:
    """Return a judge by its name.

    Raises
    ------
    BadInputError
        No judge goes by it.
    """
    if name not in JUDGES:
        raise BadInputError(f"no judge goes by {name!r}\nHint: one of {', '.join(JUDGES)}.")
    return JUDGES[name](**parameters)
