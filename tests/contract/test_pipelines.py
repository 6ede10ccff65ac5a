"""One suite over every form in which a pipeline may be given, and over every form in which it may answer."""

import functools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from assay import Hit, RetrievalTestCase, evaluate
from assay.errors import HitShapeError, RetrieverError

ANSWER = ["d1", "d2", "d3"]


class ObjectWithQuery:
    def retrieve(self, _query: str) -> list[str]:
        return ANSWER


class ObjectWithK:
    def retrieve(self, _query: str, k: int) -> list[str]:
        return ANSWER[:k]


class ObjectWithTopK:
    def retrieve(self, _query: str, *, top_k: int = 1) -> list[str]:
        return ANSWER[:top_k]


class ObjectWithLimit:
    def retrieve(self, _query: str, limit: int = 1) -> list[str]:
        return ANSWER[:limit]


class AsyncObject:
    async def retrieve(self, _query: str, k: int) -> list[str]:
        return ANSWER[:k]


class CallableObject:
    def __call__(self, _query: str, k: int) -> list[str]:
        return ANSWER[:k]


class AsyncCallableObject:
    async def __call__(self, _query: str, top_k: int = 1) -> list[str]:
        return ANSWER[:top_k]


class OtherName:
    def search(self, _query: str, k: int) -> list[str]:
        return ANSWER[:k]

    async def search_async(self, _query: str, k: int) -> list[str]:
        return ANSWER[:k]

    @staticmethod
    def still(_query: str, k: int) -> list[str]:
        return ANSWER[:k]

    @classmethod
    def of_class(cls, _query: str, k: int) -> list[str]:
        return ANSWER[:k]


def function(query: str) -> list[str]:
    return ANSWER


def positional_only(query: str, k: int, /) -> list[str]:
    return ANSWER[:k]


def starred(*arguments: str) -> list[str]:
    return ANSWER if len(arguments) == 1 else []


def with_further_defaults(query: str, rerank: bool = False, k: int = 1, **options: object) -> list[str]:
    return ANSWER[:k]


async def async_function(query: str, k: int) -> list[str]:
    return ANSWER[:k]


def sync_that_hands_back_an_awaitable(query: str, k: int) -> Any:
    return async_function(query, k)


def over_an_index(index: Sequence[str], query: str, k: int) -> list[str]:
    return list(index[:k])


async def async_over_an_index(index: Sequence[str], query: str, k: int) -> list[str]:
    return list(index[:k])


def needs_a_tenant(query: str, tenant: str) -> list[str]:
    return ANSWER


def needs_a_tenant_beside_k(query: str, k: int, *, tenant: str) -> list[str]:
    return ANSWER


def needs_two(query: str, first: str, second: str) -> list[str]:
    return ANSWER


def takes_options_only(**options: str) -> list[str]:
    return ANSWER


def takes_the_query_by_keyword_only(*, query: str) -> list[str]:
    return ANSWER


FORMS: dict[str, object] = {
    "object, retrieve(query)": ObjectWithQuery(),
    "object, retrieve(query, k)": ObjectWithK(),
    "object, retrieve(query, *, top_k)": ObjectWithTopK(),
    "object, retrieve(query, limit)": ObjectWithLimit(),
    "async object": AsyncObject(),
    "callable object": CallableObject(),
    "async callable object": AsyncCallableObject(),
    "bound method": OtherName().search,
    "async bound method": OtherName().search_async,
    "static method": OtherName.still,
    "class method": OtherName.of_class,
    "function": function,
    "lambda": lambda _: ANSWER,
    "lambda with k": lambda _, k: ANSWER[:k],
    "positional-only": positional_only,
    "starred": starred,
    "further parameters with defaults": with_further_defaults,
    "async function": async_function,
    "sync function that returns an awaitable": sync_that_hands_back_an_awaitable,
    "partial": functools.partial(over_an_index, ANSWER),
    "async partial": functools.partial(async_over_an_index, ANSWER),
    "partial by keyword": functools.partial(with_further_defaults, rerank=True),
}


@dataclass
class LangChainDocument:
    page_content: str
    metadata: dict[str, object]
    id: str | None = None


@dataclass
class Chunky:
    text: str
    metadata: dict[str, object]


@dataclass
class NodeWithScore:
    node: object
    score: float | None = None


@dataclass
class TextNode:
    """LlamaIndex's node: its own id is `node_id`, its document's `ref_doc_id`."""

    id_: str
    ref_doc_id: str
    text: str
    metadata: dict[str, object] = field(default_factory=dict)

    @property
    def node_id(self) -> str:
        return self.id_


def _documents() -> list[LangChainDocument]:
    return [LangChainDocument(f"text of {doc_id}", {"id": doc_id}) for doc_id in ANSWER]


RESULTS: dict[str, Callable[[], object]] = {
    "ids": lambda: ANSWER,
    "a tuple of ids": lambda: tuple(ANSWER),
    "a generator of ids": lambda: (doc_id for doc_id in ANSWER),
    "a NumPy array of ids": lambda: np.array(ANSWER),
    "(id, score) pairs": lambda: [(doc_id, 0.5) for doc_id in ANSWER],
    "[id, score] lists": lambda: [[doc_id, 1] for doc_id in ANSWER],
    "(id, NumPy score) pairs": lambda: [(doc_id, np.float32(0.5)) for doc_id in ANSWER],
    "a zip of ids and NumPy scores": lambda: zip(ANSWER, np.linspace(1, 0, 3), strict=True),
    "dicts with id": lambda: [{"id": doc_id} for doc_id in ANSWER],
    "dicts with everything": lambda: [
        {"id": doc_id, "score": np.float64(2), "text": "t", "metadata": {"year": 2020}} for doc_id in ANSWER
    ],
    "dicts with _id and content": lambda: [{"_id": doc_id, "content": "t"} for doc_id in ANSWER],
    "dicts with metadata only": lambda: [{"text": "t", "metadata": {"id": doc_id}} for doc_id in ANSWER],
    "assay.Hit": lambda: [Hit(doc_id) for doc_id in ANSWER],
    "documents with metadata": _documents,
    "documents with text": lambda: [Chunky("t", {"id": doc_id}) for doc_id in ANSWER],
    "documents with their source": lambda: [LangChainDocument("t", {"source": doc_id}) for doc_id in ANSWER],
    "(document, score) pairs": lambda: [(document, 0.5) for document in _documents()],
    "nodes with score": lambda: [NodeWithScore(Chunky("t", {"id": doc_id}), 0.5) for doc_id in ANSWER],
    "nodes with NumPy score": lambda: [NodeWithScore(Chunky("t", {"id": doc_id}), np.float32(1)) for doc_id in ANSWER],
    "nodes without score": lambda: [NodeWithScore(Chunky("t", {"id": doc_id})) for doc_id in ANSWER],
    "LlamaIndex nodes with their own ids": lambda: [
        NodeWithScore(TextNode(f"node-{doc_id}", doc_id, "t"), 0.5) for doc_id in ANSWER
    ],
}

UNREADABLE: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "a number": lambda: 3,
    "one id": lambda: "d1",
    "bytes": lambda: b"d1",
    "a dict of lists": lambda: {"ids": [["d1"]], "distances": [[0.1]]},
    "a list of None": lambda: [None],
    "booleans": lambda: [True],
    "floats": lambda: [1.5],
    "triples": lambda: [("d1", 0.5, "text")],
    "one-tuples": lambda: [("d1",)],
    "empty tuples": lambda: [()],
    "pairs with a text for a score": lambda: [("d1", "text")],
    "pairs with an array for a score": lambda: [("d1", np.array([0.5, 0.4]))],
    "dicts without an id": lambda: [{"text": "t", "score": 1.0}],
    "dicts with a broken id": lambda: [{"id": ["d1"]}],
    "empty ids": lambda: [""],
    "objects without an id": lambda: [object()],
    "a set, which has no order": lambda: {"d1", "d2", "d3"},
}


@pytest.fixture
def cases() -> list[RetrievalTestCase]:
    return [RetrievalTestCase("who?", ["d3"]), RetrievalTestCase("when?", ["d1", "d2"])]


@pytest.mark.parametrize("pipeline", FORMS.values(), ids=FORMS)
def test_every_form_of_pipeline_is_asked_every_question(pipeline: object, cases: list[RetrievalTestCase]) -> None:
    result = evaluate(pipeline, cases, k=3)
    assert (result.errors, result.recall_at_k[3], result.mrr) == ([], 1.0, (1 / 3 + 1) / 2)


@pytest.mark.parametrize("pipeline", FORMS.values(), ids=FORMS)
def test_every_form_of_pipeline_is_cut_to_k(pipeline: object, cases: list[RetrievalTestCase]) -> None:
    assert [len(answer.hits) for answer in evaluate(pipeline, cases, k=2).answers if answer] == [2, 2]


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_every_form_of_result_is_read_in_its_order(make: Callable[[], object], cases: list[RetrievalTestCase]) -> None:
    result = evaluate(lambda _: make(), cases, k=3)
    assert (result.errors, result.recall_at_k[3], result.mrr) == ([], 1.0, (1 / 3 + 1) / 2)


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_every_form_of_result_may_come_from_an_async_pipeline(
    make: Callable[[], object], cases: list[RetrievalTestCase]
) -> None:
    async def retrieve(_query: str) -> object:
        return make()

    result = evaluate(retrieve, cases, k=3)
    assert (result.errors, result.recall_at_k[3]) == ([], 1.0)


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=UNREADABLE)
def test_a_result_that_is_no_list_of_hits_is_shown_with_what_is_accepted(
    make: Callable[[], object], cases: list[RetrievalTestCase]
) -> None:
    with pytest.raises(HitShapeError, match="a retriever returns a list of"):
        evaluate(lambda _: make(), cases, k=3)


def test_an_async_generator_is_refused_or_read_but_never_scored_as_nothing(cases: list[RetrievalTestCase]) -> None:
    async def retrieve(_query: str) -> AsyncIterator[str]:
        for doc_id in ANSWER:
            yield doc_id

    with pytest.raises(HitShapeError, match="async_generator"):
        evaluate(retrieve, cases, k=3)


@pytest.mark.parametrize("ids", [[1, 2, 3], list(np.arange(1, 4)), np.arange(1, 4)], ids=["int", "NumPy", "array"])
def test_whole_numbers_are_ids_as_they_are_in_labels(ids: object) -> None:
    assert evaluate(lambda _: ids, [RetrievalTestCase("who?", [3])], k=3).recall_at_k[3] == 1.0


def test_a_hit_whose_id_is_a_whole_number_meets_its_label() -> None:
    hits: Any = [Hit(3)]  # pyright: ignore[reportArgumentType]
    assert evaluate(lambda _: hits, [RetrievalTestCase("who?", [3])], k=1).recall_at_k[1] == 1.0


def test_a_generator_function_is_a_pipeline(cases: list[RetrievalTestCase]) -> None:
    def retrieve(_query: str) -> Iterator[str]:
        yield from ANSWER

    assert evaluate(retrieve, cases, k=3).recall_at_k[3] == 1.0


@pytest.mark.parametrize("given", [ObjectWithK, AsyncCallableObject, str, dict], ids=lambda given: given.__name__)
def test_a_class_given_by_mistake_is_told_apart_from_its_objects(given: type) -> None:
    with pytest.raises(RetrieverError, match="not the class itself"):
        evaluate(given, [RetrievalTestCase("who?", ["d1"])])


@pytest.mark.parametrize("given", [None, 3, "assay.lab:bm25", ["d1"], Ellipsis, {"retrieve": 1}], ids=repr)
def test_what_cannot_be_called_is_no_retriever(given: object) -> None:
    with pytest.raises(RetrieverError, match="not a retriever"):
        evaluate(given, [RetrievalTestCase("who?", ["d1"])])


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (needs_a_tenant, "tenant"),
        (needs_a_tenant_beside_k, "tenant"),
        (over_an_index, "query"),
        (needs_two, "first, second"),
    ],
)
def test_a_required_parameter_that_assay_does_not_know_is_named(given: object, named: str) -> None:
    with pytest.raises(RetrieverError, match=f"needs {named}"):
        evaluate(given, [RetrievalTestCase("who?", ["d1"])])


@pytest.mark.parametrize("given", [lambda: ANSWER, takes_options_only, takes_the_query_by_keyword_only])
def test_a_function_without_a_place_for_the_query_is_refused(given: object) -> None:
    with pytest.raises(RetrieverError, match="takes no query"):
        evaluate(given, [RetrievalTestCase("who?", ["d1"])])


@pytest.mark.parametrize("name", ["k", "n", "limit", "top_k"])
def test_the_first_parameter_is_the_query_whatever_it_is_called(name: str) -> None:
    retrieve = eval(f"lambda {name}: [{name}]")
    assert evaluate(retrieve, [RetrievalTestCase("who?", ["who?"])], k=1).recall_at_k[1] == 1.0


def test_a_positional_only_k_in_third_place_is_not_handed_to_the_second() -> None:
    def retrieve(_query: str, mode: str = "dense", k: int = 1, /) -> list[str]:
        return [mode]

    assert evaluate(retrieve, [RetrievalTestCase("who?", ["dense"])], k=5).recall_at_k[5] == 1.0
