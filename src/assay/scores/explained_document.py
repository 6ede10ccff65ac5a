"""An explanation as JSON."""

import json
import math

from assay.report.visible import encodable
from assay.scores.explain import Explanation
from assay.version import __version__


def explained_document(found: Explanation) -> str:
    """Write the figures under each convention, and the reasons where they differ."""
    figures = {
        name: {str(measure): _plain(found.figure(measure, name)) for measure in found.measures} for name in found.scores
    }
    differences = [
        {
            "measure": one.measure,
            "convention": one.convention,
            "assay": _plain(one.assay),
            "figure": _plain(one.figure),
            "why": one.why,
        }
        for one in found.differences
    ]
    content = {"assay": __version__, "kind": "explanation", "conventions": figures, "differences": differences}
    return encodable(json.dumps(content, ensure_ascii=False, indent=2)) + "\n"


def _plain(figure: float) -> float | None:
    return figure if math.isfinite(figure) else None
