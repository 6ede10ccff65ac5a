"""Labels held to a scale: moved where that was asked for, clipped where that was asked for, else an error."""

from collections.abc import Callable
from dataclasses import replace

from assay.calibration.labels import Scale, ScaleMap
from assay.errors import BadFileError, Problem
from assay.files.label_rows import LabelRows


def moved(given: LabelRows, mapping: ScaleMap, *, clip: bool) -> LabelRows:
    """Return labels on another scale.

    Raises
    ------
    BadFileError
        A label lies outside the scale it is said to be on, and is not to be clipped.
    """
    held, _ = on_scale(given, mapping.source, clip=clip)
    return _with_grades(held, mapping.moved)


def on_scale(given: LabelRows, scale: Scale, *, clip: bool) -> tuple[LabelRows, int]:
    """Return labels of which none lies outside a scale, and how many were clipped.

    Raises
    ------
    BadFileError
        Labels outside that are not to be clipped; each is named with its line.
    """
    outside = [row for row in given.rows if row.grade not in scale]
    if outside and not clip:
        problems = [
            Problem(
                path=given.path,
                line=row.line,
                text=f"document {row.doc_id!r} of query {row.query_id!r} is graded {row.grade:g}, outside {scale}",
            )
            for row in outside
        ]
        hint = "--scale names another scale, --map 0-3:0-5 moves the judge's labels, --clip sets them to its ends."
        raise BadFileError(problems, hint=hint)
    return _with_grades(given, scale.clipped), len(outside)


def scale_of(given: LabelRows) -> Scale:
    """Return the scale that labels seem to be on: from 0, or the lowest grade below it, to the highest."""
    grades = [row.grade for row in given.rows]
    low, high = min(0.0, *grades), max(grades)
    return Scale(low=low, high=high if high > low else low + 1.0)


def _with_grades(given: LabelRows, change: Callable[[float], float]) -> LabelRows:
    return replace(given, rows=tuple(replace(row, grade=change(row.grade)) for row in given.rows))
