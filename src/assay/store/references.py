"""What a reference stands for among saved evaluations."""

from collections.abc import Sequence

from assay.errors import BadInputError
from assay.store.entry import POSITION, Entry

_SHOWN = 5


def entry_for(reference: str, entries: Sequence[Entry], place: str) -> Entry:
    """Return the entry a reference stands for; see `assay.store.seam.Store`.

    Parameters
    ----------
    entries
        All there are, the newest first.
    place
        Where they are, for messages.

    Raises
    ------
    BadInputError
        It stands for none or for several; the message says what there is.
    """
    if not entries:
        raise BadInputError(
            f"nothing is saved in {place}\nHint: `assay evaluate ... --save` saves an evaluation there."
        )
    position = POSITION.fullmatch(reference)
    if position:
        return _at(int(position["back"] or 0), reference, entries, place)
    exact = [entry for entry in entries if entry.id == reference] or [
        entry for entry in entries if entry.name == reference
    ]
    if exact:
        return exact[0]
    beginning = [entry for entry in entries if reference and entry.id.startswith(reference)]
    if len(beginning) == 1:
        return beginning[0]
    wrong = f"several ids in {place} begin with" if beginning else f"nothing saved in {place} goes by"
    raise BadInputError(f"{wrong} {reference!r}\nHint: there are {_told(beginning or entries)}.")


def _at(back: int, reference: str, entries: Sequence[Entry], place: str) -> Entry:
    if back < len(entries):
        return entries[back]
    count = "1 evaluation is" if len(entries) == 1 else f"{len(entries)} evaluations are"
    raise BadInputError(f"{reference} goes back too far: {count} saved in {place}\nHint: there are {_told(entries)}.")


def _told(entries: Sequence[Entry]) -> str:
    shown = [entry.id if entry.name is None else f"{entry.id} ({entry.name})" for entry in entries[:_SHOWN]]
    more = len(entries) - len(shown)
    return ", ".join(shown) + (f" and {more} more, which `assay history` lists" if more else "")
