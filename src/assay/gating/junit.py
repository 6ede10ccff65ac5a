"""The verdict of a gate as JUnit XML, which CI servers show as tests."""

import math
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from assay.gating.finding import Finding
from assay.gating.page import WORDS, outcome_of, reason_of
from assay.gating.verdict import Judged, Undecided
from assay.report.page import Language, check_language
from assay.report.visible import visible
from assay.report.wording import Wording

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(verdict: Judged, *, undecided: Undecided = "6", language: Language = "en") -> str:
    """Write a verdict as JUnit XML: a test for every rule and slice.

    Parameters
    ----------
    undecided
        What a check is that cannot be told: ``"fail"`` makes it a failure, anything else a skipped test.
    language
        Of the messages.
    """
    word = Wording(WORDS, check_language(language))
    kinds = [_kind(finding, undecided) for finding in verdict.findings]
    counts = {
        "tests": str(len(kinds)),
        "failures": str(kinds.count("failure")),
        "errors": "0",
        "skipped": str(kinds.count("skipped")),
        "time": "0",
    }
    suites = ET.Element("testsuites", {"name": "assay gate", **counts})
    suite = ET.SubElement(suites, "testsuite", {"name": _clean(f"assay gate: {verdict.result}"), **counts})
    for finding, kind in zip(verdict.findings, kinds, strict=True):
        case = ET.SubElement(suite, "testcase", {"classname": "assay.gate", "name": _clean(finding.name), "time": "0"})
        _describe(case, finding, kind, _clean(reason_of(finding, word)))
    ET.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _kind(finding: Finding, undecided: Undecided) -> str:
    if finding.met is None:
        return "failure" if undecided == "fail" else "skipped"
    return "" if finding.met else "failure"


def _describe(case: ET.Element, finding: Finding, kind: str, reason: str) -> None:
    properties = ET.SubElement(case, "properties")
    for name, value in _properties(finding):
        ET.SubElement(properties, "property", {"name": name, "value": value})
    if kind == "failure":
        failure = ET.SubElement(case, "failure", {"message": reason, "type": outcome_of(finding.met)})
        failure.text = reason
    elif kind == "skipped":
        ET.SubElement(case, "skipped", {"message": reason})
    else:
        ET.SubElement(case, "system-out").text = reason


def _properties(finding: Finding) -> Iterator[tuple[str, str]]:
    for name in ("value", "low", "high", "level", "limit", "baseline"):
        figure: float = getattr(finding, name)
        if not math.isnan(figure):
            yield name, repr(figure)
    yield "n", str(finding.n)


def _clean(text: str) -> str:
    """Return text that XML can hold: control characters are written out, and what is left of such is dropped."""
    return _NO_XML.sub("", visible(text))
