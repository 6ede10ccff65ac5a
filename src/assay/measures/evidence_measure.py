"""What the measures on evidence share."""

from abc import abstractmethod
from dataclasses import dataclass

from assay.errors import BadInputError
from assay.measures.evidence_hits import EvidenceHits
from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.measure import Measure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EvidenceMeasure(Measure):
    """A measure of what hits bring of the passages that answer.

    Raises
    ------
    BadInputError
        When measuring: a table whose labels name no passages.
    """

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query of an `EvidenceHits`; shape (n_queries,)."""
        if not isinstance(judged, EvidenceHits):
            raise BadInputError(
                f"{self} needs evidence: passages that answer, and hits that tell their span or carry their text\n"
                'Hint: give cases "evidence", and leave unit to what they carry.'
            )
        return self.over_evidence(judged)

    @abstractmethod
    def over_evidence(self, hits: EvidenceHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
