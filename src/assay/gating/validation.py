"""What pydantic finds wrong in a file, as problems that name the file and the field."""

from pydantic import ValidationError

from assay.errors import Problem
from assay.files.problems import shown


def problems_of(exc: ValidationError, path: str, *, below: str = "") -> list[Problem]:
    """Return the problems of a file; `below` is the part of it that was read, and stands before every field."""
    return [
        Problem(
            path=path,
            field=".".join(filter(None, [below, *map(str, error["loc"])])),
            text="there is no such key"
            if error["type"] == "extra_forbidden"
            else f"{error['msg']}, got {shown(error['input'])}",
        )
        for error in exc.errors(include_url=False)
    ]
