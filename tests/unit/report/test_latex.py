"""Tables as LaTeX."""

import pytest

from assay.report.latex import escaped, to_latex
from assay.report.table import Table


def test_a_table_has_the_rules_of_booktabs() -> None:
    table = Table(
        heading=("run", "nDCG@10", "diff."),
        rows=(("bm25", "0.51", "-0.02"), ("a & b", "–", "0.1 [-0.1, 0.3]")),
        numeric=frozenset({1, 2}),
    )
    assert to_latex(table) == (
        "\\begin{tabular}{lrr}\n\\toprule\nrun & nDCG@10 & diff. \\\\\n\\midrule\n"
        "bm25 & 0.51 & $-$0.02 \\\\\na \\& b & – & 0.1 [$-$0.1, 0.3] \\\\\n\\bottomrule\n\\end{tabular}\n"
    )


def test_a_caption_and_a_label_make_it_float() -> None:
    written = to_latex(Table(heading=("a",), rows=()), caption="50% of x_1", label="tab:x_1")
    assert written.startswith(
        "\\begin{table}\n\\centering\n\\caption{50\\% of x\\_1}\n\\label{tab:x_1}\n\\begin{tabular}{l}\n"
    )
    assert written.endswith("\\end{tabular}\n\\end{table}\n")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("100% $x_1$ #2 & ~^", r"100\% \$x\_1\$ \#2 \& \textasciitilde{}\textasciicircum{}"),
        ('a<b>|"`', r"a\textless{}b\textgreater{}\textbar{}\textquotedbl{}\textasciigrave{}"),
        ("--seed ---", "-{}-seed -{}-{}-"),
        ("two\nlines\tand \x1b[0m", r"two lines and \textbackslash{}x1b[0m"),
        ("检索 été", "检索 été"),
    ],
)
def test_nothing_in_a_text_means_anything_to_latex(text: str, written: str) -> None:
    assert escaped(text) == written


@pytest.mark.parametrize("first", ["[0.1, 0.2]", "*"])
def test_a_first_cell_is_no_argument_of_the_row_end_above(first: str) -> None:
    lines = to_latex(Table(heading=(first, "b"), rows=((first, "c"),))).splitlines()
    assert lines[2].startswith(f"{{{first[0]}}}{first[1:]} & b")
    assert lines[4].startswith(f"{{{first[0]}}}{first[1:]} & c")
