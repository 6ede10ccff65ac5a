"""Which part of a quote a hit's text holds."""

from assay.data.case import Evidence
from assay.labels.quoting import quoted_part

QUOTE = "In May 2011, the company issued $1.5 billion of notes"
NOTES = Evidence(doc_id="filing", quote=QUOTE)


def test_a_sentence_of_another_year_is_not_the_quote() -> None:
    assert quoted_part(NOTES, "In May 2012, the company issued $1.5 billion of notes, due in 2022.") is None


def test_a_sentence_of_another_sum_is_not_the_quote() -> None:
    assert quoted_part(NOTES, "Later: in May 2011, the company issued $1.6 billion of notes.") is None


def test_a_sentence_with_a_typo_in_a_word_is_still_the_quote() -> None:
    assert quoted_part(NOTES, "Later: in May 2011, the compnay issued $1.5 billion of notes.") == (0, len(QUOTE))


def test_full_width_digits_are_the_same_digits_beside_a_typo() -> None:
    text = "Later: in May ２０１１, the compnay issued $1.5 billion of notes."
    assert quoted_part(NOTES, text) == (0, len(QUOTE))


def test_the_quote_counts_where_other_digits_stand_about_it() -> None:
    assert quoted_part(NOTES, f"12 | 7 {QUOTE} 2022") == (0, len(QUOTE))


def test_a_part_that_the_text_cuts_off_need_not_hold_the_other_digits() -> None:
    assert quoted_part(NOTES, "Long before. In May 2011, the company") == (0, len("In May 2011, the company"))
