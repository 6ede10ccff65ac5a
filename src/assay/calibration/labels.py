"""The labels of one side, from judgements, judged queues or golden sets: one grade a pair."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

from assay.errors import BadInputError
from assay.files.golden import read_golden
from assay.files.label_rows import LabelRow, LabelRows, read_label_rows
from assay.golden.merging import is_golden, labels_at

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The lowest and the highest grade there can be."""

    low: float
    high: float

    @classmethod
    def of(cls, text: str) -> "Scale":
        """Read a scale such as ``0-3``.

        Raises
        ------
        BadInputError
            No two numbers, or the second is not above the first.

        Examples
        --------
        >>> Scale.of("0-3")
        Scale(low=0.0, high=3.0)
        """
        low, _, high = text.partition("-")
        try:
            scale = cls(low=float(low), high=float(high))
        except ValueError as exc:
            raise BadInputError(f"a scale is two numbers such as 0-3, got {text!r}") from exc
        if not scale.low < scale.high < float("inf"):
            raise BadInputError(f"a scale rises from its lowest grade to its highest, got {text!r}")
        return scale

    def __str__(self) -> str:
        return f"{self.low:g}-{self.high:g}"

    def __contains__(self, grade: float) -> bool:
        """Whether a grade lies on the scale."""
        return self.low <= grade <= self.high

    def clipped(self, grade: float) -> float:
        """Return a grade, or the end of the scale that is nearest to it."""
        return min(max(grade, self.low), self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleMap:
    """Grades of one scale moved to another in proportion: ends to ends, what is between to the nearest whole grade."""

    source: Scale
    target: Scale

    @classmethod
    def of(cls, text: str) -> "ScaleMap":
        """Read a mapping such as ``0-3:0-5``.

        Raises
        ------
        BadInputError
            No two scales.

        Examples
        --------
        >>> [ScaleMap.of("0-3:0-5").moved(grade) for grade in (0, 1, 2, 3)]
        [0.0, 2.0, 3.0, 5.0]
        """
        source, colon, target = text.partition(":")
        if not colon:
            raise BadInputError(f"a mapping is two scales such as 0-3:0-5, got {text!r}")
        return cls(source=Scale.of(source), target=Scale.of(target))

    def moved(self, grade: float) -> float:
        """Return the grade on the other scale."""
        share = (grade - self.source.low) / (self.source.high - self.source.low)
        return float(round(self.target.low + share * (self.target.high - self.target.low)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """One grade a pair of query and document; of several the lower middle one, which somebody really gave.

    `n_repeated` counts the pairs with several, `n_open` the rows without a grade.
    """

    path: str
    grades: Mapping[Pair, float]
    n_repeated: int = 0
    n_open: int = 0


def rows_at(path: str) -> LabelRows:
    """Read labels: judgements, a judged queue, or a golden set as JSON Lines.

    Raises
    ------
    BadFileError
        It cannot be read.
    """
    if path == "-" or not is_golden(path):
        return read_label_rows(path)
    rows = [
        LabelRow(line=None, query_id=query_id, doc_id=doc_id, grade=grade)
        for query_id, docs in labels_at(path).items()
        for doc_id, grade in docs.items()
    ]
    return LabelRows(path=path, rows=tuple(rows))


def declared_scale(path: str) -> Scale | None:
    """Return the scale a golden set declares; None for anything else, and for binary labels."""
    if path == "-" or not Path(path).exists() or not is_golden(path):
        return None
    scale = read_golden(path).scale
    return Scale.of(scale) if "-" in scale else None


def gathered(given: LabelRows) -> Labels:
    """Return one grade a pair."""
    grades: dict[Pair, list[float]] = {}
    for row in given.rows:
        grades.setdefault((row.query_id, row.doc_id), []).append(row.grade)
    return Labels(
        path=given.path,
        grades={pair: median_low(all_of) for pair, all_of in grades.items()},
        n_repeated=sum(len(all_of) > 1 for all_of in grades.values()),
        n_open=given.n_open,
    )
