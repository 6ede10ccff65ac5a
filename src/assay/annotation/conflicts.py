"""Where annotators contradict each other, to be settled by another look."""

from collections.abc import Sequence

from assay.golden.queue import QueueRow, read_queue

Pair = tuple[str, str]


def conflicts(paths: Sequence[str], *, apart: float = 1.0) -> tuple[list[QueueRow], dict[Pair, list[float]]]:
    """Return the pairs whose grades differ, with those grades in order of size.

    Parameters
    ----------
    paths
        Files of labels, of one annotator or several each.
    apart
        Smallest difference between the largest grade of a pair and its smallest.

    Returns
    -------
    rows, given
        A row without a grade for each, in the order of the files; and the grades, which do not say whose they are.

    Raises
    ------
    BadFileError
        A file that cannot be read.
    """
    first: dict[Pair, QueueRow] = {}
    grades: dict[Pair, list[float]] = {}
    for path in paths:
        for _, row in read_queue(path):
            if row.grade is not None:
                key = (row.query_id, row.doc_id)
                first.setdefault(key, row)
                grades.setdefault(key, []).append(row.grade)
    given = {key: sorted(found) for key, found in grades.items() if max(found) - min(found) >= apart}
    hidden = {"grade": None, "judge": None, "judged_at": None, "how": None}
    return [first[key].model_copy(update=hidden) for key in given], given
