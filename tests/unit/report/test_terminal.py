import io

import pytest

from assay.report.page import Bullets, Entry, Facts, Page, Paragraph, Section
from assay.report.table import Table
from assay.report.terminal import print_page


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(*blocks: object, title: str = "T", footer: tuple[str, ...] = (), file: io.StringIO | None = None) -> str:
    file = file or io.StringIO()
    sections = (Section(title="S", blocks=blocks),)  # pyright: ignore[reportArgumentType]
    print_page(Page(title=title, language="en", sections=sections, footer=footer), file)
    return file.getvalue()


def test_a_pipe_is_given_plain_text_without_trailing_spaces() -> None:
    text = drawn(Paragraph("one"), Bullets(("a",)), Facts((("n", "v"),)), footer=("end",))
    assert "\x1b" not in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert text == "T\n\nS\none\n\n• a\n\nn v\n\nend\n"


def test_a_terminal_is_given_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in drawn(Paragraph("one", strong=True), file=Terminal())


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in drawn(Paragraph("one", strong=True), file=Terminal())


def test_lines_of_a_pipe_are_at_most_eighty_wide() -> None:
    assert max(map(len, drawn(Paragraph("word " * 100), Bullets(("word " * 100,))).splitlines())) <= 80


def test_a_long_id_is_broken_not_cut() -> None:
    text = drawn(Facts((("n", "x" * 300),)))
    assert text.count("x") == 300


def test_a_long_headline_is_broken_not_cut() -> None:
    text = drawn(Entry(headline="h" * 300, facts=Facts((("n", "v"),))))
    assert text.count("h") == 300


@pytest.mark.parametrize("columns", [4, 10, 20])
def test_no_figure_of_a_wide_table_is_cut(columns: int) -> None:
    figures = tuple(f"0.{n:03d}" for n in range(100, 100 + columns))
    heading = ("Measure", *(f"@{n}" for n in range(columns)))
    table = Table(heading=heading, rows=(("Hit rate", *figures),), numeric=frozenset(range(1, columns + 1)))
    text = drawn(table)
    assert [figure for figure in figures if figure not in text] == []
    assert "…" not in text


def test_a_table_of_long_group_names_keeps_its_figures() -> None:
    table = Table(heading=("Group", "R"), rows=(("g" * 200, "0.123"),), numeric=frozenset({1}))
    text = drawn(table)
    assert "0.123" in text
    assert text.count("g") == 200


@pytest.mark.parametrize("text", ["[bold]x[/bold]", "[/]", "[red", ":smile:", "[link=http://x]y[/link]", "\\[x]"])
def test_markup_of_rich_is_drawn_as_it_was_written(text: str) -> None:
    drawn_text = drawn(
        Paragraph(text), Bullets((text,)), Entry(headline=text, facts=Facts(((text, text),))), title=text
    )
    assert drawn_text.count(text) == 6


def test_wide_characters_keep_columns_in_line() -> None:
    table = Table(heading=("a", "b"), rows=(("召回率", "1"), ("ab", "2")), numeric=frozenset({1}))
    rows = [line for line in drawn(table).splitlines() if line.startswith(("召", "ab"))]
    assert rows[0].index("1") + len("召回率") == rows[1].index("2")


@pytest.mark.parametrize(
    "heading",
    [
        ("Kind", "用例数", "命中率", "召回率", "nDCG", "MRR"),
        ("Categoría", "Casos", "Tasa de acierto", "Exhaustividad", "nDCG", "MRR"),
        ("Категория", "Примеров", "Доля попаданий", "Полнота", "nDCG", "MRR"),
    ],
    ids=["zh", "es", "ru"],
)
def test_cells_that_wrap_keep_their_intervals_and_headings_whole(heading: tuple[str, ...]) -> None:
    row = ("cross-lingual", "33", *["0.94 (0.78–0.99)"] * 4)
    text = drawn(Table(heading=heading, rows=(row,), numeric=frozenset(range(1, 6))))
    assert text.count("(0.78–0.99)") == 4
    assert [word for name in heading for word in name.split() if word not in text.split()] == []
    assert max(map(len, text.splitlines())) <= 80
