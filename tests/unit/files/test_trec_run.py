import bz2
import gzip
import io
import lzma
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import BadFileError, BadInputError, MissingExtraError
from assay.files import grouped_run, query_blocks, zst
from assay.files.scanning import scan_block
from assay.files.trec_run import judge_trec_run, read_trec_run
from assay.rankings.judged_run import JudgedRun, JudgingPolicy

QRELS = {"q1": {"d1": 1, "d3": 2}, "q2": {"d2": 1}}
LINES = [
    "q1 Q0 d2 1 0.9 tag",
    "q1 Q0 d1 2 0.8 tag",
    "q1 Q0 d3 3 0.1 tag",
    "q2 Q0 d2 1 0.7 tag",
    "q2 Q0 d1 2 0.7 tag",
]
EXPECTED = [(0, 2, 1.0), (0, 3, 2.0), (1, 1, 1.0)]
TEXT = "\n".join(LINES) + "\n"

Judge = Callable[..., JudgedRun]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def judged(content: str | bytes, qrels: object = QRELS, **policy: object) -> JudgedRun:
        path = tmp_path / "run.trec"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return judge_trec_run(path, qrels, JudgingPolicy(**policy))

    return judged


def hits(found: JudgedRun) -> list[tuple[int, int, float]]:
    judged = found.judged
    return list(zip(judged.query.tolist(), judged.rank.tolist(), judged.grade.tolist(), strict=True))


def problems(judge: Judge, content: str | bytes) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFileError) as caught:
        judge(content)
    return [(problem.line, problem.text) for problem in caught.value.problems]


def rank_of_first(judge: Judge, first: str, second: str) -> int:
    """The rank of a document with one score beside a document with another, the greater id."""
    return hits(judge(f"q Q0 a 1 {first} t\nq Q0 b 1 {second} t\n", {"q": {"a": 1}}))[0][1]


def test_a_file_is_held_against_judgements(judge: Judge) -> None:
    found = judge(TEXT)
    assert (hits(found), found.judged.n_retrieved.tolist(), found.name) == (EXPECTED, [3, 2], "tag")


def test_rule_1_ties_are_broken_by_id_whatever_the_rows_say(judge: Judge) -> None:
    rows = [f"q Q0 d{number} {number} 0.5 t\n" for number in range(1, 6)]
    assert [hits(judge("".join(order), {"q": {"d1": 1}})) for order in (rows, rows[::-1])] == [[(0, 5, 1.0)]] * 2


def test_rule_2_scores_are_float64(judge: Judge) -> None:
    assert rank_of_first(judge, "0.9000000001", "0.9") == 1
    assert rank_of_first(judge, "16777217", "16777216") == 1


def test_rule_4_a_judged_query_without_rows_has_retrieved_nothing(judge: Judge) -> None:
    found = judge("\n".join(LINES[:3]))
    assert (found.missing_ids, found.judged.n_retrieved.tolist()) == (("q2",), [3, 0])


def test_rule_5_queries_nobody_judged_are_skipped_and_named(judge: Judge) -> None:
    found = judge("x Q0 d1 1 9 t\n" + TEXT + "y Q0 d1 1 9 t\n")
    assert (hits(found), found.unjudged_query_ids, found.counts.rows) == (EXPECTED, ("x", "y"), 5)


@pytest.mark.parametrize("content", ["", "\n", " \r\n\t\n", "\ufeff"])
def test_rule_6_an_empty_file_is_refused(judge: Judge, content: str) -> None:
    with pytest.raises(BadInputError, match=r"run\.trec: no rows; the judgements ask for 'q1', 'q2'"):
        judge(content)


def test_rule_6_no_query_in_common_shows_two_ids_of_each_side(judge: Judge) -> None:
    with pytest.raises(BadInputError, match="it has 'x', 'y', the judgements 'q1', 'q2'"):
        judge("x Q0 d1 1 9 t\ny Q0 d1 1 9 t\n")


TWICE = "q Q0 a 1 3 t\nq Q0 a 2 2 t\nq Q0 b 3 1 t\n"


def test_rule_8_a_repeat_keeps_its_slot_and_is_counted(judge: Judge) -> None:
    found = judge(TWICE, {"q": {"a": 1, "b": 1}})
    assert (hits(found), found.counts.repeats) == ([(0, 1, 1.0), (0, 3, 1.0)], 1)


def test_rule_8_a_dropped_repeat_lets_later_hits_move_up(judge: Judge) -> None:
    assert hits(judge(TWICE, {"q": {"a": 1, "b": 1}}, duplicates="drop")) == [(0, 1, 1.0), (0, 2, 1.0)]


def test_rule_8_a_refused_repeat_names_both_lines(judge: Judge) -> None:
    with pytest.raises(BadInputError, match=r"document 'a' .* of query 'q' \(lines 2 and 3\)"):
        judge("\n" + TWICE, {"q": {"a": 1}}, duplicates="error")


BAD_SCORES = [
    "abc",
    "1,5",
    "1_0",
    "0x10",
    "nan",
    "-NaN",
    "1e",
    "e5",
    ".",
    "-",
    "+-1",
    "--1",
    "1.2.3",
    "١",
    "1d5",
    "infin",
]


@pytest.mark.parametrize("score", BAD_SCORES)
def test_rule_10_what_is_no_decimal_number_is_refused_with_its_place(judge: Judge, score: str) -> None:
    text = f"column 5: expected a score, a decimal number, got {score!r}"
    assert problems(judge, LINES[0] + "\n" + f"q1 Q0 d1 2 {score} t\n") == [(2, text)]


@pytest.mark.parametrize("score", ["inf", "-inf", "Infinity", "+INF", "1e400", "-1e400"])
def test_rule_10_infinite_scores_are_accepted(judge: Judge, score: str) -> None:
    assert rank_of_first(judge, score, "0") == (2 if score.startswith("-") else 1)


def test_rule_10_every_bad_line_is_named(judge: Judge) -> None:
    content = f"a b c\n{LINES[0]}\nq1 Q0 d 1 x t\n\n1 2 3 4 5 6 7\n"
    assert [line for line, _ in problems(judge, content)] == [1, 3, 5]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.replace(" ", "\t"),
        TEXT.replace(" ", " \t  "),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\n\n \n"),
        TEXT.replace("q1", "  q1").replace("tag", "tag\t"),
        "\ufeff" + TEXT,
        TEXT.removesuffix("\n"),
        TEXT.replace(" ", "\v").replace("0.8", "\f0.8"),
        TEXT + "\r\n",
    ],
    ids=["tabs", "runs of blanks", "CRLF", "blank lines", "edges", "BOM", "no last newline", "VT and FF", "CR at last"],
)
def test_rule_11_any_run_of_blanks_separates(judge: Judge, content: str) -> None:
    assert hits(judge(content)) == EXPECTED


@pytest.mark.parametrize(("line", "n"), [("q1 Q0 d1 2 0.8", 5), ("q1 Q0 d1 2 0.8 my tag", 7), ("one", 1)])
@pytest.mark.parametrize("separator", [" ", "  "])
def test_rule_11_other_than_six_columns_are_an_error(judge: Judge, line: str, n: int, separator: str) -> None:
    text = f"expected 6 columns (query, Q0, document, rank, score and tag), got {n}"
    assert problems(judge, f"{LINES[0]}\n{line.replace(' ', separator)}\n") == [(2, text)]


def test_rule_11_lines_whose_columns_only_add_up_are_an_error(judge: Judge) -> None:
    assert [line for line, _ in problems(judge, "q1 Q0 d1 2 0.8\nq1 Q0 d1 2 0.8 my tag\n")] == [1, 2]


@pytest.mark.parametrize("doc", ["a\u00a0b", "#1", "\u2028", "é", "文档", "😀", "a\0", "\x1fa", "a\x85"], ids=ascii)
def test_rule_11_only_ascii_blanks_end_an_id(judge: Judge, doc: str) -> None:
    found = judge(f"#q Q0 zz 1 0.9 t\n#q Q0 {doc} 2 0.5 t\n", {"#q": {doc: 1}})
    assert hits(found) == [(0, 2, 1.0)]


def test_rule_11_bytes_that_are_not_utf8_are_refused_with_their_line(judge: Judge) -> None:
    content = TEXT.encode() + b"q2 Q0 d\xff 3 0.1 t\n" + "q2 Q0 é 4 0 t\n".encode() + b"\xe9\n"
    assert problems(judge, content) == [
        (6, "not UTF-8: byte 0xff"),
        (7 + 1, "expected 6 columns (query, Q0, document, rank, score and tag), got 1"),
        (7 + 1, "not UTF-8: byte 0xe9"),
    ]


def test_rule_12_a_rank_column_that_contradicts_the_scores_is_noted_once(judge: Judge) -> None:
    found = judge(TEXT.replace("d1 2 0.8", "d1 3 0.8").replace("d3 3", "d3 2"))
    assert hits(found) == EXPECTED
    assert found.rank_contradiction is not None
    assert found.rank_contradiction.endswith("run.trec:3: rank 2 with score 0.1, and rank 3 with 0.8 in line 2")
    assert [(notice.code, notice.count) for notice in found.notices] == [("ties", 1), ("rank_column", 1)]


def test_rule_12_a_contradiction_is_seen_in_interleaved_rows_too(judge: Judge) -> None:
    rows = ["q1 Q0 a 1 1 t", "q2 Q0 a 1 1 t", "q1 Q0 b 2 2 t", "q2 Q0 b 2 0 t"]
    assert "run.trec:3: rank 2 with score 2" in str(judge("\n".join(rows)).rank_contradiction)


@pytest.mark.parametrize("ranks", ["123", "111", "012", "xyz", ("08", "9", "10"), ("1", "000000010", "11")])
def test_rule_12_ranks_that_rise_or_say_nothing_are_no_contradiction(judge: Judge, ranks: str) -> None:
    rows = [f"q1 Q0 d{place} {rank} {9 - place} t" for place, rank in enumerate(ranks)]
    assert judge("\n".join(rows)).rank_contradiction is None


@pytest.mark.parametrize("step", [2, 3, 4])
def test_rule_13_interleaved_queries_are_grouped(judge: Judge, step: int) -> None:
    lines = [line for first in range(step) for line in LINES[first::step]]
    assert hits(judge("\n".join(lines))) == EXPECTED


def test_rule_13_a_query_that_comes_back_in_a_later_block_is_grouped(judge: Judge, monkeypatch: object) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 30)
    filling = [f"f{number} Q0 d 1 1 t" for number in range(30)]
    assert hits(judge("\n".join([*LINES[:2], *filling, *LINES[3:], *filling, LINES[2]]))) == EXPECTED


def test_rule_15_a_hundred_thousand_queries_take_seconds(judge: Judge) -> None:
    rows = [f"q{query} Q0 d{doc} 1 {9 - doc}.5 t\n" for query in range(100_000) for doc in range(10)]
    qrels = {f"q{query}": {"d4": 1} for query in range(100_000)}
    begun = time.perf_counter()
    found = judge("".join(rows), qrels)
    assert time.perf_counter() - begun < 15
    assert set(found.judged.rank.tolist()) == {5}


def test_rule_16_ids_in_a_file_are_text_and_meet_whole_numbers(judge: Judge) -> None:
    assert hits(judge("7 Q0 12 1 0.5 t\n", {7: {12: 1}})) == [(0, 1, 1.0)]


def test_rule_18_a_document_named_like_its_query_is_kept_unless_asked(judge: Judge) -> None:
    content, qrels = "q Q0 q 1 2 t\nq Q0 a 2 1 t\n", {"q": {"q": 1, "a": 1}}
    assert hits(judge(content, qrels)) == [(0, 1, 1.0), (0, 2, 1.0)]
    assert hits(judge(content, qrels, drop_self=True)) == [(0, 1, 1.0)]


@pytest.mark.parametrize("block", [1, 7, 30, 64, 200])
def test_a_query_may_go_on_over_many_blocks(judge: Judge, monkeypatch: object, block: int) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", block)
    rows = [f"q1 Q0 d{number} {number} {100 - number} t" for number in range(50)] + LINES[3:]
    assert hits(judge("\n".join(rows))) == [(0, 2, 1.0), (0, 4, 2.0), (1, 1, 1.0)]


@pytest.mark.parametrize("block", [20, 60, 1000])
def test_lines_are_counted_over_blocks(judge: Judge, monkeypatch: object, block: int) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", block)
    content = "\n".join([*LINES[:3], "", "q1 Q0 d9 4 no t", *LINES[3:], "bad"])
    assert [line for line, _ in problems(judge, content)] == [5, 8]


def test_a_file_with_thousands_of_bad_lines_is_given_up_early(judge: Judge, monkeypatch: object) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 4000)
    assert 1000 < len(problems(judge, "x\n" * 100_000)) < 10_000


def test_a_line_that_never_ends_is_refused(judge: Judge, monkeypatch: object) -> None:
    monkeypatch.setattr(query_blocks, "LONGEST_LINE", 100)
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 64)
    assert "no run file" in problems(judge, "x" * 1000)[0][1]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gz", "bz2", "xz"])
def test_packed_files_are_known_by_their_content(judge: Judge, pack: Callable[[bytes], bytes]) -> None:
    assert hits(judge(pack(TEXT.encode()))) == EXPECTED
    assert hits(judge(pack("\n".join(LINES[::2] + LINES[1::2]).encode()))) == EXPECTED


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gz", "bz2", "xz"])
def test_a_damaged_packed_file_is_a_bad_file(judge: Judge, pack: Callable[[bytes], bytes]) -> None:
    assert problems(judge, pack(TEXT.encode() * 9)[:-20])


def test_zstandard_is_read_where_a_package_reads_it(judge: Judge) -> None:
    zstandard = pytest.importorskip("zstandard")
    assert hits(judge(zstandard.compress(TEXT.encode()))) == EXPECTED


def test_zstandard_data_that_is_cut_short_is_an_error_wherever_it_is_cut(judge: Judge) -> None:
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.compress((TEXT * 50).encode())
    with pytest.raises(BadFileError):
        judge(packed[: len(packed) - 4])


def test_zstandard_without_its_package_names_it(judge: Judge, monkeypatch: object) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(zst, "import_module", missing)
    with pytest.raises(MissingExtraError, match="assay\\[zst\\]"):
        judge(b"\x28\xb5\x2f\xfd....")


@pytest.mark.parametrize("lines", [LINES, LINES[::2] + LINES[1::2]], ids=["grouped", "interleaved"])
def test_a_dash_is_standard_input(monkeypatch: object, lines: list[str]) -> None:
    stdin = io.TextIOWrapper(io.BytesIO("\n".join(lines).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert hits(judge_trec_run("-", QRELS)) == EXPECTED


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none", "no such file"), (tmp_path, "is a folder")):
        with pytest.raises(BadFileError, match=why):
            judge_trec_run(path, QRELS)


@pytest.mark.parametrize("lines", [LINES, LINES[::2] + LINES[1::2]], ids=["grouped", "interleaved"])
def test_a_file_is_read_as_a_run(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "run"
    path.write_text("\n".join(lines))
    run = read_trec_run(path)
    assert (run.query_ids, run.starts.tolist(), run.name) == (("q1", "q2"), [0, 3, 5], "tag")
    assert sorted(zip(run.doc_ids[:3], run.scores[:3].tolist(), strict=True)) == [("d1", 0.8), ("d2", 0.9), ("d3", 0.1)]


def test_an_empty_file_is_an_empty_run(tmp_path: Path) -> None:
    (tmp_path / "run").touch()
    run = read_trec_run(tmp_path / "run")
    assert (run.query_ids, run.starts.tolist(), run.doc_ids, run.name) == ((), [0], [], "run")


def test_a_long_ranking_is_read_in_one_piece_in_linear_time(judge: Judge, monkeypatch: object) -> None:
    scanned: list[int] = []

    def counted(block: query_blocks.Block, *given: object) -> object:
        scanned.append(block.size)
        return scan_block(block, *given)

    monkeypatch.setattr(grouped_run, "scan_block", counted)
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 1000)
    content = "".join(f"q1 Q0 x{number} 1 0.5 t\n" for number in range(20_000))
    judge(content)
    assert sum(scanned) == len(content)
    assert len(scanned) == 1


@pytest.mark.parametrize("block", [64, 1000])
@pytest.mark.parametrize("place", [0, 3, 5])
def test_a_line_that_is_too_long_is_refused_wherever_blocks_end(
    judge: Judge, monkeypatch: object, block: int, place: int
) -> None:
    monkeypatch.setattr(query_blocks, "LONGEST_LINE", 100)
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", block)
    lines = [*LINES[:place], f"q1 Q0 {'x' * 90} 1 1 t", *LINES[place:]]
    assert "no run file" in problems(judge, "\n".join(lines))[0][1]
    lines[place] = f"q1 Q0 {'x' * 80} 1 0.05 t"
    assert hits(judge("\n".join(lines))) == EXPECTED


@pytest.mark.parametrize("sizes", [[3], [0, 0], [1, 5, 5, 2], [7, 1, 8, 2, 9], [9, 8, 7]])
def test_the_longest_line_is_found(sizes: list[int]) -> None:
    held = bytearray(b"".join(b"x" * size + b"\n" for size in sizes))
    assert query_blocks.longest_line(held, len(held)) == max(sizes)
