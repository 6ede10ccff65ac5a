"""The judges there are, by name: Assay's own and those of plugins, through one door."""

import inspect
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from assay.errors import BadInputError
from assay.judges.answer_correctness import AnswerCorrectness, ClaimOverlap
from assay.judges.answer_relevancy import AnswerRelevancy
from assay.judges.context_precision import ContextPrecision
from assay.judges.context_recall import ContextRecall
from assay.judges.context_sufficiency import ContextSufficiency
from assay.judges.faithfulness import Faithfulness
from assay.judges.noise import Noise
from assay.judges.nuggets import Nuggets
from assay.judges.pairwise import Pairwise
from assay.judges.relevance import Relevance
from assay.judges.seam import Judge
from assay.models.catalogue import load_encoder

GROUP = "assay.judges"
RAGAS = ("context_precision", "context_recall", "faithfulness", "answer_relevancy")
"""The four scores that ragas made common."""

Factory = Callable[..., Judge]

_OWN: Mapping[str, Factory] = {
    "relevance": Relevance,
    "context_precision": ContextPrecision,
    "context_recall": ContextRecall,
    "faithfulness": Faithfulness,
    "answer_relevancy": AnswerRelevancy,
    "answer_correctness": AnswerCorrectness,
    "claim_precision": lambda: ClaimOverlap(of="precision"),
    "claim_recall": lambda: ClaimOverlap(of="recall"),
    "context_sufficiency": ContextSufficiency,
    "noise": Noise,
    "nuggets": Nuggets,
    "pairwise": Pairwise,
}


def judges() -> Mapping[str, Factory]:
    """Return what makes each judge, by its name; those of installed plugins (entry points ``assay.judges``) too.

    Notes
    -----
    Plugins are loaded once. One that cannot be loaded is named in a warning and skipped; none can take the place of one
    of Assay's own.
    """
    return {**_plugins(), **_OWN}


def load_judge(name: str, **parameters: Any) -> Judge:
    """Return a judge by its name.

    Parameters
    ----------
    name
        One of `judges()`.
    parameters
        Its own. A judge that embeds texts takes the multilingual encoder unless it is given another `encoder`.

    Raises
    ------
    BadInputError
        No judge goes by the name, or it takes no such parameter.
    MissingExtraError
        The encoder is not installed.

    Examples
    --------
    >>> load_judge("relevance", scale="binary").bounds
    (0.0, 1.0)
    """
    known = judges()
    if name not in known:
        raise BadInputError(f"no judge goes by {name!r}\nHint: one of {', '.join(known)}.")
    takes = inspect.signature(known[name]).parameters
    if unknown := [given for given in parameters if given not in takes]:
        raise BadInputError(
            f"the judge {name} has no parameter {unknown[0]!r}\nHint: it takes {', '.join(takes) or 'none'}."
        )
    if "encoder" in takes and "encoder" not in parameters:
        parameters["encoder"] = load_encoder("multilingual")
    return known[name](**parameters)


@cache
def _plugins() -> Mapping[str, Factory]:
    found: dict[str, Factory] = {}
    for plugin in entry_points(group=GROUP):
        try:
            found[plugin.name] = plugin.load()
        except Exception as exc:  # noqa: BLE001 - a plugin may raise anything, and must not take the rest with it
            warnings.warn(f"the judge plugin {plugin.name!r} ({plugin.value}) is skipped: {exc!r}", stacklevel=2)
    return found
