"""How many tokens a text has: what a context costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from assay.errors import MissingExtraError
from assay.models.carrier import Carrier
from assay.models.minilm import TOKENIZER as MINILM
from assay.models.subwords import Subwords, load_subwords

LLAMA_2 = Carrier(
    distribution="wordllama",
    version="0.4.0.post1",
    member="tokenizers/l2_supercat_tokenizer_config.json",
    sha256="93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
    install="pip install 'assay[lab]'",
)


class TokenCounter(Protocol):
    """Counts the tokens of texts, and says whose tokens they are."""

    @property
    def name(self) -> str:
        """The tokenizer, as reports name it."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text has, special tokens not counted."""
        ...


@dataclass(frozen=True, slots=True)
class SubwordCounter:
    """Counts what a tokenizer makes of a text."""

    name: str
    subwords: Subwords

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text has, special tokens not counted; O(characters)."""
        return self.subwords.counts(texts)


@cache
def token_counter() -> TokenCounter:
    """Return the best counter that is installed, loaded once a process.

    Llama 2's own tokenizer, which ships with wordllama (it loses nothing: what it has no token for it counts in
    bytes), else MiniLM's, which counts a word it does not know as one.

    Raises
    ------
    MissingExtraError
        Neither is installed.
    """
    feature = "counting tokens"
    try:
        return SubwordCounter("llama-2", load_subwords(LLAMA_2.find(feature)))
    except MissingExtraError as missing:
        try:
            return SubwordCounter("all-MiniLM-L6-v2", load_subwords(MINILM.find(feature)))
        except MissingExtraError:
            raise missing from None


def count_tokens(texts: Sequence[str]) -> list[int]:
    """Return how many tokens each text has by `token_counter`."""
    return token_counter().count(texts)
