"""A chat model as a score model: how much likelier it would say yes than no."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

import numpy as np

from assay.errors import BadInputError
from assay.models.chat import ChatFailure, ChatMessage, ChatModel, ChatReply, ChatRequest
from assay.models.encoder import well_formed
from assay.models.scores import ScoreFailure, close_model, gather_scores, scores_in_order

Language: TypeAlias = Literal["en", "zh", "es", "ru"]
_LANGUAGES: tuple[Language, ...] = ("en", "zh", "es", "ru")
_NO_LOGPROBS = (
    "Hint: the server must give logprobs for this model; llama.cpp gives none for a token that is a part of a letter, "
    "and there language='en' asks about texts of any language."
)


@dataclass(frozen=True, slots=True)
class YesNo:
    """Asks a chat model whether a document helps to answer the query, and reads yes or no off its first token.

    Parameters
    ----------
    chat
        A chat model whose server returns log-probabilities.
    language
        Of the prompt and of the answer: ``en``, ``zh``, ``es`` or ``ru``.
    top_logprobs
        How many of the likeliest tokens to look among; OpenAI's servers give 20 at most.

    Raises
    ------
    BadInputError
        There is no prompt in that language.

    Notes
    -----
    One call a document, of one token. The score is `log_odds_of_yes`. Nogueira et al. (2020) score with the two words'
    logits of a model fine-tuned for it; this asks one that was not.
    """

    chat: ChatModel
    language: Language = "en"
    top_logprobs: int = 20

    def __post_init__(self) -> None:
        if self.language not in _LANGUAGES:
            raise BadInputError(f"there is no prompt in {self.language!r}\nHint: one of {', '.join(_LANGUAGES)}.")

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: the chat model, the prompt's language and version, how many tokens are listed."""
        return {
            "kind": "yes-no",
            "chat": dict(self.chat.spec),
            "language": self.language,
            "prompt": _prompt(self.language)["version"],
            "top_logprobs": self.top_logprobs,
        }

    async def aclose(self) -> None:
        """Close the chat model's connections."""
        await close_model(self.chat)

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Score documents, as many at once as the chat model allows; see `assay.models.scores.ScoreModel`."""
        scores = await gather_scores(self._score(query, document) for document in documents)
        return scores_in_order(enumerate(scores), len(documents), place="yes or no")

    async def _score(self, query: str, document: str) -> Sequence[float]:
        try:
            reply = await self.chat.reply(self._request(query, document))
        except ChatFailure as failure:
            raise ScoreFailure(failure.kind, failure.text, retry_after=failure.retry_after) from failure
        return [log_odds_of_yes(_first(reply), self.language)]

    def _request(self, query: str, document: str) -> ChatRequest:
        prompt = _prompt(self.language)
        asked = prompt["question"].replace("{query}", well_formed(query), 1)
        before, _, after = asked.rpartition("{document}")  # the prompt's own: a query may hold the same letters
        return ChatRequest(
            messages=(
                ChatMessage(role="system", content=prompt["system"]),
                ChatMessage(role="user", content=before + well_formed(document) + after),
            ),
            max_tokens=1,
            top_logprobs=self.top_logprobs,
        )


def log_odds_of_yes(likely: Mapping[str, float], language: Language = "en") -> float:
    r"""Return how much likelier yes is than no, from the log-probabilities of the likeliest first tokens.

    .. math:: s = \log \sum_{t \in \mathrm{yes}} p(t) - \log \sum_{t \in \mathrm{no}} p(t)

    Parameters
    ----------
    likely
        Token to natural log-probability.
    language
        Whose yes and no. A token counts for a word whatever its case and the spaces around it (``Yes``, `` yes``,
        ``YES``), and so does one that begins one of the two words and not the other (``Н`` for ``Нет``).

    Returns
    -------
    float
        Positive where yes is likelier. Where only one of the two is listed, the other is taken to be as likely as the
        least likely token listed, which is the most it can be.

    Raises
    ------
    ScoreFailure
        ``empty``: no token is listed; ``garbage``: neither yes nor no is.

    Examples
    --------
    >>> round(log_odds_of_yes({"Yes": -0.5, " yes": -1.5, "No": -2.0, "Maybe": -4.0}), 3)
    1.813
    """
    if not likely:
        raise ScoreFailure("empty", f"the chat model gave no log-probabilities of its first token\n{_NO_LOGPROBS}")
    prompt = _prompt(language)
    sides = [
        [value for token, value in likely.items() if _means(token, prompt[own], prompt[other])]
        for own, other in (("yes", "no"), ("no", "yes"))
    ]
    if not any(sides):
        seen = ", ".join(repr(token) for token in list(likely)[:5])
        raise ScoreFailure("garbage", f"the chat model would say neither yes nor no ({language}), but {seen}")
    least = min(likely.values())
    yes, no = (float(np.logaddexp.reduce(side)) if side else least for side in sides)
    return yes - no


def _means(token: str, words: Sequence[str], others: Sequence[str]) -> bool:
    said = token.strip().strip("▁").casefold()  # the mark some tokenizers put for a space
    begins = any(word.startswith(said) for word in words) and not any(word.startswith(said) for word in others)
    return said in words or (said != "" and begins)


def _first(reply: ChatReply) -> Mapping[str, float]:
    return reply.logprobs[0] if reply.logprobs else {}


@cache
def _prompt(language: Language) -> Mapping[str, Any]:
    text = resources.files("assay.models.yes_no_words").joinpath(f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)
