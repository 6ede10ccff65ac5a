"""Saved evaluations made by hand, so that every figure is known beforehand."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from assay import open_store
from assay.store.seam import Store

Save = Callable[..., str]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "store.db")


@pytest.fixture
def save(store: Store) -> Save:
    """Save values of a measure by query, each a minute after the one before, and return the id."""
    made: list[str] = []

    def write(values: Mapping[str, float], *, name: str | None = None, measure: str = "R@10", **given: Any) -> str:
        made.append(f"2026-03-14T09:{len(made):02}:00+00:00")
        return store.save(json.dumps(document(values, measure, made[-1], **given)), name=name).id

    return write


def document(
    values: Mapping[str, float],
    measure: str,
    made_at: str,
    *,
    retriever: str = "bm25",
    golden: str = "faq",
    sha256: str | None = "aa",
    texts: Mapping[str, str] | None = None,
    labels: Mapping[str, Mapping[str, float]] | None = None,
    source: str | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Return what a saved evaluation says of the values; a case's text is its id unless it is given."""
    cases = {
        query: {
            "query": (texts or {}).get(query, query),
            "labels": dict((labels or {}).get(query, {"d1": 1.0})),
            "source": source,
        }
        for query in values
    }
    mean = {"mean": fmean(values.values()), "low": 0.0, "high": 1.0, "level": 0.95, "scored": len(values)}
    return {
        "assay": "1",
        "kind": "evaluation",
        "settings": {
            "retriever": retriever,
            "golden": {"name": golden, "sha256": sha256, "cases": len(values)},
            "made_at": made_at,
            "k": [1, 10],
            "rel": 1,
            "convention": "assay",
            "unit": "document",
            "undefined": "skip",
            **settings,
        },
        "measures": {measure: {**mean, "asked": len(values), "interval": "studentized"}},
        "per_query": {query: {measure: value} for query, value in values.items()},
        "cases": cases,
    }
