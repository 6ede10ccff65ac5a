"""The forms in which servers are asked for scores and give them: pure functions of a request and of a body."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from assay.models.scores import ScoreFailure, scores_in_order

WireName: TypeAlias = Literal["jina", "cohere", "vllm", "tei", "vllm_score"]


class _Scored(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)

    index: int
    score: float


class _Relevant(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)

    index: int
    score: float = Field(alias="relevance_score")


class _Results(BaseModel):
    results: list[_Relevant]


class _Data(BaseModel):
    data: list[_Scored]


_ranks = TypeAdapter(list[_Scored])


@dataclass(frozen=True, slots=True)
class Wire:
    """One form: how a request's body is made, and which (document number, score) pairs a response's body holds."""

    body: Callable[[str | None, str, Sequence[str]], dict[str, Any]]
    pairs: Callable[[str], Sequence[_Scored | _Relevant]]


def _rerank(model: str | None, query: str, documents: Sequence[str]) -> dict[str, Any]:
    # some gateways return a few documents unless told how many
    return {**_named(model), "query": query, "documents": list(documents), "top_n": len(documents)}


def _jina(model: str | None, query: str, documents: Sequence[str]) -> dict[str, Any]:
    return {**_rerank(model, query, documents), "return_documents": False}


def _tei(_: str | None, query: str, documents: Sequence[str]) -> dict[str, Any]:
    # raw: what the sigmoid makes of large scores is 1.0 to the last digit, and their order is lost
    return {"query": query, "texts": list(documents), "raw_scores": True, "truncate": True}


def _pairs_of_texts(model: str | None, query: str, documents: Sequence[str]) -> dict[str, Any]:
    return {**_named(model), "text_1": query, "text_2": list(documents)}


def _named(model: str | None) -> dict[str, Any]:
    return {} if model is None else {"model": model}


def _results(text: str) -> Sequence[_Relevant]:
    return _Results.model_validate_json(text).results


WIRES: Mapping[WireName, Wire] = {
    "jina": Wire(_jina, _results),
    "cohere": Wire(_rerank, _results),
    "vllm": Wire(_rerank, _results),
    "tei": Wire(_tei, _ranks.validate_json),
    "vllm_score": Wire(_pairs_of_texts, lambda text: _Data.model_validate_json(text).data),
}


def candidates(url: str) -> tuple[WireName, ...]:
    """Return the forms to try at a URL, likeliest first: what it is called tells most of them.

    Examples
    --------
    >>> candidates("https://api.cohere.com/v2/rerank")
    ('cohere',)
    >>> candidates("http://127.0.0.1:8000/score")
    ('vllm_score',)
    >>> candidates("http://127.0.0.1:8080/rerank")
    ('vllm', 'tei')
    """
    parts = urlsplit(url)
    host, path = parts.hostname or "", parts.path.rstrip("/")
    if host.endswith("cohere.com"):
        return ("cohere",)
    if host.endswith("jina.ai"):
        return ("jina",)
    return ("vllm_score",) if path.endswith("/score") else ("vllm", "tei")


def read_scores(text: str, wire: WireName, n_documents: int, *, place: str) -> list[float]:
    """Read the scores in a response's body, in the documents' order.

    Raises
    ------
    ScoreFailure
        ``garbage``: it is not of that form, or not one finite score for each document.
    """
    try:
        pairs = WIRES[wire].pairs(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        at = ".".join(map(str, first["loc"]))
        what = f"{first['msg']} (at {at})" if at else first["msg"]
        raise ScoreFailure("garbage", f"{place}: the answer is not of the form {wire!r}: {what}") from None
    return scores_in_order([(pair.index, pair.score) for pair in pairs], n_documents, place=place)
