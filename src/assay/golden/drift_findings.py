"""What is said of evidence that no longer stands where a golden set says."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from assay.golden.drift import Drift, Status
from assay.golden.finding import Finding, Severity

_SHOWN = 5
_SEVERITIES: dict[Status, Severity] = {"moved": "warning", "changed": "error", "ambiguous": "error", "gone": "error"}
_SAID: dict[Status, str] = {
    "moved": "pieces of evidence that moved (--write repairs them)",
    "changed": "pieces of evidence whose text changed, to be read again",
    "ambiguous": "pieces of evidence that may stand in several places, where nothing tells which",
    "gone": "pieces of evidence that are gone",
}
_WORDS = re.compile(r"\w+|\W")


def drift_findings(drifts: Sequence[Drift]) -> Iterator[Finding]:
    """Say what became of the evidence, a finding for each status but *valid*."""
    for status, severity in _SEVERITIES.items():
        those = [drift for drift in drifts if drift.status == status]
        if those:
            shown = "; ".join(_told(drift) for drift in those[:_SHOWN]) + ("; ..." if len(those) > _SHOWN else "")
            text = f"{_SAID[status]}: {len(those)} of {len(drifts)} ({shown})"
            cases = tuple(dict.fromkeys(drift.case_id for drift in those))
            yield Finding(severity=severity, code=f"evidence_{status}", text=text, cases=cases)


def diff(old: str, new: str) -> str:
    """Show what became of a text: ``[-left out-]{+put in+}``, long stretches that stayed shortened.

    Examples
    --------
    >>> diff("a limit of 30 days", "a limit of 14 days")
    'a limit of [-30-]{+14+} days'
    """
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    parts: list[str] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        removed, added = "".join(before[start:end]), "".join(after[new_start:new_end])
        if kind == "equal":
            parts.append(removed if len(removed) <= 40 else f"{removed[:18]}...{removed[-18:]}")
        else:
            parts.append((f"[-{removed}-]" if removed else "") + (f"{{+{added}+}}" if added else ""))
    return "".join(parts)


def _told(drift: Drift) -> str:
    piece, anchor = drift.evidence, drift.anchor
    where = f"{drift.case_id}: {piece.doc_id}"
    if drift.status == "changed" and anchor is not None:
        return f"{where}[{anchor.start}:{anchor.end}] {diff(piece.quote, anchor.text)!r}"
    if drift.status == "moved" and anchor is not None:
        old = "" if piece.start is None or piece.end is None else f"[{piece.start}:{piece.end}]"
        other = anchor.doc_id if anchor.doc_id != piece.doc_id else ""
        spelt = "" if anchor.text == piece.quote else ", in other typography"
        return f"{where}{old} -> {other}[{anchor.start}:{anchor.end}]{spelt}"
    quote = piece.quote if len(piece.quote) <= 40 else piece.quote[:40] + "..."
    gone = ", a document that is not in the corpus" if drift.document_gone else ""
    places = f", {drift.n_places} places" if drift.n_places > 1 else ""
    return f"{where} {quote!r}{places}{gone}"
