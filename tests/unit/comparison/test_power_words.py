"""A plan in every language."""

import pytest

from assay import Plan, power
from assay.errors import BadInputError
from assay.report.page import LANGUAGES, Language
from assay.report.wording import Wording

PLANS = [
    power(spread=0.3, difference=0.03, n=100),
    power(spread=0.3),
    power(gain=0.07, loss=0.02, n=4, cluster_size=5, icc=0.2),
    power(gain=0.07, loss=0.07, margin=0.05, n=200),
    power(spread=0.3, margin=0.05),
    power(spread=0.3, difference=0.03, alternative="greater"),
    power(spread=0.3, difference=-0.03, alternative="less"),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_can_be_written_in_every_language(language: Language, plan: Plan) -> None:
    page = plan.to_markdown(language=language)
    assert Wording("assay.comparison.power_words", language)("assumed.title") in page
    assert "{" not in page


@pytest.mark.parametrize("language", ["fr", "", "EN"])
def test_a_language_plans_are_not_written_in_is_refused(language: str) -> None:
    with pytest.raises(BadInputError, match="reports are written in en, zh, es, ru"):
        PLANS[0].sentence(language=language)  # pyright: ignore[reportArgumentType]
