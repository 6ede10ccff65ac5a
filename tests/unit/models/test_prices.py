"""Calls cost what their tokens cost."""

import math

import pytest

from assay.errors import BadInputError
from assay.models.chat import ChatReply
from assay.models.prices import Prices

PRICES = Prices(prompt_usd_per_million=2.0, completion_usd_per_million=8.0)


def reply(prompt_tokens: int | None, completion_tokens: int | None) -> ChatReply:
    return ChatReply(text="", prompt_tokens=prompt_tokens, completion_tokens=completion_tokens, seconds=1.0)


def test_a_reply_costs_what_went_and_what_came() -> None:
    assert PRICES.cost_usd(reply(1000, 250)) == pytest.approx(0.004)


def test_a_reply_whose_tokens_nobody_counted_has_no_cost() -> None:
    assert PRICES.cost_usd(reply(1000, None)) is None


@pytest.mark.parametrize("price", [-1.0, math.nan, math.inf])
def test_a_price_is_a_number_of_dollars(price: float) -> None:
    with pytest.raises(BadInputError, match="expected 0 or more"):
        Prices(prompt_usd_per_million=price, completion_usd_per_million=0)
