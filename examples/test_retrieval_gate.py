"""Retrieval tested beside the code, with Assay's pytest plugin: `pytest examples/test_retrieval_gate.py`."""

from assay import RetrievalTestCase
from assay.testing.requirements import Requirements

PAGES = {f"page-{number}": f"how to configure setting {number}" for number in range(40)}
CASES = [
    RetrievalTestCase(text.replace("how to configure", "where do I change"), [page], category=f"part {number % 2}")
    for number, (page, text) in enumerate(PAGES.items())
]


def search(query: str, k: int) -> list[str]:
    """Rank pages by the words they share with the query."""
    words = set(query.split())
    return sorted(PAGES, key=lambda page: (-len(words & set(PAGES[page].split())), page))[:k]


def test_the_right_page_is_among_the_first_five(assay: Requirements) -> None:
    """Overall, and in each part of the documentation."""
    assay.evaluate(search, CASES, k=(1, 5))
    assay.require("R@5 >= 0.80", "nDCG@5 >= 0.75", by="category", strict=True)


def test_no_call_fails_and_none_is_slow(assay: Requirements) -> None:
    """The evaluation of the test before is used again."""
    assay.evaluate(search, CASES, k=(1, 5))
    assay.require("failures <= 0", "latency_p95_s <= 1")
