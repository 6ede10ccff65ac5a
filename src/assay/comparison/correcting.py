"""p-values of many comparisons made together."""

from collections.abc import Sequence

import numpy as np

from assay.comparison.difference import Choices, Difference
from assay.comparison.system import System
from assay.stats.max_t import max_t_test
from assay.stats.multiplicity import benjamini_hochberg, holm
from assay.stats.sample import Clusters


def adjusted(
    found: Sequence[Difference], systems: Sequence[System], cluster: Clusters | None, choices: Choices
) -> list[Difference]:
    """Return differences with p adjusted for all of them, and their verdicts.

    Parameters
    ----------
    found
        Of every measure and every pair of systems.
    systems
        Over the same queries.
    choices
        Its `correction`: ``"holm"`` keeps the chance of any false verdict within alpha, whatever the comparisons;
        ``"benjamini-hochberg"`` keeps the expected share of false ones among the verdicts; ``"max-t"`` does what Holm
        does and finds more, because it knows how measures and pairs hang together (Tukey's way, by randomisation);
        ``"none"``.
    """
    p = np.array([one.p for one in found])
    if choices.correction == "holm":
        p = holm(p)
    elif choices.correction == "benjamini-hochberg":
        p = benjamini_hochberg(p)
    elif choices.correction == "max-t":
        named = {system.name: system for system in systems}
        table = [named[one.b].row(one.measure) - named[one.a].row(one.measure) for one in found]
        p = max_t_test(np.array(table), cluster=cluster, seed=choices.seed).adjusted
    return [one.judged(float(value), choices.alpha) for one, value in zip(found, p, strict=True)]
