from itertools import combinations

import pytest

from assay.errors import BadInputError
from assay.stats.letters import letter_display


def test_systems_that_cannot_be_told_apart_share_one_letter() -> None:
    assert letter_display([0.5, 0.6, 0.4], []) == ("a", "a", "a")


def test_systems_that_all_differ_have_a_letter_each_by_their_means() -> None:
    assert letter_display([0.5, 0.6, 0.4], list(combinations(range(3), 2))) == ("b", "a", "c")


def test_eight_systems_share_letters_exactly_where_they_were_not_told_apart() -> None:
    # 1 differs from 7 and 8; 2 and 4 from 5, 7 and 8; 3 from 5 to 8
    pairs = [(1, 7), (1, 8), (2, 5), (2, 7), (2, 8), (4, 5), (4, 7), (4, 8), (3, 5), (3, 6), (3, 7), (3, 8)]
    words = letter_display([8.0 - number for number in range(8)], [(a - 1, b - 1) for a, b in pairs])
    for a, b in combinations(range(8), 2):
        assert bool(set(words[a]) & set(words[b])) != ((a + 1, b + 1) in pairs or (b + 1, a + 1) in pairs)
    assert len({letter for word in words for letter in word}) == 4


def test_no_system_and_one_system() -> None:
    assert letter_display([], []) == ()
    assert letter_display([0.5], []) == ("a",)


def test_after_z_letters_get_numbers() -> None:
    words = letter_display([float(-number) for number in range(28)], list(combinations(range(28), 2)))
    assert words[25:] == ("z", "a1", "b1")


@pytest.mark.parametrize("pair", [(0, 0), (0, 5), (-1, 0)])
def test_a_pair_is_of_two_systems_that_are_there(pair: tuple[int, int]) -> None:
    with pytest.raises(BadInputError, match="two systems of 3"):
        letter_display([0.1, 0.2, 0.3], [pair])
