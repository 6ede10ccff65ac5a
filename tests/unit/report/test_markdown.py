from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from assay.report.markdown import to_markdown
from assay.report.page import Bullets, Entry, Facts, Page, Paragraph, Section
from assay.report.table import Table

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).map(lambda text: f"t{text}t")


def page(*blocks: object, title: str = "T", section: str = "S", footer: tuple[str, ...] = ()) -> Page:
    return Page(
        title=title,
        language="en",
        sections=(Section(title=section, blocks=blocks),),  # pyright: ignore[reportArgumentType]
        footer=footer,
    )


def test_a_page_is_headings_and_blocks_with_blank_lines_between() -> None:
    written = to_markdown(page(Paragraph("one"), Paragraph("two", strong=True), footer=("end",)))
    assert written == "# T\n\n## S\n\none\n\n**two**\n\n---\n\nend\n"


def test_a_section_without_a_title_has_no_heading() -> None:
    assert to_markdown(page(Paragraph("one"), section="")) == "# T\n\none\n"


def test_lists_and_facts_are_lines_with_dashes() -> None:
    written = to_markdown(page(Bullets(("a", "b")), Facts((("n", "v"),)), section=""))
    assert written == "# T\n\n- a\n- b\n\n- n: v\n"


def test_an_entry_is_a_strong_headline_over_its_facts() -> None:
    written = to_markdown(page(Entry(headline="h", facts=Facts((("n", "v"),))), section=""))
    assert written == "# T\n\n**h**\n\n- n: v\n"


def test_a_table_has_its_numeric_columns_flush_right() -> None:
    table = Table(heading=("a", "b"), rows=(("x", "1"), ("y", "")), numeric=frozenset({1}))
    assert to_markdown(page(table, section="")) == "# T\n\n| a | b |\n| --- | ---: |\n| x | 1 |\n| y |  |\n"


def test_a_bar_in_a_cell_opens_no_column() -> None:
    written = to_markdown(page(Table(heading=("a",), rows=(("x|y",), ("x\\|y",))), section=""))
    rendered = MarkdownIt("commonmark").enable("table").render(written)
    assert rendered.count("<td>") == 2


@given(TEXT)
def test_any_text_in_a_paragraph_is_rendered_as_it_was_given(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(to_markdown(page(Paragraph(text), section="")))
    assert [token.type for token in tokens[3:]] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(child.content for child in tokens[4].children or []) == " ".join(text.split())


@given(st.lists(TEXT, min_size=2, max_size=2))
def test_any_text_in_a_table_is_rendered_in_its_cell(cells: list[str]) -> None:
    written = to_markdown(page(Table(heading=("a", "b"), rows=(tuple(cells),)), section=""))
    tokens = MarkdownIt("commonmark").enable("table").parse(written)
    inner = [token.children or [] for token in tokens if token.type == "inline"][3:]
    shown = ["".join(child.content for child in children) for children in inner]
    assert shown == [" ".join(cell.split()) for cell in cells]
