"""What became of evidence whose documents were edited."""

import pytest

from assay import Document, Evidence, GoldenSet, RetrievalTestCase
from assay.golden.drift import Anchor, Drift, check_drift
from assay.golden.drift_findings import diff, drift_findings
from assay.golden.repair import repairs_of

QUOTE = "the limit is thirty days after delivery"


def drift(corpus: dict[str, str], quote: str = QUOTE, **rest: object) -> Drift:
    piece = Evidence(doc_id="a", quote=quote, **rest)  # pyright: ignore[reportArgumentType]
    golden = GoldenSet(cases=(RetrievalTestCase("how long?", evidence=[piece]),))
    [found] = check_drift(golden, [Document(doc_id=doc_id, text=text) for doc_id, text in corpus.items()])
    return found


def anchor(found: Drift) -> tuple[str, int, int] | None:
    return None if found.anchor is None else (found.anchor.doc_id, found.anchor.start, found.anchor.end)


def test_a_quote_at_its_offsets_is_valid() -> None:
    found = drift({"a": f"So {QUOTE}."}, start=3, end=42)
    assert (found.status, anchor(found)) == ("valid", ("a", 3, 42))


def test_a_quote_without_offsets_that_stands_once_is_valid() -> None:
    assert drift({"a": f"So {QUOTE}."}).status == "valid"


def test_a_short_quote_without_offsets_that_stands_once_is_valid() -> None:
    assert drift({"a": "So 30 days."}, "30").status == "valid"


def test_a_quote_that_stands_elsewhere_in_its_document_moved() -> None:
    found = drift({"a": f"A new paragraph. So {QUOTE}."}, start=3, end=42)
    assert (found.status, anchor(found)) == ("moved", ("a", 20, 59))


def test_a_quote_in_other_typography_moved_with_the_text_that_stands_there() -> None:
    found = drift({"a": "So the  limit is thirty days after Delivery."}, start=3, end=42)
    assert found.status == "moved"
    assert found.anchor == Anchor(doc_id="a", start=3, end=43, text="the  limit is thirty days after Delivery")


def test_a_quote_with_other_words_changed() -> None:
    found = drift({"a": "So the limit is twenty days after delivery."}, start=3, end=42)
    assert (found.status, found.anchor is not None and found.anchor.text) == (
        "changed",
        "the limit is twenty days after delivery",
    )


def test_a_short_quote_that_changed_is_told_by_its_neighbours() -> None:
    text = "Goods may be returned within 14 days after delivery."
    found = drift({"a": text}, "30", start=29, end=31, prefix="be returned within ", suffix=" days after delivery")
    assert found.status == "changed"


def test_a_quote_at_several_places_is_ambiguous() -> None:
    found = drift({"a": f"New. So {QUOTE}, and {QUOTE}."}, start=3, end=42)
    assert (found.status, found.n_places, found.anchor) == ("ambiguous", 2, None)


def test_neighbours_decide_between_several_places() -> None:
    text = f"New. For shoes {QUOTE}, and for everything else {QUOTE}."
    found = drift({"a": text}, start=0, end=39, prefix=", and for everything else ", suffix=".")
    assert (found.status, anchor(found)) == ("moved", ("a", 80, 119))


def test_copies_with_the_same_neighbours_are_ambiguous() -> None:
    passage = f"For all that was bought {QUOTE}, as was said."
    found = drift({"a": f"New. {passage} {passage}"}, start=24, end=63, prefix="For all that was bought ")
    assert found.status == "ambiguous"


def test_a_short_quote_that_left_its_offsets_is_not_taken_for_another_without_neighbours() -> None:
    assert drift({"a": "No longer. Page 30."}, "30", start=3, end=5).status == "ambiguous"


def test_a_short_quote_at_its_offsets_between_other_neighbours_is_not_valid() -> None:
    found = drift({"a": "Page 30 of the annual report"}, "30", start=5, end=7, prefix="within ", suffix=" days after")
    assert found.status == "ambiguous"


def test_a_quote_that_stands_nowhere_is_gone() -> None:
    found = drift({"a": "Nothing of the kind.", "b": QUOTE}, start=0, end=39)
    assert (found.status, found.document_gone) == ("gone", False)


def test_a_quote_whose_document_is_gone_moved_to_the_one_other_that_has_it() -> None:
    found = drift({"b": f"So {QUOTE}.", "c": "Nothing."}, start=0, end=39)
    assert (found.status, anchor(found), found.document_gone) == ("moved", ("b", 3, 42), True)


def test_a_quote_whose_document_is_gone_and_that_two_others_have_is_ambiguous() -> None:
    assert drift({"b": QUOTE, "c": QUOTE}, start=0, end=39).status == "ambiguous"


def test_a_short_quote_whose_document_is_gone_is_gone() -> None:
    assert drift({"b": "within 30 days"}, "30", start=0, end=2).status == "gone"


def test_a_repair_says_where_the_quote_is_and_how_it_is_spelt_there() -> None:
    text = "New. So the limit  is thirty days after delivery, always."
    found = drift({"a": text}, start=3, end=42, prefix="So ", suffix=".")
    assert repairs_of([found], [Document(doc_id="a", text=text)]) == {
        ("q1", 0): {
            "doc_id": "a",
            "quote": "the limit  is thirty days after delivery",
            "start": 8,
            "end": 48,
            "prefix": "So ",
            "suffix": ",",
        }
    }


@pytest.mark.parametrize("text", ["nothing", "the limit is twenty days after delivery", f"{QUOTE} {QUOTE}", QUOTE])
def test_only_what_moved_is_repaired(text: str) -> None:
    assert repairs_of([drift({"a": text})], [Document(doc_id="a", text=text)]) == {}


def test_a_finding_names_the_cases_and_shows_what_changed() -> None:
    found = drift({"a": "So the limit is twenty days after delivery."}, start=3, end=42)
    [finding] = drift_findings([found])
    assert (finding.severity, finding.code, finding.cases) == ("error", "evidence_changed", ("q1",))
    assert "the limit is [-thirty-]{+twenty+} days" in finding.text


def test_a_move_is_a_warning_that_says_from_where_to_where() -> None:
    [finding] = drift_findings([drift({"b": f"So {QUOTE}."}, start=0, end=39)])
    assert (finding.severity, finding.code) == ("warning", "evidence_moved")
    assert "q1: a[0:39] -> b[3:42]" in finding.text


def test_a_diff_shortens_what_stayed() -> None:
    assert diff("x" * 50 + " a", "x" * 50 + " b") == "x" * 18 + "..." + "x" * 17 + " [-a-]{+b+}"
