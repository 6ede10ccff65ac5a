import pytest

from assay.lab.blocks import blocks


def cut(text: str) -> list[tuple[str, str, str]]:
    return [(block.kind, text[block.start : block.end], block.trail) for block in blocks(text)]


def test_headings_nest_and_a_higher_one_closes_the_lower() -> None:
    text = "# A\n## B\n### C\n## D\n# E\n"
    assert [block.trail for block in blocks(text)] == ["A", "A > B", "A > B > C", "A > D", "E"]


def test_blank_lines_end_a_paragraph() -> None:
    assert cut("one\ntwo\n\n  three  \n") == [("paragraph", "one\ntwo", ""), ("paragraph", "three", "")]


def test_fenced_code_is_one_block_whatever_stands_in_it() -> None:
    code = "```python\n# not a heading\n\n| no table |\n```"
    assert cut(f"before\n{code}\nafter") == [
        ("paragraph", "before", ""),
        ("code", code, ""),
        ("paragraph", "after", ""),
    ]


def test_two_fences_in_a_row_are_two_blocks() -> None:
    assert [kind for kind, _, _ in cut("```\na\n```\n```\nb\n```\n")] == ["code", "code"]


def test_a_fence_is_closed_by_one_at_least_as_long_of_its_kind() -> None:
    code = "````\n```\n~~~\n````"
    assert cut(code) == [("code", code, "")]


def test_a_fence_that_is_never_closed_runs_to_the_end() -> None:
    assert cut("~~~\n# a\n\nb") == [("code", "~~~\n# a\n\nb", "")]


def test_code_keeps_its_first_indentation() -> None:
    assert cut("  ```\n  x\n  ```\n")[0][1] == "  ```\n  x\n  ```"


def test_a_table_is_a_block_of_its_own() -> None:
    assert cut("text\n| a | b |\n|---|---|\n| 1 | 2 |\ntext") == [
        ("paragraph", "text", ""),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |", ""),
        ("paragraph", "text", ""),
    ]


@pytest.mark.parametrize("line", ["#hashtag", "####### seven", "    # indented code", "text # no"])
def test_what_only_looks_like_a_heading_is_a_paragraph(line: str) -> None:
    assert [kind for kind, _, _ in cut(line)] == ["paragraph"]


@pytest.mark.parametrize("line", ["## Name ##", "##\tName", "   ## Name", "## Name\r"])
def test_a_heading_may_be_written_in_several_ways(line: str) -> None:
    assert [trail for _, _, trail in cut(line + "\n")] == ["Name"]


def test_an_empty_heading_adds_nothing_to_the_trail() -> None:
    assert [block.trail for block in blocks("# A\n##\n### B\n")] == ["A", "A", "A > B"]
