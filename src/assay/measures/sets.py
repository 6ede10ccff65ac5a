"""What came back taken as a set: as many places as there are hits, whatever their order."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from assay.measures.f_measure import F, check_beta
from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant
from assay.measures.measure import BinaryMeasure
from assay.measures.recall import R
from assay.measures.relative_precision import RelativeP


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetP(BinaryMeasure):
    r"""Set precision: the share of all hits that are relevant.

    .. math:: \mathrm{SetP}(q) = \frac{|\{\text{relevant, retrieved}\}|}{|\{\text{retrieved}\}|}

    In [0, 1]; 0 where nothing came back; undefined (NaN) for a query without a relevant document. As trec_eval's
    ``set_P``.

    Examples
    --------
    >>> SetP(rel=2)
    SetP(rel=2)
    """

    symbol: ClassVar[str] = "SetP"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        value = divide(judged.n_found(rel, None), judged.n_retrieved)
        return undefined_without_relevant(value, judged.n_relevant(rel))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetR(R):
    r"""Set recall: the share of the relevant documents that came back.

    .. math:: \mathrm{SetR}(q) = \frac{|\{\text{relevant, retrieved}\}|}{|\{\text{relevant}\}|}

    In [0, 1]; undefined (NaN) for a query without a relevant document. As trec_eval's ``set_recall``.

    Examples
    --------
    >>> SetR()
    SetR
    """

    symbol: ClassVar[str] = "SetR"
    takes_k: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetF(BinaryMeasure):
    r"""Weighted harmonic mean of set precision and set recall.

    .. math:: \mathrm{SetF}(q) = \frac{(1 + x) \, \mathrm{SetP} \, \mathrm{SetR}}{x \, \mathrm{SetP} + \mathrm{SetR}},
        \quad x = \beta^2

    Parameters
    ----------
    beta
        How many times as important recall is as precision, above 0.
    form
        ``"rijsbergen"``: x is the square of beta (van Rijsbergen 1979). ``"trec_eval"``: x is beta itself, as in
        trec_eval's ``set_F.x``, whose x = 2 is therefore not F2.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a relevant document.

    Examples
    --------
    >>> SetF(beta=0.5, form="trec_eval")
    SetF(beta=0.5, form=trec_eval)
    """

    symbol: ClassVar[str] = "SetF"
    takes_k: ClassVar[bool] = False

    beta: float = 1.0
    form: Literal["rijsbergen", "trec_eval"] = "rijsbergen"

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        object.__setattr__(self, "beta", check_beta(self.symbol, self.beta))

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        beta = self.beta if self.form == "rijsbergen" else self.beta**0.5
        return F(rel=self.rel, beta=beta).per_query(judged)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetAP(BinaryMeasure):
    r"""Average precision of a set: precision times recall.

    .. math:: \mathrm{SetAP}(q) = \frac{|\{\text{relevant, retrieved}\}|^2}
        {|\{\text{retrieved}\}| \, |\{\text{relevant}\}|}

    In [0, 1]; 0 where nothing came back; undefined (NaN) for a query without a relevant document. As trec_eval's
    ``set_map``: every relevant document that came back counts with the precision of the whole set.

    Examples
    --------
    >>> SetAP()
    SetAP
    """

    symbol: ClassVar[str] = "SetAP"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_found, n_relevant = judged.n_found(rel, None), judged.n_relevant(rel)
        return undefined_without_relevant(divide(n_found**2, judged.n_retrieved * n_relevant), n_relevant)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetRelativeP(RelativeP):
    r"""Set precision relative to the best a set of that size can have.

    .. math:: \mathrm{SetRelativeP}(q) = \frac{|\{\text{relevant, retrieved}\}|}
        {\min(|\{\text{retrieved}\}|, |\{\text{relevant}\}|)}

    In [0, 1]; 0 where nothing came back; undefined (NaN) for a query without a relevant document. As trec_eval's
    ``set_relative_P``.

    Examples
    --------
    >>> SetRelativeP()
    SetRelativeP
    """

    symbol: ClassVar[str] = "SetRelativeP"
    takes_k: ClassVar[bool] = False
