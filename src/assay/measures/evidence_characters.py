"""How much of the evidence came back, and how much else with it: by characters."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.evidence_hits import EvidenceHits
from assay.measures.evidence_measure import EvidenceMeasure
from assay.measures.judged_hits import Floats, divide


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CharR(EvidenceMeasure):
    r"""Character recall: the share of the evidence that the first k hits hold.

    .. math:: \mathrm{CharR}_k(q) = \frac{|E \cap C_k|}{|E|}

    over sets of characters: E of the evidence (of each group the alternative that is covered best), C of the first k
    hits. In [0, 1]; undefined (NaN) for a query without evidence. As Smith & Troynikov (2024) have it, where every
    passage is a group of its own.

    Examples
    --------
    >>> CharR() @ 5
    CharR@5
    """

    symbol: ClassVar[str] = "CharR"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        return _share(hits.at(hits.covered, self.k), hits.at(hits.wanted, self.k), hits.at(hits.wanted, self.k))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CharP(EvidenceMeasure):
    r"""Character precision: the share of the first k hits' characters that is evidence.

    .. math:: \mathrm{CharP}_k(q) = \frac{|E \cap C_k|}{\sum_{i \le k} |c_i|}

    What comes back twice is paid for twice, and credited once. In [0, 1]; 0 where nothing came back, undefined (NaN)
    for a query without evidence. As Smith & Troynikov (2024).

    Examples
    --------
    >>> CharP() @ 5
    CharP@5
    """

    symbol: ClassVar[str] = "CharP"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        return _share(hits.at(hits.covered, self.k), hits.at(hits.returned, self.k), hits.at(hits.wanted, self.k))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CharIoU(EvidenceMeasure):
    r"""Intersection over union: what evidence came back, of all that came back and all that should have.

    .. math:: \mathrm{CharIoU}_k(q) = \frac{|E \cap C_k|}{\sum_{i \le k} |c_i| + |E \setminus C_k|}

    In [0, 1]; undefined (NaN) for a query without evidence. As Smith & Troynikov (2024).

    Examples
    --------
    >>> CharIoU() @ 5
    CharIoU@5
    """

    symbol: ClassVar[str] = "CharIoU"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        covered, wanted = hits.at(hits.covered, self.k), hits.at(hits.wanted, self.k)
        return _share(covered, hits.at(hits.returned, self.k) + wanted - covered, wanted)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Density(EvidenceMeasure):
    r"""Evidence density: the share of the first k hits' characters, each counted once, that is evidence.

    .. math:: \mathrm{Density}_k(q) = \frac{|E \cap C_k|}{|C_k|}

    In [0, 1]; 0 where nothing came back, undefined (NaN) for a query without evidence.

    Examples
    --------
    >>> Density() @ 5
    Density@5
    """

    symbol: ClassVar[str] = "Density"

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        return _share(hits.at(hits.covered, self.k), hits.at(hits.distinct, self.k), hits.at(hits.wanted, self.k))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Redundancy(EvidenceMeasure):
    r"""Redundancy: the share of the first k hits' characters that had come back before.

    .. math:: \mathrm{Redundancy}_k(q) = 1 - \frac{|C_k|}{\sum_{i \le k} |c_i|}

    Overlaps of chunks count, and so do hits whose text came under another id. In [0, 1); less is better; 0 where
    nothing came back, undefined (NaN) for a query without evidence.

    Examples
    --------
    >>> Redundancy() @ 5
    Redundancy@5
    """

    symbol: ClassVar[str] = "Redundancy"
    higher_is_better: ClassVar[bool] = False

    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        returned, distinct = hits.at(hits.returned, self.k), hits.at(hits.distinct, self.k)
        return _share(returned - distinct, returned, hits.at(hits.wanted, self.k))


def _share(numerator: Floats, denominator: Floats, wanted: Floats) -> Floats:
    return np.where(wanted > 0, divide(numerator, denominator), np.nan)
