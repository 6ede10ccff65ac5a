"""Ids of queries, held as they were read until somebody asks for them as Python's texts."""

from collections.abc import Sequence
from functools import cached_property
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Texts


class QueryIds:
    """The ids of many queries; figures over all of them need none as a Python object.

    Parameters
    ----------
    ids
        Python's texts, or a column of bytes.
    """

    def __init__(self, ids: Sequence[str] | Texts) -> None:
        self._ids = ids

    def __len__(self) -> int:
        """Count the queries."""
        return len(self._ids)

    def __eq__(self, other: object) -> bool:
        """Whether these are the same ids in the same order, however they are held."""
        return self.all == other.all if isinstance(other, QueryIds) else NotImplemented

    def __hash__(self) -> int:
        """Hash the ids."""
        return hash(self.all)

    def __repr__(self) -> str:
        """Write the ids."""
        return f"QueryIds({self.all!r})"

    @cached_property
    def all(self) -> tuple[str, ...]:
        """Every id, decoded when it is first asked for."""
        return tuple(self._ids.to_list() if isinstance(self._ids, Texts) else self._ids)

    def as_texts(self) -> Texts:
        """Return them as a column of bytes."""
        return self._ids if isinstance(self._ids, Texts) else Texts.of(self._ids)

    def where(self, kept: NDArray[np.bool_]) -> "QueryIds":
        """Return some of them."""
        if kept.all():
            return self
        if isinstance(self._ids, Texts):
            return QueryIds(self._ids.take(np.flatnonzero(kept)))
        return QueryIds(tuple(compress(self._ids, kept.tolist())))
