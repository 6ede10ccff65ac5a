"""A line chart in one line of text."""

from assay.history.sparkline import sparkline


def test_the_ends_are_the_lowest_and_the_highest_bar() -> None:
    assert sparkline([0.0, 1.0], 0.0, 1.0) == "▁█"


def test_bars_divide_the_range_evenly() -> None:
    assert sparkline([step / 8 for step in range(8)], 0.0, 1.0) == "▁▂▃▄▅▆▇█"


def test_what_lies_beyond_is_drawn_at_the_end() -> None:
    assert sparkline([-3.0, 3.0], 0.0, 1.0) == "▁█"


def test_an_undefined_value_is_a_dot() -> None:
    assert sparkline([float("nan")], 0.0, 1.0) == "·"


def test_a_range_of_nothing_is_drawn_at_middle_height() -> None:
    assert sparkline([0.5, 0.5], 0.5, 0.5) == "▅▅"
