"""Where a quote is found in a text, and where it is not."""

import pytest

from assay.alignment.finding import find_best, find_quote
from assay.alignment.folding import fold

LONG = "the committee may extend the period by thirty days where the applicant asks for it"


def places(quote: str, text: str, **about: str) -> list[tuple[int, int, int, int]]:
    return [(one.start, one.end, one.quote_start, one.quote_end) for one in find_quote(quote, text, **about)]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("brown fox", "the brown fox jumps"),
        ("村雨城", "任天堂游戏谜之村雨城的男女主角"),
        ("четырьмя попаданиями", "похвасталась четырьмя попаданиями в Пробоул"),
        ("niño pequeño", "un niño pequeño corre"),
    ],
)
def test_a_quote_is_found_word_for_word_in_any_script(quote: str, text: str) -> None:
    [found] = find_quote(quote, text)
    assert (text[found.start : found.end], found.is_exact, found.similarity) == (quote, True, 1.0)
    assert (found.quote_start, found.quote_end) == (0, len(quote))


@pytest.mark.parametrize(
    ("quote", "text", "there"),
    [
        ('the "gold" standard', "say the “gold”\nstandard now", "the “gold”\nstandard"),
        ("1990-1995 годы", "в １９９０–1995  ГОДЫ было", "１９９０–1995  ГОДЫ"),
        ("战国无双3", "《战国\n无双３》", "战国\n无双３"),
        ("niño", "un nin\u0303o corre", "nin\u0303o"),
    ],
)
def test_other_typography_is_the_same_quote(quote: str, text: str, there: str) -> None:
    [found] = find_quote(quote, text)
    assert (text[found.start : found.end], found.is_exact, found.similarity) == (there, False, 1.0)


def test_a_place_in_the_same_typography_goes_before_others() -> None:
    assert places("Gold", "gold and Gold") == [(9, 13, 0, 4)]


def test_every_place_of_a_quote_is_told() -> None:
    assert places("gold", "gold and gold") == [(0, 4, 0, 4), (9, 13, 0, 4)]


def test_a_text_that_ends_within_the_quote_covers_its_beginning() -> None:
    assert places("brown fox jumps over", "see the brown fox jum") == [(8, 21, 0, 13)]


def test_a_text_that_begins_within_the_quote_covers_its_end() -> None:
    assert places("brown fox jumps over", "x jumps over it") == [(0, 12, 8, 20)]


def test_a_text_that_lies_within_the_quote_covers_that_part() -> None:
    assert places("the brown fox jumps over", "brown fox") == [(0, 9, 4, 13)]


def test_a_short_part_counts_only_beside_neighbours_that_agree() -> None:
    assert places("brown fox", "a quick, lively brow") == []
    assert places("brown fox", "a quick, lively brow", prefix="a quick, lively ") == [(16, 20, 0, 4)]


def test_neighbours_decide_which_place_is_meant() -> None:
    text = "sold 308 cars in March and lost 308 points in May"
    assert places("308", text, prefix="cars in March and lost ", suffix=" points in May") == [(32, 35, 0, 3)]


def test_a_place_between_other_neighbours_is_none() -> None:
    assert places("308", "the defence gave up 308 points", prefix="in chapter ", suffix=" of the civil code") == []


def test_neighbours_that_the_text_does_not_reach_contradict_nothing() -> None:
    assert places("308", "308", prefix="in chapter ", suffix=" of the civil code") == [(0, 3, 0, 3)]


def test_one_side_that_agrees_at_length_outweighs_the_other() -> None:
    prefix = "the sum of all the years before is "
    text = f"{prefix}308. A paragraph that is entirely new."
    assert len(places("308", text, prefix=prefix, suffix=" and the next sentence was another one")) == 1


def test_a_long_quote_at_one_place_counts_whatever_stands_about_it() -> None:
    text = f"An entirely other beginning: {LONG}. And another end."
    assert len(places(LONG, text, prefix="nothing like what is there, ", suffix=" nor what follows it")) == 1


def test_a_quote_with_a_few_edits_is_found_with_its_similarity() -> None:
    text = f"Note: {LONG.replace('thirty', 'fourteen').replace('asks', 'aks')} or not."
    [found] = find_quote(LONG, text)
    assert text[found.start : found.end].startswith("the committee")
    assert text[found.start : found.end].endswith("for it")
    assert found.similarity == pytest.approx(1 - 7 / len(LONG))  # thirty -> fourteen is 6 edits, asks -> aks is 1
    assert not found.is_exact


def test_a_quote_with_more_edits_than_allowed_is_not_found() -> None:
    assert places(LONG, "the council can shorten every term by ten weeks if an applicant fails to do so") == []


def test_a_short_quote_is_never_found_nearly() -> None:
    assert places("gold bars", "gild bars") == []


def test_above_one_no_near_stretch_is_looked_for() -> None:
    assert find_quote(LONG, LONG.replace("thirty", "forty"), least=2) == []


def test_nothing_is_found_in_nothing() -> None:
    assert places("gold", "") == []
    assert places("", "gold") == []


def test_white_space_is_found_as_it_is() -> None:
    assert places("\n\n", "a\n\nb") == [(1, 3, 0, 2)]


def test_the_best_place_is_the_one_that_covers_most_between_the_likest_neighbours() -> None:
    found = find_best("308", "gave up 308 points; took up 309, 308 points", prefix="309, ")
    assert found is not None
    assert found.start == 33
    assert find_best("gold", "silver") is None


def test_folded_texts_are_taken_as_they_are() -> None:
    assert find_quote(fold("GOLD"), fold("of gold")) == find_quote("GOLD", "of gold")
