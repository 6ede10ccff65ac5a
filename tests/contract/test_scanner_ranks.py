"""Ranks of labelled rows: the compiled placer, the same with hashes that all collide, and NumPy's, against a sort."""

import subprocess
import sysconfig
from collections.abc import Callable
from importlib import util
from itertools import accumulate
from pathlib import Path
from shutil import which
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import compiled
from assay.compiled import IS_COMPILED
from assay.data.texts import Texts
from assay.rankings import placing_numpy
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.judgements import Judgements
from assay.rankings.rows import Placed, Rows

Group = list[tuple[str, float]]
Placer = Callable[[Judgements], placing_numpy.Placer]

LONG = "http://example.org/a/path/that/many/documents/share/" * 3
NAMES = ["a", "b", "q0", "q1", "abcdefgh", "abcdefghi", "abcdefgh\0", "é", "文档", "文", "😀", "\uffff"]
NAMES += [LONG[:size] for size in (7, 8, 9, 15, 16, 17, 63, 64, 65, 150)] + [LONG + end for end in "abc"]
docs = st.sampled_from(NAMES) | st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
scores = st.sampled_from([0.0, -0.0, 1.0, 2.0, -1.0, 5e-324, float("inf"), float("-inf")]) | st.floats(allow_nan=False)
groups = st.lists(st.lists(st.tuples(docs, scores), max_size=25), max_size=4)
graded = st.lists(st.dictionaries(docs, st.integers(-1, 3), max_size=8), min_size=4, max_size=6)
policies = st.builds(JudgingPolicy, duplicates=st.sampled_from(["keep", "drop"]), drop_self=st.booleans())


@pytest.fixture(scope="session")
def weak_scanner(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The scanner with one hash for all texts: what is left is the comparison of their bytes."""
    source, include = Path(compiled.__file__).with_name("scanner.c"), sysconfig.get_path("include")
    if which("cc") is None or not Path(include, "Python.h").is_file():
        pytest.skip("no C compiler, or no header of Python's, to compile it with")
    assert "WEAK_HASH" in source.read_text(), "without that macro this would be the scanner itself"
    built = tmp_path_factory.mktemp("weak") / "scanner.so"
    subprocess.run(["cc", "-O2", "-DWEAK_HASH", "-fPIC", "-shared", f"-I{include}", source, "-o", built], check=True)
    spec = util.spec_from_file_location("scanner", built)
    assert spec is not None
    assert spec.loader is not None
    return util.module_from_spec(spec)


@pytest.fixture(params=["numpy", "compiled", "weak"])
def placer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Placer:
    if request.param == "numpy":
        return placing_numpy.Placer
    if not IS_COMPILED:
        pytest.skip("nothing is compiled here")
    from assay.rankings import placing_compiled

    if request.param == "weak":
        monkeypatch.setattr(placing_compiled, "scanner", request.getfixturevalue("weak_scanner"))
    return placing_compiled.Placer


def by_sorting(qrels: dict[str, dict[str, int]], given: list[Group], policy: JudgingPolicy) -> tuple[object, ...]:
    """Every hit as (query, document, rank, start and size of its tie), how many rows have a rank, and counts."""
    hits: list[tuple[int, str, int, int, int]] = []
    n_kept, n_repeats, n_self = list[int](), 0, 0
    for number, (query, group) in enumerate(zip(qrels, given, strict=False)):
        rows = [(score + 0.0, doc) for doc, score in group if not (policy.drop_self and doc == query)]
        n_self += len(group) - len(rows)
        ordered = sorted(rows, key=lambda row: (row[0], row[1].encode()), reverse=True)
        best = list({doc: (score, doc) for score, doc in reversed(ordered)}.values())[::-1]
        n_repeats += len(rows) - len(best)
        kept = sorted(best, key=ordered.index) if policy.duplicates == "drop" else ordered
        n_kept.append(len(kept))
        only = [score for score, _ in kept]
        hits += [
            (number, doc, rank, only.index(score) + 1, only.count(score))
            for rank, (score, doc) in enumerate(kept, start=1)
            if doc in qrels[query]
        ]
    return sorted(hits), n_kept, n_repeats, n_self


def first_repeat(
    qrels: dict[str, dict[str, int]], given: list[Group], policy: JudgingPolicy
) -> tuple[object, ...] | None:
    """Query, document and the lines of the first row whose document stood in its query before."""
    line = 0
    for number, (query, group) in enumerate(zip(qrels, given, strict=False)):
        seen: dict[str, int] = {}
        for doc, _ in group:
            line += 1
            if doc in seen and not (policy.drop_self and doc == query):
                return number, doc, (seen[doc], line)
            seen.setdefault(doc, line)
    return None


def rows_of(given: list[Group]) -> Rows:
    flat = [row for group in given for row in group]
    # from the last to the first, so that texts do not lie in the order of the rows
    held = Texts.of([doc for doc, _ in reversed(flat)]).take(slice(None, None, -1))
    return Rows(
        query=np.arange(len(given), dtype=np.int64),
        starts=np.array([0, *accumulate(map(len, given))], dtype=np.int64),
        docs=held,
        scores=np.array([score for _, score in flat], dtype=np.float64),
        line=np.arange(1, len(flat) + 1, dtype=np.int64),
    )


def seen(judgements: Judgements, placed: Placed) -> tuple[object, ...]:
    found = placed.credits
    columns = (found.query, found.label, found.places.rank, found.places.tie_start, found.places.tie_size)
    hits = [(q, judgements.docs[label], *rest) for q, label, *rest in zip(*(c.tolist() for c in columns), strict=True)]
    assert all(judgements.query[label] == query for query, label in zip(found.query, found.label, strict=True))
    return sorted(hits), placed.n_kept.tolist(), placed.n_repeats, placed.n_self


def check(placer: Placer, labels: list[dict[str, int]], given: list[Group], policy: JudgingPolicy) -> None:
    qrels = {f"q{number}": some for number, some in enumerate(labels)}
    judgements = Judgements.of(qrels)
    placed = placer(judgements).place(rows_of(given), policy)
    assert seen(judgements, placed) == by_sorting(qrels, given, policy)
    repeat, expected = placed.repeat, first_repeat(qrels, given, policy)
    assert (repeat and (repeat.query, repeat.doc_id, repeat.lines)) == expected


@settings(suppress_health_check=["function_scoped_fixture"])
@given(labels=graded, given=groups, policy=policies)
def test_ranks_ties_and_counts_are_those_of_a_sort(
    placer: Placer, labels: list[dict[str, int]], given: list[Group], policy: JudgingPolicy
) -> None:
    labels = [{doc: grade for doc, grade in some.items() if doc} for some in labels]
    check(placer, labels, given, policy)


@settings(suppress_health_check=["function_scoped_fixture"])
@given(picks=st.lists(st.tuples(st.integers(0, 5), st.sampled_from([0.0, -0.0, 1.0])), max_size=40), policy=policies)
def test_many_repeats_and_ties_of_few_documents(
    placer: Placer, picks: list[tuple[int, float]], policy: JudgingPolicy
) -> None:
    names = ["q0", LONG, LONG + "a", LONG[:-1], "a", "a\0"]
    check(placer, [dict.fromkeys(names[::2], 1)], [[(names[pick], score) for pick, score in picks]], policy)


@pytest.mark.parametrize("duplicates", ["keep", "drop"])
@pytest.mark.parametrize("order", [1, -1])
def test_thousands_of_rows_of_one_score(placer: Placer, duplicates: str, order: int) -> None:
    group = [(f"d{number % 1500:05}", 1.0) for number in range(2000)][::order]
    check(placer, [{"d00007": 1, "d01499": 2, "none": 1}], [group], JudgingPolicy(duplicates=duplicates))


def test_no_groups_and_no_labels(placer: Placer) -> None:
    for policy in (JudgingPolicy(), JudgingPolicy(duplicates="drop", drop_self=True)):
        check(placer, [{"a": 1}], [], policy)
        check(placer, [{}], [[("a", 1.0)]], policy)
        check(placer, [{}, {"a": 1}], [[], []], policy)


@settings(suppress_health_check=["function_scoped_fixture"])
@given(asked=st.lists(docs, max_size=20), known=st.lists(docs.filter(bool), unique=True, min_size=1, max_size=9))
def test_queries_are_looked_up_in_full(placer: Placer, asked: list[str], known: list[str]) -> None:
    numbers = placer(Judgements.of({query: {"d": 1} for query in known})).numbers(Texts.of(asked))
    assert numbers.tolist() == [known.index(query) if query in known else -1 for query in asked]


@given(names=st.lists(st.sampled_from(NAMES), max_size=30), cut=st.integers(0, 30))
def test_labels_that_are_alike_are_known_by_the_first_of_their_query(names: list[str], cut: int) -> None:
    if not IS_COMPILED:
        pytest.skip("nothing is compiled here")
    from assay.rankings.placing_compiled import index_labels

    cut = min(cut, len(names))
    starts = np.array([0, cut, len(names)], dtype=np.int64)
    _, query_twin, twin = index_labels(Texts.of(["q", "r"]), starts, Texts.of(names))
    first, second = names[:cut], names[cut:]
    expected = [first.index(one) for one in first] + [cut + second.index(one) for one in second]
    assert query_twin is None
    assert (list(range(len(names))) if twin is None else twin.tolist()) == expected


@given(names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=30))
def test_queries_that_are_alike_are_known_by_the_first_of_them(names: list[str]) -> None:
    if not IS_COMPILED:
        pytest.skip("nothing is compiled here")
    from assay.rankings.placing_compiled import index_labels

    _, twin, _ = index_labels(Texts.of(names), np.zeros(len(names) + 1, dtype=np.int64), Texts.of([]))
    assert (list(range(len(names))) if twin is None else twin.tolist()) == [names.index(one) for one in names]
