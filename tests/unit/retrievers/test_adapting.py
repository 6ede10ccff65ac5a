import functools
import types

import pytest

from assay.errors import RetrieverError
from assay.retrievers.adapting import adapt
from assay.retrievers.seam import Retriever


class Described:
    def retrieve(self, _query: str) -> list[str]:
        return []

    def describe(self) -> dict[str, object]:
        return {"model": "m"}


class WithDescribeOfAnotherKind:
    """As a data frame has it: `describe` is there, and is about something else."""

    def retrieve(self, _query: str) -> list[str]:
        return []

    def describe(self, _percentiles: list[float]) -> str:
        return "a table"


async def coroutine_function(query: str) -> list[str]:
    return []


def test_a_function_is_named_after_its_module_and_itself() -> None:
    assert adapt(coroutine_function).name == f"{__name__}:coroutine_function"


def test_an_object_is_named_after_its_class() -> None:
    assert adapt(Described()).name == f"{__name__}:Described"


def test_a_given_name_stands_before_the_found_one() -> None:
    assert adapt(Described(), name="mine").name == "mine"


def test_what_an_object_says_of_itself_is_kept() -> None:
    assert adapt(Described()).parameters == {"model": "m"}


def test_a_describe_of_another_kind_does_not_keep_an_object_from_being_evaluated() -> None:
    assert adapt(WithDescribeOfAnotherKind()).parameters == {}


def test_a_describe_that_returns_no_mapping_says_nothing() -> None:
    class Odd(Described):
        def describe(self) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
            return "a text"

    assert adapt(Odd()).parameters == {}


@pytest.mark.parametrize(
    ("given", "is_async"),
    [
        (coroutine_function, True),
        (functools.partial(coroutine_function), True),
        (lambda _: [], False),
        (Described(), False),
    ],
)
def test_only_coroutine_functions_are_called_outside_a_thread(given: object, is_async: bool) -> None:
    assert adapt(given).is_async is is_async


def test_a_module_with_a_function_retrieve_is_a_pipeline() -> None:
    module = types.ModuleType("search")
    module.retrieve = lambda query: [query]  # pyright: ignore[reportAttributeAccessIssue]
    assert adapt(module).call("who?", 10) == ["who?"]


def test_a_retrieve_that_is_no_method_leaves_a_callable_object_callable() -> None:
    class Odd:
        retrieve = "yes"

        def __call__(self, query: str) -> list[str]:
            return [query]

    assert adapt(Odd()).call("who?", 10) == ["who?"]


def test_a_builtin_without_a_signature_is_called_with_the_query() -> None:
    assert adapt({"who?": ["d1"]}.get).call("who?", 10) == ["d1"]


def test_the_error_names_what_was_given() -> None:
    with pytest.raises(RetrieverError, match="42 is not a retriever"):
        adapt(42)


def test_an_object_with_an_async_retrieve_fulfils_the_protocol() -> None:
    class Mine:
        async def retrieve(self, _query: str, _k: int) -> list[object]:
            return []

    assert isinstance(Mine(), Retriever)
