"""Judgements: which documents of which queries somebody graded, and how."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import isfinite
from typing import cast

from assay.data.identifier import as_id
from assay.data.number import as_finite
from assay.errors import BadInputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Qrels:
    """The grade of every judged document of every query.

    Parameters
    ----------
    grades
        Query id to document id to grade. A grade is a finite number; below 0 it says judged and not relevant (or, in
        trec_eval's reading, pooled and not judged).
    name
        What reports call the judgements.
    """

    grades: Mapping[str, Mapping[str, float]]
    name: str = "qrels"

    @classmethod
    def of(cls, given: object, *, name: str = "qrels") -> "Qrels":
        """Check a dict of dicts and return it as judgements; integer ids become text.

        Raises
        ------
        BadInputError
            Not a mapping of mappings, an id that is none, or a grade that is no finite number.
        """
        if isinstance(given, Qrels):
            return given
        if not isinstance(given, Mapping):
            raise BadInputError(f"judgements are a mapping of query id to {{document id: grade}}, got {given!r:.200}")
        queries = cast("Mapping[object, object]", given)
        if _is_plain(queries):
            plain = cast("Mapping[str, dict[str, float]]", queries)
            copied = {query: dict(zip(docs, map(float, docs.values()), strict=True)) for query, docs in plain.items()}
            return cls(grades=copied, name=name)
        return cls(
            grades={as_id(query, "query id"): _checked(query, docs) for query, docs in queries.items()}, name=name
        )

    def __len__(self) -> int:
        """Count the judged queries."""
        return len(self.grades)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of the judged queries."""
        return iter(self.grades)


def _checked(query: object, docs: object) -> Mapping[str, float]:
    if not isinstance(docs, Mapping):
        raise BadInputError(f"query {query!r}: judgements are a mapping of document id to grade, got {docs!r:.200}")
    found: dict[str, float] = {}
    for doc_id, given in cast("Mapping[object, object]", docs).items():
        grade = as_finite(given)
        if grade is None:
            raise BadInputError(f"query {query!r}: the grade of {doc_id!r} is a finite number, got {given!r:.60}")
        found[as_id(doc_id, "document id")] = grade
    return found


def _is_plain(queries: Mapping[object, object]) -> bool:
    """Whether nothing but dicts of text and finite numbers of Python's own is in it: checked a million at once."""
    if not set(map(type, queries)) <= {str} or not set(map(type, queries.values())) <= {dict} or "" in queries:
        return False
    labels = list(cast("Mapping[str, dict[str, float]]", queries).values())
    numbers = list(chain.from_iterable(docs.values() for docs in labels))
    if not set(map(type, numbers)) <= {int, float} or not set(map(type, chain.from_iterable(labels))) <= {str}:
        return False
    try:
        return all(map(isfinite, numbers)) and not any("" in docs for docs in labels)
    except OverflowError:  # a whole number no float can hold
        return False
