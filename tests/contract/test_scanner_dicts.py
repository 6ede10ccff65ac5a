"""Rankings as dicts: what the compiled scanner makes of them is what NumPy makes of them, or nothing."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.compiled import IS_COMPILED
from assay.errors import BadInputError
from assay.labels.dict_placing import Rankings, place_in_numpy
from assay.labels.run_judging import judge_run
from assay.rankings.judgements import Judgements
from assay.rankings.rows import Placed

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")


class Name(str):
    """Text of a class of its own, equal to plain text."""

    __slots__ = ()


class Score(float):
    __slots__ = ()


NAMES = ["a", "b", "ab", "é", "文", "😀", "\uffff", "\ud800", "\udfff", "a\0", "x" * 90]
docs = st.sampled_from(NAMES) | st.text(min_size=1, max_size=4)
plain = st.sampled_from([0, 1, 2, -1, 0.0, -0.0, 1.0, 2**53, 2**53 + 1, float("inf"), float("-inf"), -1.0, 10**300])
plain |= st.floats(allow_nan=False) | st.integers()
odd = st.sampled_from([float("nan"), 10**400, True, np.float64(1), np.int32(1), Score(1), "1", None, b"1"])
rankings = st.dictionaries(docs, plain, max_size=12)
odd_rankings = st.dictionaries(docs | docs.map(Name) | docs.map(np.str_), plain | odd, max_size=5)
labels = st.dictionaries(docs, st.integers(-1, 3), max_size=8)
odd_labels = st.dictionaries(docs | docs.map(Name) | docs.map(np.str_), st.integers(-1, 3), max_size=8)

Labels = list[dict[str, int]]
Runs = list[dict[str, float]]


def both(graded: Labels, runs: Runs) -> tuple[Placed | None, Placed | None]:
    """What the scanner and what NumPy makes of it; None for what each refuses."""
    from assay.rankings.placing_compiled import Placer

    judgements = Judgements.of({f"q{number}": some for number, some in enumerate(graded)})
    numbers = list(range(len(runs)))[::-1]
    given = Rankings(numbers=numbers, docs=[runs[number] for number in numbers])
    try:
        expected = place_in_numpy(judgements, given)
    except BadInputError:
        expected = None
    return Placer(judgements).place_dicts(np.array(numbers, dtype=np.int64), given.docs), expected


def columns(placed: Placed) -> tuple[object, ...]:
    hits, places = placed.credits, placed.credits.places
    found = (hits.query, hits.label, places.rank, places.tie_start, places.tie_size)
    rows = sorted(zip(*(column.tolist() for column in found), strict=True))
    return rows, placed.query.tolist(), placed.n_kept.tolist(), placed.n_rows


def is_utf8(runs: Runs) -> bool:
    """Whether no text holds half of a surrogate pair, which has no bytes."""
    try:
        "".join(doc for docs in runs for doc in docs).encode()
    except UnicodeEncodeError:
        return False
    return True


@given(graded=st.lists(labels, min_size=3, max_size=3), runs=st.lists(rankings, max_size=3))
def test_plain_dicts_are_ranked_as_in_numpy(graded: Labels, runs: Runs) -> None:
    found, expected = both(graded, runs)
    assert (found is None) == (expected is None or not is_utf8(runs))  # None: a whole number that no float holds
    if found is not None:
        assert columns(found) == columns(expected)


@given(graded=st.lists(labels | odd_labels, min_size=3, max_size=3), runs=st.lists(rankings | odd_rankings, max_size=3))
@example(graded=[{Name("a"): 1}], runs=[{"a": 1.0}])
@example(graded=[{np.str_("a"): 1}], runs=[{"a": 1.0, "b": 1.0}])
def test_what_is_not_plain_is_left_to_numpy_or_ranked_as_there(graded: Labels, runs: Runs) -> None:
    found, expected = both(graded, runs)
    if found is not None:
        assert expected is not None
        assert columns(found) == columns(expected)


@given(
    rows=st.dictionaries(docs, st.sampled_from([0.0, 1.0]), min_size=1), graded=st.sets(docs, min_size=1, max_size=4)
)
def test_ranks_are_those_of_a_sort(rows: dict[str, float], graded: set[str]) -> None:
    found, expected = both([dict.fromkeys(graded, 1)], [rows])
    ordered = sorted(rows, key=lambda doc: (rows[doc], doc), reverse=True)
    for placed in (found, expected):
        if placed is not None:
            ranks = [ordered.index(doc) + 1 for doc in graded if doc in rows]
            assert sorted(placed.credits.places.rank.tolist()) == sorted(ranks)


def test_thousands_of_labels_in_one_tie() -> None:
    rows = {f"d{number:04}": 1.0 for number in range(3000)}
    found, expected = both([dict.fromkeys(rows, 1)], [rows])
    assert found is not None
    assert columns(found) == columns(expected)
    assert [(label, rank) for _, label, rank, *_ in columns(found)[0]] == [(n, 3000 - n) for n in range(3000)]


@pytest.mark.parametrize("kind", [Name, np.str_], ids=["a class of text", "NumPy's text"])
def test_judgements_whose_ids_are_text_of_another_class_find_their_documents(kind: type[str]) -> None:
    assert judge_run({"q": {kind("d"): 1}}, {"q": {"d": 1.0, "e": 2.0}}).judged.rank.tolist() == [2]


@pytest.mark.parametrize("score", [float("nan"), 10**400, True, "1", None], ids=repr)
def test_scores_that_are_none_are_refused(score: object) -> None:
    with pytest.raises(BadInputError, match="a score is a number"):
        judge_run({"q": {"d": 1}}, {"q": {"d": score}})
