"""What the measures over aspects share."""

from abc import abstractmethod
from dataclasses import dataclass

from assay.errors import BadInputError
from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints, JudgedHits, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AspectMeasure(BinaryMeasure):
    """A measure of how well a ranking serves the several aspects (subtopics, intents) of a query.

    An aspect that no document answers with at least `rel` does not count, as in ndeval; all others count the same.
    Undefined (NaN) for a query without an answered aspect.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect, above 0; None takes the table's own.

    Raises
    ------
    BadInputError
        When measuring: a table whose labels name no aspects.
    """

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query of an `AspectHits`; shape (n_queries,)."""
        if not isinstance(judged, AspectHits):
            raise BadInputError(
                f"{self} needs labels that name aspects\n"
                "Hint: assay.measures.aspects.judge_aspects takes them as {query: {document: {aspect: grade}}}."
            )
        n_aspects = judged.n_aspects(self.threshold(judged))
        return undefined_without_relevant(self.over_aspects(judged, n_aspects), n_aspects)

    @abstractmethod
    def over_aspects(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Compute it where it is defined: anything where `n_aspects`, of shape (n_queries,), is 0."""
