"""The verdict of a gate as workflow commands of GitHub Actions, which show it beside the change."""

from assay.gating.finding import Finding
from assay.gating.page import WORDS, headline_of, reason_of
from assay.gating.verdict import Judged, Undecided
from assay.report.page import Language, check_language
from assay.report.visible import visible
from assay.report.wording import Wording

_COMMANDS = ("error", "warning", "notice")


def to_github(verdict: Judged, *, undecided: Undecided = "6", language: Language = "en") -> str:
    """Write a verdict as annotations: an error for what is not met, a warning for what cannot be told, else a notice.

    The worst come first, for GitHub shows ten of a kind in a step. The last line says the whole, and is no command.

    Parameters
    ----------
    undecided
        ``"fail"`` makes an error of what cannot be told.
    language
        Of the messages.
    """
    word = Wording(WORDS, check_language(language))
    ordered = sorted(verdict.findings, key=lambda finding: _COMMANDS.index(_command(finding, undecided)))
    lines = [_line(_command(finding, undecided), finding.name, reason_of(finding, word)) for finding in ordered]
    return "\n".join([*lines, visible(headline_of(verdict, word))]) + "\n"


def _command(finding: Finding, undecided: Undecided) -> str:
    if finding.met is None:
        return "error" if undecided == "fail" else "warning"
    return "notice" if finding.met else "error"


def _line(command: str, title: str, message: str) -> str:
    return f"::{command} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
