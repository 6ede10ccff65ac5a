"""What a retriever is."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from assay.data.hit import Hit


@runtime_checkable
class Retriever(Protocol):
    """Finds hits for a question. Async is the written form; `adapt` accepts much more."""

    async def retrieve(self, query: str, k: int) -> Sequence[Hit]:
        """Return at most `k` hits, best first."""
        ...
