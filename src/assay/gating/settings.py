"""How a gate reads its rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from assay.data.clusters import SOURCE
from assay.data.number import as_whole
from assay.errors import BadInputError
from assay.stats.sample import require_share

MIN_CASES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """How rules are read.

    Parameters
    ----------
    by
        Fields of the cases: every rule about a measure must hold in each slice too.
    strict
        Whether a rule holds only where the whole interval is on the right side; else the mean decides, and a rule fails
        only where the whole interval is on the wrong side.
    alpha
        The error of one side: intervals have the level 1 - 2 alpha, and 1 - 2 alpha / n for each of n slices.
    max_failures
        Failed calls that are tolerated; each of them counts as the worst value.
    min_cases
        With fewer cases than these nothing is decided.
    sequential
        Whether one may look after every batch: intervals are those of a confidence sequence, and reading is strict.
    cluster
        The field whose value dependent cases share; None takes every case by itself.
    seed
        Of the bootstrap.
    """

    by: tuple[str, ...] = ()
    strict: bool = False
    alpha: float = 0.05
    max_failures: int = 0
    min_cases: int = MIN_CASES
    sequential: bool = False
    cluster: str | None = SOURCE
    seed: int = 0

    def __post_init__(self) -> None:
        require_share("2 alpha", 2.0 * self.alpha)
        for name, given, least in (("max_failures", self.max_failures, 0), ("min_cases", self.min_cases, 1)):
            if as_whole(given, least=least) is None:
                raise BadInputError(f"{name} is a whole number of at least {least}, got {given!r:.60}")
        if self.sequential and self.by:
            raise BadInputError(
                "a sequential gate has no slices: how many there will be is not known while cases come in\n"
                "Hint: leave out `by`, or `sequential`."
            )

    @property
    def is_proof_wanted(self) -> bool:
        """Whether every rule is read by its interval alone."""
        return self.strict or self.sequential


def fields_of(by: str | Iterable[str]) -> tuple[str, ...]:
    """Return fields given one by one or in a list, each once."""
    return tuple(dict.fromkeys([by] if isinstance(by, str) else by))
