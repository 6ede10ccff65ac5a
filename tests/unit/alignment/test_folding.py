"""What a text becomes when folded, and where each character stood."""

import numpy as np
import pytest

from assay.alignment.folding import fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("plain text", "plain text"),
        ("UPPER Case", "upper case"),
        ("  two\t\tlines\r\n here ", "two lines here"),
        ("“curly” ‘quotes’ «and» „others‟", '"curly" \'quotes\' "and" "others"'),
        ("a–b—c−d‑e -- f", "a-b-c-d-e - f"),
        ("wait…", "wait..."),
        ("soft\u00adhyphen zero\u200bwidth \ufeffmark", "softhyphen zerowidth mark"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ１２", "full width12"),
        ("ﬁne Straße", "fine strasse"),
        ("e\u0301tude \u00e9tude", "étude étude"),
        ("ЁЛКА и\u0306од", "ёлка йод"),
        ("在 2016 年\n的 数据", "在2016年的数据"),
        ("한국어 문장", "한국어 문장"),
        ("ＡＩ，好", "ai,好"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_texts_that_differ_in_typography_alone_fold_to_one(text: str, folded: str) -> None:
    assert fold(text).text == folded


def test_every_folded_character_knows_its_place() -> None:
    folded = fold("A  “ﬁ”\u00adz")
    assert folded.text == 'a "fi"z'
    assert folded.places.tolist() == [0, 1, 3, 4, 4, 5, 7]


def test_a_span_covers_the_accents_that_stand_as_characters_of_their_own() -> None:
    folded = fold("cafe\u0301 noir")
    assert folded.text == "café noir"
    assert folded.span(0, 4) == (0, 5)
    assert folded.span(5, 9) == (6, 10)


def test_a_lone_half_of_a_character_is_kept() -> None:
    assert fold("a\ud800b").text == "a\ud800b"


def test_plain_ascii_and_other_text_fold_alike() -> None:
    plain = fold("The `Quick` Brown\tFox - jumps")
    other = fold("The `Quick` Brown\tFox - jumpsé")
    assert plain.text == other.text[:-1]
    assert np.array_equal(plain.places, other.places[:-1])
