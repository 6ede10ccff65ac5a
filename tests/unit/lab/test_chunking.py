import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.data.document import Chunk, Document
from assay.errors import BadInputError
from assay.lab.chunking import chunk

PIECES = [
    "word ",
    "a",
    ". ",
    "! ",
    "\n",
    "\n\n",
    "# Head\n",
    "## Sub\n",
    "```\n",
    "| x |\n",
    "检索。",
    "т. е. ",
    "😀",
    "\t",
    "é",
    "\r\n",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=80)
SIZES = st.integers(8, 60)


def chunks(text: str, size: int = 1000, overlap: int = 0) -> list[Chunk]:
    return chunk(Document(doc_id="d", text=text), size=size, overlap=overlap)


def texts(text: str, size: int = 1000, overlap: int = 0) -> list[str]:
    return [piece.text for piece in chunks(text, size, overlap)]


def width(text: str) -> int:
    """The unit of sizes, written out once more: for the characters these tests use."""
    return sum(3 if "\u4e00" <= character <= "\u9fff" else 1 for character in text)


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, int, int]:
    size = draw(SIZES)
    return draw(TEXTS), size, draw(st.integers(0, size - 1))


@given(cases())
def test_chunks_come_in_order_and_none_within_another(case: tuple[str, int, int]) -> None:
    found = chunks(*case)
    assert all(a.start < b.start and a.end < b.end for a, b in pairwise(found))


@given(cases())
def test_a_chunk_is_its_span_of_the_document(case: tuple[str, int, int]) -> None:
    for piece in chunks(*case):
        assert piece.text == case[0][piece.start : piece.end]
        assert piece.chunk_id == f"d#{piece.start}-{piece.end}"
        assert piece.text.strip()


@given(cases())
def test_chunks_cover_all_that_is_not_blank(case: tuple[str, int, int]) -> None:
    covered = {at for piece in chunks(*case) for at in range(piece.start, piece.end)}
    assert all(character.isspace() for at, character in enumerate(case[0]) if at not in covered)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), SIZES)
def test_no_chunk_is_wider_than_the_size(text: str, size: int) -> None:
    assert all(width(piece) <= size for piece in texts(text, size, size // 2))


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), SIZES, st.data())
def test_neighbours_share_no_more_than_the_overlap(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    found = chunks(text, size, overlap)
    assert all(width(text[b.start : a.end]) <= overlap for a, b in pairwise(found))


@given(cases())
def test_chunking_twice_gives_the_same(case: tuple[str, int, int]) -> None:
    assert chunks(*case) == chunks(*case)


@pytest.mark.parametrize("text", ["", " \n\n\t"])
def test_a_document_without_text_gives_no_chunks(text: str) -> None:
    assert chunks(text) == []


def test_a_document_that_fits_is_one_chunk() -> None:
    assert texts("First paragraph.\n\nSecond one.\n") == ["First paragraph.\n\nSecond one."]


def test_paragraphs_are_packed_and_not_torn() -> None:
    assert texts("aaaa bbbb.\n\ncccc dddd.\n\neeee ffff.", size=25) == ["aaaa bbbb.\n\ncccc dddd.", "eeee ffff."]


def test_a_paragraph_wider_than_the_size_is_cut_into_sentences() -> None:
    assert texts("One two. Three four. Five six. Seven.", size=21) == ["One two. Three four.", "Five six. Seven."]


def test_a_sentence_wider_than_the_size_is_cut_between_words() -> None:
    assert texts("alpha beta gamma delta", size=11) == ["alpha beta", "gamma delta"]


def test_a_word_wider_than_the_size_is_cut_anywhere() -> None:
    assert texts("x" * 25, size=10) == ["x" * 10, "x" * 10, "x" * 5]


def test_a_chinese_text_gets_a_third_of_the_characters() -> None:
    assert texts("检" * 20, size=30) == ["检" * 10, "检" * 10]


def test_a_heading_begins_a_chunk_and_stays_with_its_text() -> None:
    found = chunks("# A\n\nintro\n\n## B\n\nbody\n\n## C\n\nmore")
    assert [(piece.text, piece.heading) for piece in found] == [
        ("# A\n\nintro", "A"),
        ("## B\n\nbody", "A > B"),
        ("## C\n\nmore", "A > C"),
    ]


def test_a_heading_without_text_goes_with_the_next() -> None:
    assert [(piece.text, piece.heading) for piece in chunks("# A\n## B\ntext")] == [("# A\n## B\ntext", "A > B")]


def test_a_paragraph_that_fits_only_without_its_heading_is_cut_to_stay_with_it() -> None:
    assert texts("# Heading\nOne two three. Four five six.", size=30) == ["# Heading\nOne two three.", "Four five six."]


@pytest.mark.parametrize("block", ["```\na = 1\n\nb = 2. C\n```", "| a. B | c |\n| d. E | f |"])
def test_code_and_tables_stay_whole_where_they_fit(block: str) -> None:
    assert block in texts(f"Some text. More text.\n\n{block}\n\nSome more.", size=30)


def test_code_that_does_not_fit_is_cut_between_lines() -> None:
    assert texts("```\nfirst line\nsecond line\n```", size=15) == ["```\nfirst line", "second line\n```"]


def test_the_overlap_repeats_the_last_sentence_that_fits() -> None:
    found = texts("One two. Three four. Five six. Seven eight.", size=31, overlap=10)
    assert found == ["One two. Three four. Five six.", "Five six. Seven eight."]


def test_the_overlap_begins_at_a_word_where_no_sentence_begins_in_reach() -> None:
    assert texts("alpha beta gamma delta epsilon", size=16, overlap=8) == [
        "alpha beta gamma",
        "gamma delta",
        "delta epsilon",
    ]


def test_the_overlap_does_not_reach_over_a_heading() -> None:
    assert texts("# A\ntext\n# B\nmore", size=12, overlap=8) == ["# A\ntext", "# B\nmore"]


@pytest.mark.parametrize(("size", "overlap"), [(7, 0), (0, 0), (-1, 0), (100, 100), (100, -1)])
def test_sizes_that_cannot_be_kept_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(BadInputError):
        chunks("text", size, overlap)


@pytest.mark.parametrize(
    "unit", ["A sentence of some words. ", "检索的质量很重要。", "a", ". ", "line\n", "x\n\n", "# h\n"]
)
def test_time_grows_with_the_text_and_not_faster(unit: str) -> None:
    def seconds(n: int) -> float:
        text = unit * (n // len(unit))
        begun = time.perf_counter()
        chunks(text)
        return time.perf_counter() - begun

    small = min(seconds(50_000) for _ in range(3))
    assert seconds(400_000) < 8 * small * 4 + 0.2
