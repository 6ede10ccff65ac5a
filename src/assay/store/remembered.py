"""Verdicts kept for as long as the process lives."""

from collections.abc import Iterable


class RememberedVerdicts:
    """A store of verdicts in memory; see `assay.store.verdicts.VerdictStore`.

    Examples
    --------
    >>> import asyncio
    >>> verdicts = RememberedVerdicts()
    >>> asyncio.run(verdicts.put("a1", '{"score": 4}'))
    >>> verdicts.get("a1")
    '{"score": 4}'
    """

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """Return what is kept under a key; None where nothing is."""
        return self._kept.get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """Return what is kept under each of the keys; those with nothing are left out."""
        return {key: self._kept[key] for key in keys if key in self._kept}

    async def put(self, key: str, value: str) -> None:
        """Keep a value; a key that is there keeps its own."""
        self._kept.setdefault(key, value)
