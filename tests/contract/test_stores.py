"""One suite over every store of evaluations."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay import RetrievalTestCase, evaluate, open_store
from assay.errors import BadFileError, BadInputError
from assay.store.seam import Store


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store in which nothing was ever saved."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'below' / 'store.db'}"
    return request.getfixturevalue("new_database")()


@pytest.fixture
def store(url: str) -> Store:
    return open_store(url)


def document(*, retriever: str = "bm25", golden: str = "faq", made_at: str | None = None, **settings: Any) -> str:
    """The least that a store takes."""
    given = {"retriever": retriever, "golden": {"name": golden, "sha256": "ab" * 32}, "made_at": made_at, **settings}
    return json.dumps({"assay": "1", "kind": "evaluation", "settings": given, "per_query": {"q1": {"R@1": 1.0}}})


def at(second: int) -> str:
    return f"2026-03-14T09:26:{second:02}+00:00"


def test_an_empty_store_has_no_entries(store: Store) -> None:
    assert list(store.entries()) == []


def test_what_was_saved_comes_back_as_it_was(store: Store) -> None:
    saved = document(note="ünï 漢字 \ud83d\ude00 \u0000")
    assert store.load(store.save(saved).id) == saved


def test_a_real_evaluation_comes_back_as_it_was(store: Store) -> None:
    cases = [RetrievalTestCase("谁？", ["d1"], category="facts"), RetrievalTestCase("lost \ud800", ["d\x001"])]
    saved = evaluate(lambda _: ["d1", "d2"], cases, k=2).to_json(per_query=True)
    store.save(saved)
    assert store.load("latest") == saved


def test_an_entry_tells_what_the_settings_say(store: Store) -> None:
    given = store.save(document(made_at=at(1), commit="c0ffee"), name="before the change")
    assert store.find("latest") == given
    assert (given.retriever, given.golden, given.golden_sha256) == ("bm25", "faq", "ab" * 32)
    assert (given.made_at, given.commit, given.name) == (at(1), "c0ffee", "before the change")


def test_another_process_finds_what_was_saved(store: Store, url: str) -> None:
    entry = store.save(document())
    assert open_store(url).find("latest") == entry


def test_entries_are_ordered_by_when_they_were_made_the_newest_first(store: Store) -> None:
    for second in (2, 3, 1):
        store.save(document(made_at=at(second)))
    assert [entry.made_at for entry in store.entries()] == [at(3), at(2), at(1)]


def test_what_was_made_in_one_second_is_ordered_as_it_was_saved(store: Store) -> None:
    ids = [store.save(document(made_at=at(1))).id for _ in range(4)]
    assert [entry.id for entry in store.entries()] == ids[::-1]
    assert sorted(ids) == ids


def test_times_of_other_zones_are_told_in_utc(store: Store) -> None:
    assert store.save(document(made_at="2026-03-14T11:26:01+02:00")).made_at == at(1)


def test_entries_can_be_those_of_a_golden_set_or_a_retriever(store: Store) -> None:
    ids = [store.save(document(retriever=r, golden=g)).id for r, g in (("a", "x"), ("a", "y"), ("b", "x"))]
    assert [entry.id for entry in store.entries(golden="x")] == [ids[2], ids[0]]
    assert [entry.id for entry in store.entries(retriever="a")] == [ids[1], ids[0]]
    assert [entry.id for entry in store.entries(golden="x", retriever="b")] == [ids[2]]


def test_latest_counts_back_from_the_newest(store: Store) -> None:
    ids = [store.save(document(made_at=at(second))).id for second in (1, 2, 3)]
    assert [store.find(reference).id for reference in ("latest", "latest~0", "latest~1", "latest~2")] == [
        ids[2],
        ids[2],
        ids[1],
        ids[0],
    ]


def test_a_name_stands_for_the_newest_of_that_name(store: Store) -> None:
    store.save(document(made_at=at(1)), name="main")
    newer = store.save(document(made_at=at(2)), name="main")
    store.save(document(made_at=at(3)), name="branch")
    assert store.find("main") == newer


def test_an_id_stands_for_itself_even_where_another_begins_with_it(store: Store) -> None:
    ids = [store.save(document()).id for _ in range(3)]
    assert [store.find(entry_id).id for entry_id in ids] == ids


def test_the_beginning_of_an_id_will_do_where_only_one_begins_so(store: Store) -> None:
    entry = store.save(document())
    assert store.find(entry.id[:4]) == entry


def test_the_beginning_of_several_ids_is_refused_and_they_are_named(store: Store) -> None:
    ids = [store.save(document()).id for _ in range(2)]
    with pytest.raises(BadInputError, match="several ids in") as refused:
        store.find("2")
    assert all(entry_id in str(refused.value) for entry_id in ids)


@pytest.mark.parametrize("reference", ["main", "", "latest~x", "latest~-1", "LATEST", "%", "_"])
def test_a_reference_to_nothing_says_what_there_is(store: Store, reference: str) -> None:
    entry = store.save(document(), name="release 1")
    with pytest.raises(BadInputError, match="nothing saved in") as refused:
        store.load(reference)
    assert f"Hint: there are {entry.id} (release 1)." in str(refused.value)


def test_going_back_too_far_says_how_many_there_are(store: Store) -> None:
    store.save(document())
    with pytest.raises(BadInputError, match="latest~1 goes back too far: 1 evaluation is saved"):
        store.find("latest~1")


def test_in_an_empty_store_a_reference_says_how_to_save(store: Store) -> None:
    with pytest.raises(BadInputError, match=r"nothing is saved in .*\nHint: `assay evaluate ... --save`"):
        store.load("latest")


def test_what_is_removed_is_gone_and_the_rest_stays(store: Store) -> None:
    kept, gone = (store.save(document(made_at=at(second))) for second in (1, 2))
    assert store.remove("latest") == gone
    assert list(store.entries()) == [kept]


def test_removing_nothing_is_refused(store: Store) -> None:
    store.save(document())
    with pytest.raises(BadInputError):
        store.remove("absent")
    assert len(store.entries()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json", "the document to save:1: not JSON"),
        ("[]", "the document to save: "),
        ('{"kind": "scores", "settings": {}, "per_query": {}}', "field 'kind': expected 'evaluation'"),
        ('{"kind": "evaluation", "settings": {}}', "field 'per_query': expected the values of every query"),
        (document(made_at="yesterday"), "field 'settings.made_at'"),
    ],
)
def test_what_is_no_evaluation_with_its_queries_is_refused_and_nothing_is_kept(
    store: Store, text: str, said: str
) -> None:
    with pytest.raises(BadFileError) as refused:
        store.save(text)
    assert said in str(refused.value)
    assert list(store.entries()) == []


@pytest.mark.parametrize("name", ["", " ", " a", "two\nlines", "n" * 201, "latest", "latest~3", "nul\x00", "\ud800"])
def test_a_name_that_could_not_be_referred_to_is_refused(store: Store, name: str) -> None:
    with pytest.raises(BadInputError):
        store.save(document(), name=name)
    assert list(store.entries()) == []


WRITER = """
import sys
from assay import open_store
url, document = sys.argv[1:]
for _ in range(10):
    open_store(url).save(document)
"""


def test_several_processes_may_begin_a_store_and_save_at_once(url: str) -> None:
    commands = [[sys.executable, "-c", WRITER, url, document(retriever=name)] for name in "abc"]
    writers = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for command in commands]
    assert [writer.communicate()[1] for writer in writers] == ["", "", ""]
    entries = open_store(url).entries()
    assert len({entry.id for entry in entries}) == 30
    assert {name: sum(entry.retriever == name for entry in entries) for name in "abc"} == {"a": 10, "b": 10, "c": 10}
