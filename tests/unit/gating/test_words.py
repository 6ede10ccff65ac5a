"""What the gate says, in every language."""

from collections.abc import Callable

import pytest

from assay import gate
from assay.comparison.system import System
from assay.errors import BadInputError
from assay.report.page import LANGUAGES, Language
from assay.report.wording import Wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_can_be_written_in_every_language(language: Language, shares: Callable[..., System]) -> None:
    rules = ["R@5 >= 0.75", "R@5 >= 0.85", "R@5 >= baseline - 0.01", "R@5 >= baseline", "failures <= 0"]
    verdict = gate(shares(48, 60), rules, baseline=shares(49, 60), sequential=False)
    written = verdict.to_markdown(language=language)
    assert Wording("assay.gating.words", language)("word.undecided") in written
    assert "{" not in written
    decimal = "0,800" if language in ("es", "ru") else "0.800"
    assert decimal in written


def test_a_language_reports_are_not_written_in_is_refused(shares: Callable[..., System]) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        gate(shares(20, 20), "R@5 >= 0.5").to_markdown(language="fr")  # pyright: ignore[reportArgumentType]
