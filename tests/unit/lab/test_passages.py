from pathlib import Path

import pytest

from assay.data.document import Document
from assay.errors import BadInputError
from assay.lab.passages import documents_of, passages_of


def indexed(document: Document, size: int | None = 1000) -> list[str]:
    return [passage.indexed for passage in passages_of([document], size, 0)]


def test_a_chunk_is_indexed_with_its_title_and_headings() -> None:
    text = "# Guide\n\nintro\n\n## Recall\n\n" + "It is a share. " * 4
    found = indexed(Document(doc_id="d", title="Guide", text=text), size=50)
    assert found[0] == "# Guide\n\nintro"
    assert found[1].startswith("Guide\n## Recall\n\nIt is")
    assert found[2].startswith("Guide\nRecall\nIt is")


def test_a_title_the_text_begins_with_is_not_repeated() -> None:
    assert indexed(Document(doc_id="d", title="a wing", text="a wing . an experiment")) == ["a wing . an experiment"]


@pytest.mark.parametrize("size", [None, 0])
def test_without_a_size_documents_stay_whole(size: int | None) -> None:
    text = "One. " * 1000
    (passage,) = passages_of([Document(doc_id="d", text=text)], size, 0)
    assert (passage.hit.text, passage.hit.chunk_id, passage.hit.start) == (text, None, None)


def test_a_document_with_a_title_only_can_be_found_whole() -> None:
    (passage,) = passages_of([Document(doc_id="d", title="Gold", text="")], 100, 0)
    assert passage.indexed.strip() == "Gold"
    assert passage.hit.chunk_id is None


@pytest.mark.parametrize("size", [100, None])
def test_a_document_with_nothing_at_all_is_not_indexed(size: int | None) -> None:
    assert passages_of([Document(doc_id="d", text=" \n")], size, 0) == ()


def test_a_hit_knows_its_span_its_text_and_its_headings() -> None:
    text = "# Gold\n\nheavy"
    (passage,) = passages_of([Document(doc_id="d", title="Gold", text=text)], 100, 0)
    hit = passage.scored(2.5)
    assert (hit.doc_id, hit.chunk_id, hit.start, hit.end, hit.score) == ("d", "d#0-13", 0, 13, 2.5)
    assert (hit.text, hit.metadata) == (text, {"title": "Gold", "heading": "Gold"})


def test_a_corpus_may_be_a_path(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# T\n", encoding="utf-8")
    assert [document.doc_id for document in documents_of(tmp_path)] == ["a.md"]
    assert documents_of(str(tmp_path)) == documents_of(tmp_path)


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(BadInputError, match="empty"):
        documents_of([])


def test_two_documents_under_one_id_are_refused() -> None:
    with pytest.raises(BadInputError, match="'d'"):
        documents_of([Document(doc_id="d", text="a"), Document(doc_id="d", text="b")])
