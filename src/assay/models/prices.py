"""What calls of a chat model cost."""

import math
from dataclasses import dataclass

from assay.errors import BadInputError
from assay.models.chat import ChatReply


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The price of a model's tokens, in US dollars per million.

    Parameters
    ----------
    prompt_usd_per_million, completion_usd_per_million
        What a million tokens cost that are sent, and that come back: as the provider states it, since Assay knows no
        prices.

    Raises
    ------
    BadInputError
        A price is negative or no finite number.

    Examples
    --------
    >>> prices = Prices(prompt_usd_per_million=0.15, completion_usd_per_million=0.60)
    >>> f"{prices.of(prompt_tokens=2_000, completion_tokens=500):.4f}"
    '0.0006'
    """

    prompt_usd_per_million: float
    completion_usd_per_million: float

    def __post_init__(self) -> None:
        for price in (self.prompt_usd_per_million, self.completion_usd_per_million):
            if not (math.isfinite(price) and price >= 0):
                raise BadInputError(
                    f"a price of {price} US dollars per million tokens, expected 0 or more\n"
                    "Hint: a model on your own machine costs 0."
                )

    @classmethod
    def read(cls, text: str) -> "Prices":
        """Read ``0.15,0.60``: dollars per million tokens that are sent, and that come back.

        Raises
        ------
        BadInputError
            No two prices.
        """
        try:
            prompt, completion = map(float, text.split(","))
        except ValueError as exc:
            raise BadInputError(f"prices are two numbers such as 0.15,0.60, got {text!r}") from exc
        return cls(prompt_usd_per_million=prompt, completion_usd_per_million=completion)

    def of(self, *, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost, in US dollars."""
        micro = prompt_tokens * self.prompt_usd_per_million + completion_tokens * self.completion_usd_per_million
        return micro / 1_000_000

    def cost_usd(self, reply: ChatReply) -> float | None:
        """Return what a reply cost, in US dollars; None where the server did not count its tokens."""
        if reply.prompt_tokens is None or reply.completion_tokens is None:
            return None
        return self.of(prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens)
