"""What a store of evaluations can do."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from assay.store.entry import Entry


@runtime_checkable
class Store(Protocol):
    """Keeps the JSON of evaluations, and hands it back by reference.

    A reference is ``latest``; ``latest~1`` for the one before, and so on; an id; a name, which stands for the newest of
    that name; or the beginning of an id, where only one begins so.
    """

    @property
    def place(self) -> str:
        """Where it is, as messages say it; no password stands in it."""
        ...

    def check(self) -> None:
        """Refuse what cannot be used as a store; that there is nothing yet is well.

        Raises
        ------
        BadInputError
            What is there is no store, or one of a newer Assay.
        RemoteError
            A server cannot be reached or refuses.
        """
        ...

    def save(self, document: str, *, name: str | None = None) -> Entry:
        """Keep an evaluation and return its entry.

        Parameters
        ----------
        document
            What ``evaluation.to_json(per_query=True)`` returns.
        name
            A label of the user's; several evaluations may have the same.

        Raises
        ------
        BadInputError
            It is not the JSON of an evaluation, lacks the values of every query, or the name is none.
        """
        ...

    def entries(self, *, golden: str | None = None, retriever: str | None = None) -> Sequence[Entry]:
        """Return what is kept, the newest first: all, or what was made by that retriever, on that golden set."""
        ...

    def find(self, reference: str) -> Entry:
        """Return the entry a reference stands for.

        Raises
        ------
        BadInputError
            It stands for none, or for several.
        """
        ...

    def load(self, reference: str) -> str:
        """Return the JSON of an evaluation, as it was saved.

        Raises
        ------
        BadInputError
            As in `find`.
        """
        ...

    def remove(self, reference: str) -> Entry:
        """Delete an evaluation and return the entry it had.

        Raises
        ------
        BadInputError
            As in `find`.
        """
        ...
