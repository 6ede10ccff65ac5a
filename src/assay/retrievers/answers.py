"""What a pipeline returned that answers as well: its hits, and beside them the answer."""

from collections.abc import Mapping
from typing import cast

_HITS = ("hits", "source_documents", "source_nodes", "documents", "contexts", "context", "results", "retrieved")
_ANSWER = ("answer", "generated_answer", "response", "result", "output")


def parted(result: object) -> tuple[object, str | None]:
    """Return what stands for the hits, and the answer that came with them.

    Parameters
    ----------
    result
        A dict, or an object with attributes, that holds a list of hits under one of the names chains and query engines
        use for it (``hits``, ``source_documents``, ``source_nodes``, ``documents``, ``contexts``, ``context``,
        ``results``, ``retrieved``), and maybe an answer (``answer``, ``generated_answer``, ``response``, ``result``,
        ``output``). Anything else is taken for the hits themselves.

    Examples
    --------
    >>> parted({"answer": "In 2002.", "source_documents": ["d1", "d2"]})
    (['d1', 'd2'], 'In 2002.')
    >>> parted(["d1", "d2"])
    (['d1', 'd2'], None)
    """
    if isinstance(result, str | bytes | list | tuple):
        return cast("object", result), None
    for name in _HITS:
        hits = _under(result, name)
        if isinstance(hits, list | tuple):
            answers = (_under(result, name) for name in _ANSWER)
            return cast("object", hits), next((answer for answer in answers if isinstance(answer, str)), None)
    return result, None


def _under(result: object, name: str) -> object:
    if isinstance(result, Mapping):
        return cast("Mapping[str, object]", result).get(name)
    return getattr(result, name, None)
