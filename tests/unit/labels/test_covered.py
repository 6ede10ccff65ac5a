"""Spans joined: characters counted once."""

from hypothesis import given
from hypothesis import strategies as st

from assay.labels.covered import Covered

SPANS = st.tuples(st.integers(0, 60), st.integers(0, 20)).map(lambda given: (given[0], given[0] + given[1]))


def test_what_bridges_two_spans_adds_what_lies_between() -> None:
    covered = Covered()
    assert [covered.add(0, 10), covered.add(20, 30), covered.add(5, 25)] == [10, 10, 10]
    assert covered.spans == [(0, 30)]


def test_what_lies_within_adds_nothing() -> None:
    covered = Covered()
    covered.add(0, 10)
    assert (covered.add(3, 5), covered.length, covered.spans) == (0, 10, [(0, 10)])


@given(st.lists(SPANS, max_size=30))
def test_it_counts_what_a_set_of_characters_counts(spans: list[tuple[int, int]]) -> None:
    covered, characters = Covered(), set[int]()
    for start, end in spans:
        new = set(range(start, end)) - characters
        characters |= new
        assert covered.add(start, end) == len(new)
        assert covered.length == len(characters)
    assert characters == {place for start, end in covered.spans for place in range(start, end)}
