"""Whatever is given as a pipeline, made a retriever: one calling form for objects and functions, sync and async."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from assay.errors import RetrieverError

_K_NAMES = ("k", "top_k", "limit", "n_results", "num_results", "top_n", "n")
_METHODS = ("retrieve", "invoke")  # LangChain's retrievers have the second
_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """A retriever in the one form in which Assay calls it.

    Parameters
    ----------
    name
        What reports call it, such as ``package.module:attribute``.
    call
        Takes the query and k; returns the result or an awaitable of it.
    is_async
        Whether `call` returns at once with an awaitable; otherwise it belongs in a thread.
    parameters
        What the retriever says of itself through ``describe()``.
    """

    name: str
    call: Callable[[str, int], object]
    is_async: bool
    parameters: Mapping[str, Any]


def adapt(given: object, *, name: str | None = None) -> Pipeline:
    """Make a pipeline of an object with ``retrieve`` or of a function.

    Parameters
    ----------
    given
        An object with ``retrieve(query)``, ``retrieve(query, k)`` or ``retrieve(query, top_k=...)``, or a function of
        that form; sync or async.
    name
        What to call it in reports; by default the name of its class or function.

    Raises
    ------
    RetrieverError
        It cannot be called with a query.
    """
    if isinstance(given, Pipeline):
        return given if name is None else replace(given, name=name)
    methods = [getattr(given, name, None) for name in _METHODS]
    function = next((method for method in methods if callable(method)), given)
    if not callable(function) or isinstance(given, type):
        raise RetrieverError(
            f"{given!r:.200} is not a retriever{_swapped(given)}\n"
            "Hint: give an object with retrieve(query), retrieve(query, k) or retrieve(query, top_k=...), or a "
            f"function of that form{', not the class itself' if isinstance(given, type) else ''}; sync or async."
        )
    return Pipeline(
        name=name or _name_of(given),
        call=_with_k(function),
        is_async=any(map(inspect.iscoroutinefunction, (function, getattr(function, "__call__", None)))),  # noqa: B004
        parameters=_described(given),
    )


def _swapped(given: object) -> str:
    return " (are the pipeline and the test cases swapped?)" if isinstance(given, list | tuple) else ""


def _with_k(function: Callable[..., object]) -> Callable[[str, int], object]:
    """Return `function` as a call of (query, k), handing k over under the name it asks for."""
    others = list(_parameters(function).values())[1:]
    taken = next((other for name in _K_NAMES for other in others if other.name == name), None)
    required = [other.name for other in others if other.default is other.empty and other.kind not in _STARRED]
    if unknown := [name for name in required if taken is None or name != taken.name]:
        raise RetrieverError(
            f"the retriever needs {', '.join(unknown)}, which Assay does not know\n"
            "Hint: it is called with the query and, where it takes one, k (or top_k); wrap it in a function that does."
        )
    if taken is None or (taken.kind is inspect.Parameter.POSITIONAL_ONLY and taken is not others[0]):
        return lambda query, k: function(query)  # noqa: ARG005 - what takes no k is cut to k afterwards
    if taken.kind is inspect.Parameter.POSITIONAL_ONLY:
        return function
    name = taken.name
    return lambda query, k: function(query, **{name: k})


def _parameters(function: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    try:
        parameters = inspect.signature(function).parameters
    except ValueError:  # some functions of C extensions do not tell theirs
        return {}
    takes_query = any(parameter.kind in (*_POSITIONAL, parameter.VAR_POSITIONAL) for parameter in parameters.values())
    if not takes_query:
        raise RetrieverError("the retriever takes no query\nHint: its first parameter is the query, a string.")
    return parameters


def _described(given: object) -> Mapping[str, Any]:
    """Return what an object says of itself by ``describe()``; a method of that name for another purpose is let be."""
    describe = getattr(given, "describe", None)
    if not callable(describe) or isinstance(given, type):
        return {}
    try:
        inspect.signature(describe).bind()
    except (TypeError, ValueError):
        return {}
    try:
        said = describe()
    except Exception as exc:
        raise RetrieverError(f"the retriever's describe() raised {type(exc).__name__}: {exc}") from exc
    return cast("Mapping[str, Any]", said) if isinstance(said, Mapping) else {}


def _name_of(given: object) -> str:
    named = given if hasattr(given, "__qualname__") else type(given)
    return f"{getattr(named, '__module__', '?')}:{getattr(named, '__qualname__', '?')}"
