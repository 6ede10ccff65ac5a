"""Systems with values made by hand."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from assay.comparison.system import Origin, Question, System
from assay.measures.notation import parse

Make = Callable[..., System]


@pytest.fixture
def system() -> Make:
    """Make a system of one measure from a value for each query."""

    def make(
        values: Sequence[float],
        *,
        measure: str = "R@5",
        questions: Sequence[Question] | None = None,
        ids: Sequence[str] | None = None,
        name: str = "mine",
        **origin: object,
    ) -> System:
        asked = questions or [Question(query=f"question {place}") for place in range(len(values))]
        return System(
            name=name,
            measures=(parse(measure),),
            query_ids=tuple(ids or (f"q{place}" for place in range(len(values)))),
            values=np.array([values], dtype=np.float64),
            origin=Origin(kind="evaluation", rel=1.0, **origin),  # pyright: ignore[reportArgumentType]
            questions=tuple(asked),
        )

    return make


@pytest.fixture
def shares(system: Make) -> Callable[..., System]:
    """Make a system that finds `found` of `n` queries."""

    def make(found: int, n: int, **how: object) -> System:
        return system([1.0] * found + [0.0] * (n - found), **how)

    return make
