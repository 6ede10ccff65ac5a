"""Which cases are not independent of each other: those made from one document, or paraphrases of one question."""

from collections.abc import Iterable

from assay.errors import BadInputError

SOURCE = "source"


def clusters_of(values: Iterable[str | None], field: str) -> tuple[str | int, ...] | None:
    """Return the cluster of each case by the value of a field.

    Parameters
    ----------
    values
        Of each case; None: the case stands alone.
    field
        Name of the field, for the error.

    Returns
    -------
    tuple or None
        One label per case; None where no two share a value, so that there are no clusters.

    Raises
    ------
    BadInputError
        No case has the field, and it is another than ``"source"``, which cases may lack.

    Examples
    --------
    >>> clusters_of(["a.md", None, "a.md"], "source")
    ('a.md', 1, 'a.md')
    """
    given = tuple(values)
    present = [value for value in given if value is not None]
    if not present and field != SOURCE:
        raise BadInputError(
            f"no case has the field {field!r} to tell clusters by\n"
            "Hint: name another, or none to take every case by itself."
        )
    if len(set(present)) == len(present):
        return None
    return tuple(place if value is None else value for place, value in enumerate(given))
