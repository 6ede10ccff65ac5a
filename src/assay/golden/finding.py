"""One thing to know about a golden set."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to know: how bad it is, what it is, and the cases it is about."""

    severity: Severity
    code: str
    text: str
    cases: tuple[str, ...] = ()
