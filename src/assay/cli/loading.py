"""The retriever a user names on the command line, imported and made."""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from assay.data.document import Document
from assay.errors import AssayError, BadInputError, RetrieverError


def load_retriever(
    spec: str,
    settings: Mapping[str, Any],
    read_corpus: Callable[[], Sequence[Document] | None],
    *,
    corpus: str | None = None,
) -> object:
    """Import ``package.module:attribute`` and, where that is a factory, call it.

    Parameters
    ----------
    spec
        Where the retriever is. The current folder can be imported from.
    settings
        Parameters for a factory.
    read_corpus
        Called for a factory with a parameter ``corpus``; None says that there is no corpus.
    corpus
        The corpus the user named, if any: refused where nothing takes it.

    Raises
    ------
    RetrieverError
        It cannot be imported, does not take the settings, or wants a corpus where there is none.
    """
    found = _attribute(spec)
    takes = _factory_parameters(found)
    if corpus is not None and "corpus" not in (takes or {}):
        raise RetrieverError(f"{spec} takes no corpus, so --corpus {corpus} would say nothing")
    if takes is None:
        if settings:
            raise RetrieverError(f"{spec} is not a factory, so it takes no --set {', '.join(settings)}")
        return found
    arguments = dict(settings)
    if "corpus" in takes:
        arguments["corpus"] = _corpus(spec, read_corpus)
    _check(spec, arguments, takes)
    try:
        made = found(**arguments)
    except AssayError:
        raise
    except (Exception, SystemExit) as exc:
        raise RetrieverError(f"{spec} could not be made: {type(exc).__name__}: {exc}") from exc
    if not callable(made) and not hasattr(made, "retrieve") and not hasattr(made, "invoke"):
        raise RetrieverError(
            f"{spec} was called as a factory, because it takes no query, and returned {type(made).__name__}, "
            "which is no retriever\nHint: a retriever's first parameter is the query."
        )
    return made


def _attribute(spec: str) -> Any:
    module_name, colon, attribute = spec.partition(":")
    if not colon or not module_name or not attribute:
        raise RetrieverError(
            f"a retriever is named package.module:attribute, got {spec!r}\nHint: for example assay.lab:bm25."
        )
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = import_module(module_name)
    except AssayError:
        raise
    except ModuleNotFoundError as exc:
        hint = "Hint: it is looked for in the current folder and among the installed packages."
        if module_name.endswith(".py"):
            hint = f"Hint: name the module, not its file: {module_name.removesuffix('.py')}:{attribute}."
        raise RetrieverError(f"{spec}: no module named {exc.name!r}\n{hint}") from exc
    except (Exception, SystemExit) as exc:
        raise RetrieverError(f"{spec}: importing {module_name} failed: {type(exc).__name__}: {exc}") from exc
    for name in attribute.split("."):
        try:
            found = getattr(found, name)
        except AttributeError as exc:
            names = _own_names(found)
            near = get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(names)[:200] or 'nothing of its own'}."
            raise RetrieverError(f"{spec}: there is no {name!r}\nHint: {hint}") from exc
    return found


def _own_names(found: Any) -> list[str]:
    """Return the names something offers: what a module lists, else what it defines itself."""
    listed = getattr(found, "__all__", None)
    if listed is not None:
        return sorted(listed)
    home = getattr(found, "__name__", None)
    return [
        name
        for name in dir(found)
        if not name.startswith("_") and (home is None or getattr(getattr(found, name), "__module__", home) == home)
    ]


def _factory_parameters(found: Any) -> Mapping[str, inspect.Parameter] | None:
    """Return the parameters of a factory; None for what is a retriever itself.

    A factory is a class, a function with a parameter ``corpus``, or a function that could be called without arguments.
    """
    if not callable(found) or (callable(getattr(found, "retrieve", None)) and not isinstance(found, type)):
        return None
    try:
        parameters = inspect.signature(found).parameters
    except ValueError:
        return None
    required = [
        p for p in parameters.values() if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    makes = isinstance(found, type) or "corpus" in parameters or not required
    return parameters if makes else None


def _corpus(spec: str, read_corpus: Callable[[], Sequence[Document] | None]) -> Sequence[Document]:
    corpus = read_corpus()
    if corpus is None:
        raise RetrieverError(
            f"{spec} is built over a corpus, and the golden set names none\nHint: give it with --corpus PATH."
        )
    return corpus


def _check(spec: str, arguments: Mapping[str, Any], takes: Mapping[str, inspect.Parameter]) -> None:
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in takes.values()):
        return
    unknown = [name for name in arguments if name not in takes]
    if unknown:
        known = ", ".join(name for name in takes if name != "corpus") or "nothing"
        raise BadInputError(f"{spec} has no parameter {unknown[0]!r}\nHint: --set takes {known}.")
    missing = [
        name
        for name, parameter in takes.items()
        if parameter.default is parameter.empty
        and name not in arguments
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if missing:
        raise BadInputError(f"{spec} needs {', '.join(missing)}\nHint: give it with --set {missing[0]}=VALUE.")
