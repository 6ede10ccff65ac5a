"""Which of the two placers is used: one contract suite holds both."""

from assay.compiled import IS_COMPILED

if IS_COMPILED:
    from assay.rankings.placing_compiled import Placer
else:
    from assay.rankings.placing_numpy import Placer

__all__ = ["Placer"]
