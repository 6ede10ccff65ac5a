"""Whether everything that an answer needs came back, and how soon."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.evidence_hits import EvidenceHits
from assay.measures.evidence_measure import EvidenceMeasure
from assay.measures.judged_hits import Floats, Ints, divide


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GroupR(EvidenceMeasure):
    r"""Group recall: the share of the pieces an answer needs that the first k hits bring.

    .. math:: \mathrm{GroupR}_k(q) = \frac{|\{\text{groups supported by the first } k\}|}{|\{\text{groups}\}|}

    A group is supported where the hits together cover enough of one of its alternatives. In [0, 1]; undefined (NaN) for
    a query without evidence.

    Examples
    --------
    >>> GroupR() @ 5
    GroupR@5
    """

    symbol: ClassVar[str] = "GroupR"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        n_groups = hits.n_groups
        return np.where(n_groups > 0, divide(hits.n_supported(self.k), n_groups), np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FullSupport(EvidenceMeasure):
    """Full support: 1 where the first k hits bring every piece an answer needs, else 0.

    Undefined (NaN) for a query without evidence.

    Examples
    --------
    >>> FullSupport() @ 10
    FullSupport@10
    """

    symbol: ClassVar[str] = "FullSupport"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        n_groups = hits.n_groups
        return np.where(n_groups > 0, (hits.n_supported(self.k) == n_groups).astype(np.float64), np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SupportRR(EvidenceMeasure):
    r"""Reciprocal rank of full support: 1 / the rank at which the last piece an answer needs has come.

    .. math:: \mathrm{SupportRR}(q) = \frac{1}{\max_g \mathrm{rank}_g}, \quad 0 \text{ where a piece never comes}

    In [0, 1]; undefined (NaN) for a query without evidence.

    Examples
    --------
    >>> SupportRR() @ 10
    SupportRR@10
    """

    symbol: ClassVar[str] = "SupportRR"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rank = _support_rank(hits, self.k)
        return np.where(hits.n_groups > 0, divide(np.ones(len(rank)), rank), np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TokensToSupport(EvidenceMeasure):
    """Tokens a generator reads until every piece an answer needs has come: of the hits down to that rank.

    At least 0; less is better. Undefined (NaN) for a query without evidence, where a piece never comes among the first
    k hits, and where hits carry no text.

    Examples
    --------
    >>> TokensToSupport() @ 10
    TokensToSupport@10
    """

    symbol: ClassVar[str] = "TokensToSupport"
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    higher_is_better: ClassVar[bool] = False

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rank = _support_rank(hits, self.k)
        return np.where(rank > 0, hits.tokens[hits.starts + rank], np.nan)


def _support_rank(hits: EvidenceHits, k: int | None) -> Ints:
    """Return the rank at which the last group of each query is supported, 0 where one is not; shape (n_queries,)."""
    rank = np.zeros(hits.n_queries, dtype=np.int64)
    np.maximum.at(rank, hits.group_query, hits.group_rank)
    return np.where(hits.n_supported(k) == hits.n_groups, rank, 0)
