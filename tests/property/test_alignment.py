"""What holds for quotes and texts of any kind."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assay.alignment.distance import edit_distance, nearest
from assay.alignment.finding import find_quote
from assay.alignment.folding import fold
from assay.alignment.nearly import nearly

TEXT = st.text(st.sampled_from('aAb \n-–“"éе\u0301世界，ﬁß\u200b\u00ad…😀한.') | st.characters(), max_size=60)
FEW = st.text("ab ", max_size=10)
NEAR = st.text("abc", min_size=16, max_size=24)


def brute_force(one: str, other: str) -> int:
    """Edit distance by the recurrence, row by row."""
    row = list(range(len(other) + 1))
    for number, left in enumerate(one, start=1):
        above, row = row, [number]
        for place, right in enumerate(other, start=1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (left != right)))
    return row[-1]


@given(TEXT, st.data())
def test_a_quote_cut_from_a_text_is_found_at_its_place(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = find_quote(text[start:end], text, prefix=text[:start], suffix=text[end:])
    assert start == end or (start, end) in {(one.start, one.end) for one in found if one.is_exact}


@given(TEXT)
def test_places_never_fall_and_lead_back_to_the_text(text: str) -> None:
    folded = fold(text)
    assert len(folded.places) == len(folded.text)
    assert (np.diff(folded.places) >= 0).all()
    for place, character in enumerate(folded.text):
        start, end = folded.span(place, place + 1)
        assert 0 <= start < end <= len(text)
        assert character == " " or character in fold(text[start:end]).text or text[start:end].isspace()


@given(TEXT)
def test_folding_twice_says_nothing_new(text: str) -> None:
    once = fold(text).text
    assert fold(once).text in (once, fold(fold(once).text).text)


@given(FEW, FEW)
def test_the_edit_distance_is_that_of_brute_force(one: str, other: str) -> None:
    assert edit_distance(one, other) == brute_force(one, other)


@given(st.text("ab", min_size=1, max_size=6), FEW)
def test_the_nearest_stretch_is_as_near_as_any(pattern: str, text: str) -> None:
    place = nearest(pattern, text)
    assert place is not None
    every = [brute_force(pattern, text[a:b]) for a in range(len(text) + 1) for b in range(a, len(text) + 1)]
    assert place.edits == min(every) == brute_force(pattern, text[place.start : place.end])


@given(NEAR, st.text("abc", max_size=40), st.sampled_from([0.75, 0.8, 0.9]))
def test_no_near_stretch_is_missed(quote: str, text: str, least: float) -> None:
    every = min(brute_force(quote, text[a:b]) for a in range(len(text) + 1) for b in range(a, len(text) + 1, 1))
    place = nearly(quote, text, least=least)
    allowed = int((1 - least) * len(quote) + 1e-9)
    assert (place is None) == (every > allowed)
    assert place is None or place.edits == every
