"""What ranks rows against judgements: a compiled placer, or one in NumPy; one contract suite holds both."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from assay.compiled import IS_COMPILED
from assay.data.texts import Ints, Texts
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.judgements import Judgements
from assay.rankings.rows import Placed, Rows

if IS_COMPILED:
    from assay.rankings.placing_compiled import Placer as Chosen
else:
    from assay.rankings.placing_numpy import Placer as Chosen


@runtime_checkable
class Placer(Protocol):
    """Holds judgements indexed, and nothing of the rows it ranks: any number of runs and threads may share one."""

    judgements: Judgements

    def numbers(self, heads: Texts) -> Ints:
        """Look queries up: their numbers, -1 for one that nobody judged; shape (n_heads,)."""
        ...

    def place(self, rows: Rows, policy: JudgingPolicy) -> Placed:
        """Rank rows; queries in `rows` are judged ones."""
        ...

    def place_dicts(self, query: Ints, docs: list[Mapping[Any, Any]]) -> Placed | None:
        """Rank dicts of scores by document; None where they are better left to `assay.labels.dict_placing`."""
        ...


def placer_of(given: object) -> Placer:
    """Index judgements; a placer is returned as it is.

    Parameters
    ----------
    given
        Judgements in any form that `Judgements.of` takes, or a placer.

    Raises
    ------
    BadInputError
        As `Judgements.of`.
    """
    return given if isinstance(given, Placer) else Chosen(Judgements.of(given))
