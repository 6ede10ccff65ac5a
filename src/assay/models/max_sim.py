"""MaxSim late interaction: each token of a query looks for the token of the document that is most like it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assay.models.encoder import unit
from assay.models.minilm import load_minilm
from assay.models.scores import scores_in_order

Tokens = NDArray[np.float32]


class TokenEncoder(Protocol):
    """An encoder that hands its token vectors out; `MiniLMEncoder` is one."""

    @property
    def name(self) -> str:
        """The model, and how it is used."""
        ...

    @property
    def sha256(self) -> str:
        """Hash of the weights."""
        ...

    def token_vectors(self, texts: Sequence[str]) -> list[Tokens]:
        """Return the vectors of each text's tokens, shape (n_tokens, dim)."""
        ...


@dataclass(frozen=True, slots=True)
class MaxSim:
    """Late interaction over the token vectors of an encoder.

    Its scores are `max_sim`. Needs no weights beyond the encoder's, and no training: MiniLM was trained for the mean of
    its token vectors, not for this.
    """

    encoder: TokenEncoder

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: the encoder."""
        return {"kind": "max-sim", "encoder": self.encoder.name, "sha256": self.encoder.sha256}

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Score documents; see `assay.models.scores.ScoreModel`."""
        return await asyncio.to_thread(self._scores, query, documents)

    def _scores(self, query: str, documents: Sequence[str]) -> list[float]:
        wanted, *found = map(unit, self.encoder.token_vectors([query, *documents]))
        scores = [max_sim(wanted, tokens) for tokens in found]
        return scores_in_order(enumerate(scores), len(documents), place=self.encoder.name)


def max_sim(query: Tokens, document: Tokens) -> float:
    r"""Return how well the tokens of a query are matched by those of a document.

    .. math:: s = \frac{1}{|q|} \sum_{i \in q} \max_{j \in d} \, q_i \cdot d_j

    Parameters
    ----------
    query, document
        float32, shape (n_tokens, dim), at least one token each, every row of length 1.

    Returns
    -------
    float
        In [-1, 1].

    Notes
    -----
    Khattab & Zaharia (2020), ColBERT, who take the sum; the mean orders the documents of a query alike and does not
    grow with the query, so that one map from scores to grades can serve all queries. O(n_query * n_document) tokens.

    Examples
    --------
    >>> across, up = [1.0, 0.0], [0.0, 1.0]
    >>> max_sim(np.array([across, up], dtype=np.float32), np.array([across], dtype=np.float32))
    0.5
    """
    return float((query @ document.T).max(axis=1).mean(dtype=np.float64))


def load_max_sim() -> MaxSim:
    """Return MaxSim over MiniLM, English; about 0.3 s.

    Raises
    ------
    MissingExtraError, BadInputError
        As `assay.models.minilm.load_minilm`.
    """
    return MaxSim(load_minilm())
