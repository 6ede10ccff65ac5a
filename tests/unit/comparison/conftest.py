"""Systems whose values are given, query by query."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from assay.comparison.system import Origin, Question, System
from assay.measures.notation import parse

Made = Callable[..., System]


@pytest.fixture
def made() -> Made:
    """Return a maker of systems: a name, and the values of each measure; queries are ``q0``, ``q1``, ..."""

    def make(
        name: str,
        values: Mapping[str, Sequence[float]],
        *,
        ids: Sequence[str] | None = None,
        questions: Sequence[Question] | None = None,
        **origin: object,
    ) -> System:
        n = len(next(iter(values.values())))
        return System(
            name=name,
            measures=tuple(parse(measure) for measure in values),
            query_ids=tuple(ids or (f"q{number}" for number in range(n))),
            values=np.array(list(values.values()), dtype=np.float64),
            origin=Origin(kind="evaluation", **origin),  # pyright: ignore[reportArgumentType]
            questions=None if questions is None else tuple(questions),
        )

    return make
