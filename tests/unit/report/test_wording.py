import pytest

from assay.errors import BadInputError
from assay.report.page import Language, check_language
from assay.report.wording import Wording


def wording(language: Language) -> Wording:
    return Wording("assay.evaluation.words", language)


@pytest.mark.parametrize(("language", "written"), [("en", "0.500"), ("zh", "0.500"), ("es", "0,500"), ("ru", "0,500")])
def test_the_decimal_sign_is_the_languages_own(language: Language, written: str) -> None:
    assert wording(language).number(0.5) == written


def test_an_undefined_number_is_a_dash() -> None:
    assert wording("en").number(float("nan")) == "–"


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (12.34, "12.3 s"),
        (1.0, "1.0 s"),
        (0.5, "500 ms"),
        (0.0123, "12 ms"),
        (0.00123, "1.2 ms"),
        (0.000123, "0.12 ms"),
        (0.0, "0.00 ms"),
    ],
)
def test_durations_are_written_in_seconds_or_milliseconds(seconds: float, written: str) -> None:
    assert wording("en").seconds(seconds) == written


@pytest.mark.parametrize(("seconds", "written"), [(0.99999, "1.0 s"), (0.0099999, "10 ms"), (0.00099999, "1.0 ms")])
def test_rounding_up_changes_the_unit_and_the_digits_with_it(seconds: float, written: str) -> None:
    assert wording("en").seconds(seconds) == written


@pytest.mark.parametrize(("language", "written"), [("zh", "1.5 秒"), ("es", "1,5 s"), ("ru", "1,5 с")])
def test_units_of_time_are_the_languages_own(language: Language, written: str) -> None:
    assert wording(language).seconds(1.5) == written


def test_facts_are_put_in_as_they_are_even_with_braces() -> None:
    assert wording("en")("title", golden="{x} {0} {") == "Retrieval report: {x} {0} {"


def test_a_text_there_is_not_is_not_in_the_catalogue() -> None:
    assert "no.such" not in wording("en")
    assert "title" in wording("en")


@pytest.mark.parametrize("given", ["de", "", "zh-CN", "EN"])
def test_another_language_is_refused_with_those_there_are(given: str) -> None:
    with pytest.raises(BadInputError, match=f"reports are written in en, zh, es, ru, not in '{given}'"):
        check_language(given)
