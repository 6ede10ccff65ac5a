"""The report in every language."""

import pytest

from assay import RetrievalTestCase, evaluate
from assay.errors import BadInputError
from assay.report.page import LANGUAGES
from assay.report.wording import Wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_can_be_written_in_every_language(language: str) -> None:
    cases = [
        RetrievalTestCase("right", ["d1"], category="facts", language="en"),
        RetrievalTestCase("missed", ["gone"]),
        RetrievalTestCase("fails", ["d1"]),
        RetrievalTestCase("no label"),
        RetrievalTestCase("no answer", answerable=False),
    ]

    def retrieve(query: str) -> list[str]:
        if query == "fails":
            raise ConnectionError("refused")
        return ["d1", "d1"]

    report = evaluate(retrieve, cases).to_markdown(language=language)  # pyright: ignore[reportArgumentType]
    assert Wording("assay.evaluation.words", language)("advice.title") in report  # pyright: ignore[reportArgumentType]
    assert "{" not in report


@pytest.mark.parametrize("language", ["fr", "", "EN", "english", None])
def test_a_language_reports_are_not_written_in_is_refused(language: str) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        evaluate(lambda _: ["d1"], [RetrievalTestCase("a", ["d1"])]).to_markdown(language=language)  # pyright: ignore
