"""How an evaluation was made: everything two results must share to be comparable."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from assay.data.clusters import SOURCE
from assay.data.number import as_finite
from assay.errors import BadInputError, MeasureParameterError
from assay.labels.passages import Matcher
from assay.labels.supporting import COVERAGE
from assay.labels.unit import Unit
from assay.measures.average_precision import AP
from assay.measures.evidence_characters import CharIoU, CharP, CharR
from assay.measures.evidence_support import FullSupport, GroupR
from assay.measures.f_measure import F
from assay.measures.hit_rate import HitRate
from assay.measures.measure import Measure, check_k
from assay.measures.ndcg import NDCG
from assay.measures.notation import parse
from assay.measures.precision import P
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR
from assay.stats.sample import require_share

Undefined = Literal["skip", "zero", "error"]
PER_K: tuple[Measure, ...] = (HitRate(), P(), R(), F(), NDCG(), AP())
OF_EVIDENCE: tuple[Measure, ...] = (GroupR(), FullSupport(), CharR(), CharP(), CharIoU())


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What was measured and how.

    Parameters
    ----------
    k
        Cutoffs, ascending.
    rel
        Smallest grade that counts as relevant.
    convention
        Whose formulas: ``"assay"`` are trec_eval's, with undefined values kept apart.
    unit, matcher
        What k counts, and what hits and labels are compared by: ids, spans of documents, or texts.
    coverage
        Share of a passage of evidence, in (0, 1], that must have come back for it to count as found.
    wanted_unit
        What k was to count; None left it to what labels and hits carry.
    undefined
        What a query without a relevant document does to a mean: ``"skip"`` leaves it out, ``"zero"`` counts 0,
        ``"error"`` raises.
    retriever, parameters
        Its name, and what it says of itself.
    depth
        How many hits the pipeline was asked for: the largest cutoff of any measure.
    tokenizer
        Name of what counted context tokens.
    level, cluster, seed
        Of the intervals of means: how often they hold the mean; the field whose value dependent cases share (see
        `Measured.clusters`), None to take every case by itself; the seed of the bootstrap.
    corpus_sha256
        Hash of the documents that were searched, where they are known.
    made_at
        When, as ISO 8601 in UTC.
    commit
        The git commit of the folder it was made in, where there is one.
    """

    k: tuple[int, ...]
    rel: float
    retriever: str
    depth: int = 0
    convention: Literal["assay"] = "assay"
    wanted_unit: Unit | None = None
    unit: Unit = "document"
    matcher: Matcher = "id"
    coverage: float = COVERAGE
    undefined: Undefined = "skip"
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    tokenizer: str = ""
    concurrency: int = 1
    timeout_s: float | None = None
    retries: int = 0
    level: float = 0.95
    cluster: str | None = SOURCE
    seed: int = 0
    corpus_sha256: str | None = None
    made_at: str = ""
    commit: str | None = None

    def __post_init__(self) -> None:
        if self.undefined not in ("skip", "zero", "error"):
            raise BadInputError(f"undefined is 'skip', 'zero' or 'error', got {self.undefined!r}")
        if as_finite(self.rel) is None or self.rel <= 0:
            raise BadInputError(f"rel is a finite number above 0, got {self.rel!r}")
        if self.wanted_unit not in (None, "document", "chunk"):
            raise BadInputError(f"unit is 'document' or 'chunk', got {self.wanted_unit!r}")
        require_share("level", self.level)
        if not 0.0 < self.coverage <= 1.0:
            raise BadInputError(f"coverage is a share above 0 and at most 1, got {self.coverage!r:.60}")
        if not self.depth:
            object.__setattr__(self, "depth", self.k[-1])


def cutoffs(k: int | Iterable[int]) -> tuple[int, ...]:
    """Return cutoffs ascending, each once.

    Raises
    ------
    MeasureParameterError
        None at all, or one that is not a whole number of at least 1.
    """
    if isinstance(k, str):
        raise MeasureParameterError(f"k is a list of whole numbers, got {k!r}")
    given = tuple(k) if isinstance(k, Iterable) else (k,)
    found = tuple(sorted({check_k(cutoff) for cutoff in given}))
    if not found:
        raise MeasureParameterError("k is empty\nHint: give at least one cutoff, such as 10.")
    return found


def measures_at(k: tuple[int, ...], extra: Measure | str | Iterable[Measure | str] = ()) -> tuple[Measure, ...]:
    """Return the measures of an evaluation: the usual ones at each cutoff, RR at the largest, then `extra`.

    An extra one without a cutoff of its own is taken at each.
    """
    further = (extra,) if isinstance(extra, Measure | str) else extra
    usual = [*(measure @ cutoff for cutoff in k for measure in PER_K), RR() @ k[-1]]
    for given in further:
        measure = parse(given) if isinstance(given, str) else given
        usual.extend([measure @ cutoff for cutoff in k] if measure.takes_k and measure.k is None else [measure])
    return tuple(dict.fromkeys(usual))


def evidence_measures(k: tuple[int, ...]) -> tuple[Measure, ...]:
    """Return the measures that are added where hits are held against evidence, each cutoff in turn."""
    return tuple(measure @ cutoff for cutoff in k for measure in OF_EVIDENCE)
