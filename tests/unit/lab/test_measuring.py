import pytest

from assay.lab.measuring import cumulative_widths


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("при", 3),
        ("检索", 6),
        ("𠀀", 3),
        ("かな", 4),
        ("한국", 4),
        ("a检b", 5),
        ("。", 1),
        ("😀", 1),
    ],
)
def test_a_chinese_character_counts_three_and_a_syllable_two(text: str, width: int) -> None:
    assert cumulative_widths(text)[-1] == width


def test_the_width_of_a_span_is_a_difference() -> None:
    widths = cumulative_widths("ab检索cd")
    assert widths[4] - widths[1] == 1 + 3 + 3


def test_a_surrogate_on_its_own_has_a_width() -> None:
    assert cumulative_widths("检\ud800").tolist() == [0, 3, 4]
