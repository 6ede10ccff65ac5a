import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.texts import Texts, distinct, run_starts, same

TEXT = st.text(max_size=20) | st.sampled_from(["", "a", "a\0", "a" * 8, "a" * 9, "é" * 70])
TEXTS = st.lists(TEXT, max_size=30)


@given(TEXTS)
def test_texts_come_back_as_they_were(texts: list[str]) -> None:
    column = Texts.of(texts)
    assert (column.to_list(), [column[row] for row in range(len(column))]) == (texts, texts)
    assert Texts.joined([column, column.take(slice(1, 3))]).to_list() == [*texts, *texts[1:3]]


@given(st.permutations(["ab", "cd", "", "e", "fg"]))
def test_texts_taken_in_another_order_are_copied_in_it(texts: list[str]) -> None:
    column = Texts.of(texts)
    rows = np.array([4, 2, 0, 1, 3])
    assert Texts.joined([column.take(rows), column.take(slice(0, 2))]).to_list() == [
        texts[row] for row in [*rows, 0, 1]
    ]


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1))
def test_texts_are_the_same_where_every_byte_is(pairs: list[tuple[str, str]]) -> None:
    left, right = Texts.of([left for left, _ in pairs]), Texts.of([right for _, right in pairs])
    assert same(left, right).tolist() == [left == right for left, right in pairs]


@given(TEXTS, TEXTS)
def test_equal_texts_have_equal_hashes_in_any_column(texts: list[str], others: list[str]) -> None:
    alone, beside = Texts.of(texts).hashes(), Texts.of([*others, *texts]).hashes()
    assert alone.tolist() == beside[len(others) :].tolist()


def test_texts_that_differ_in_zero_bytes_at_the_end_hash_apart() -> None:
    assert len(set(Texts.of(["a", "a\0", "a\0\0", "", "\0"]).hashes().tolist())) == 5


@given(TEXTS)
def test_distinct_texts_are_numbered_by_first_appearance(texts: list[str]) -> None:
    first, code = distinct(Texts.of(texts))
    unique = list(dict.fromkeys(texts))
    assert first.tolist() == [texts.index(text) for text in unique]
    assert code.tolist() == [unique.index(text) for text in texts]


@given(TEXTS)
def test_runs_start_where_a_text_differs_from_the_one_above(texts: list[str]) -> None:
    expected = [row for row, text in enumerate(texts) if row == 0 or text != texts[row - 1]]
    assert run_starts(Texts.of(texts)).tolist() == expected


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_a_lone_surrogate_survives(text: str) -> None:
    assert Texts.of([text, "\ue000"]).to_list() == [text, "\ue000"]
