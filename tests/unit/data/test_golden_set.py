from dataclasses import replace

import numpy as np
import pytest

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError

ONE = RetrievalTestCase("one", ["a"], id="x")
TWO = RetrievalTestCase("two", {"b": 2}, category="facts")


@pytest.mark.parametrize("cases", [(), [], iter(())], ids=["tuple", "list", "iterator"])
def test_a_set_without_cases_is_refused(cases: object) -> None:
    with pytest.raises(BadInputError, match="the golden set is empty\nHint: "):
        GoldenSet(cases=cases)


def test_no_cases_at_all_do_not_make_a_set() -> None:
    with pytest.raises(BadInputError, match="the golden set is empty"):
        GoldenSet.of(case for case in ())


def test_cases_without_an_id_are_numbered_by_position() -> None:
    assert [case.id for case in GoldenSet.of([TWO, ONE, TWO])] == ["q1", "x", "q3"]


def test_numbering_leaves_the_callers_case_as_it_was() -> None:
    GoldenSet.of([TWO])
    assert TWO.id is None


def test_two_cases_of_one_id_are_refused_with_their_positions() -> None:
    with pytest.raises(BadInputError, match="cases 1 and 3 have the same id 'x'"):
        GoldenSet.of([ONE, TWO, ONE])


@pytest.mark.parametrize("other", [1, np.int64(1)], ids=repr)
def test_an_id_as_a_number_and_as_text_is_the_same_id(other: object) -> None:
    with pytest.raises(BadInputError, match="cases 1 and 2 have the same id '1'"):
        GoldenSet.of([RetrievalTestCase("a", id="1"), RetrievalTestCase("b", id=other)])


def test_a_number_that_clashes_with_an_id_is_said_to_be_ours() -> None:
    with pytest.raises(BadInputError, match=r"'q2'\n.*numbered by its position"):
        GoldenSet.of([RetrievalTestCase("a", id="q2"), TWO])


@pytest.mark.parametrize("given", [["a query"], [{"query": "a"}]], ids=repr)
def test_what_is_no_case_is_refused_with_its_position(given: list[object]) -> None:
    with pytest.raises(BadInputError, match="case 1"):
        GoldenSet.of(given)


def test_a_single_case_is_no_set() -> None:
    with pytest.raises(BadInputError, match="cases"):
        GoldenSet.of(ONE)


def test_a_set_is_returned_as_it_is() -> None:
    golden = GoldenSet.of([ONE])
    assert GoldenSet.of(golden) is golden


def test_a_list_of_cases_becomes_a_tuple_that_the_caller_cannot_change() -> None:
    cases = [ONE]
    golden = GoldenSet(cases=cases)
    cases.append(TWO)
    assert golden.cases == (ONE,)


def test_a_set_counts_its_cases() -> None:
    assert len(GoldenSet.of([ONE, TWO])) == 2


def test_the_scale_of_the_tutorials_begins_to_help_at_three() -> None:
    golden = GoldenSet(cases=(ONE,), scale="0-5")
    assert (golden.rel, golden.ungraded) == (3.0, 5.0)


def test_on_the_binary_scale_one_is_relevant() -> None:
    golden = GoldenSet(cases=(ONE,))
    assert (golden.rel, golden.ungraded) == (1.0, 1.0)


@pytest.mark.parametrize("scale", ["0–5", "0-3"], ids=repr)
def test_an_unknown_scale_is_refused_and_not_taken_for_the_binary_one(scale: object) -> None:
    with pytest.raises(BadInputError, match="scale"):
        GoldenSet(cases=(ONE,), scale=scale)


def test_the_hash_is_the_same_for_the_same_cases() -> None:
    assert GoldenSet.of([ONE, TWO]).sha256 == GoldenSet.of([replace(ONE), replace(TWO)]).sha256


def test_the_hash_does_not_depend_on_the_order_of_grades() -> None:
    forwards, backwards = {"a": 1, "b": 2}, {"b": 2, "a": 1}
    hashes = {GoldenSet.of([RetrievalTestCase("q", grades)]).sha256 for grades in (forwards, backwards)}
    assert len(hashes) == 1


def test_the_hash_does_not_depend_on_the_name_or_the_place_of_the_corpus(tmp_path: object) -> None:
    plain, named = GoldenSet(cases=(ONE,)), GoldenSet(cases=(ONE,), name="mine", corpus=tmp_path)
    assert plain.sha256 == named.sha256


@pytest.mark.parametrize(
    "other",
    [
        GoldenSet(cases=(ONE,), scale="0-5"),
        GoldenSet(cases=(ONE, TWO)),
        GoldenSet(cases=(replace(ONE, query="another"),)),
        GoldenSet(cases=(replace(ONE, relevant_doc_ids=["b"]),)),
        GoldenSet(cases=(replace(ONE, answerable=False),)),
        GoldenSet(cases=(replace(ONE, id="y"),)),
    ],
    ids=["scale", "another case", "query", "labels", "answerable", "id"],
)
def test_the_hash_changes_with_what_the_cases_say(other: GoldenSet) -> None:
    assert other.sha256 != GoldenSet(cases=(ONE,)).sha256


def test_the_hash_takes_text_that_utf_8_cannot_write() -> None:
    assert len(GoldenSet.of([RetrievalTestCase("broken \ud800")]).sha256) == 64


def test_the_hash_takes_metadata_of_mixed_keys() -> None:
    assert len(GoldenSet.of([RetrievalTestCase("q", metadata={1: "a", "b": 2})]).sha256) == 64
