from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.lab.sentences import sentence_starts


def sentences(text: str) -> list[str]:
    cuts = [*sentence_starts(text), len(text)]
    return [text[start:end].strip() for start, end in pairwise(cuts)]


@pytest.mark.parametrize(
    "expected",
    [
        ["One sentence.", "Another one!", "A third?", "And more…", "Last"],
        ['He said "stop."', "She went on.", "(It was late.)", "Then dark."],
        ["¿Qué es esto?", "¡Un libro!", "Sí, claro."],
        ["Это первое предложение.", "А это второе!", "Верно?"],
    ],
)
def test_sentences_end_at_their_punctuation(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_chinese_sentences_end_without_blank_space() -> None:
    assert sentences("检索是什么？它很重要！他说：“好。”真的……完了") == [
        "检索是什么？",
        "它很重要！",
        "他说：“好。”",
        "真的……",
        "完了",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Measures, e.g. recall and i.e. Recall again",
        "Pi is 3.14 and version 2.0.1 is out",
        "Dr. Smith met J. R. R. Tolkien at St. Mary",
        "See Fig. 3 and Eq. 4, cf. Smith et al. 2009",
        "Это верно, т. е. так, и т. д. и т. п. везде",
        "Он живёт на ул. Ленина в г. Москва",
        "La Sra. López vive en EE. UU. desde ayer, p. ej. allí",
        "the u.s. Army",
        "wait... what happened. then nothing",
        "1. First item of a list",
    ],
)
def test_abbreviations_initials_and_decimals_do_not_end_a_sentence(text: str) -> None:
    assert sentences(text) == [text]


def test_a_year_ends_a_sentence_but_the_number_of_a_list_item_does_not() -> None:
    assert sentences("It began in 1999. Then it grew.\n2. Second point") == [
        "It began in 1999.",
        "Then it grew.",
        "2. Second point",
    ]


def test_a_mark_between_blanks_ends_a_sentence_of_tokenised_text() -> None:
    assert sentences("a wing in a slipstream . an experiment ? yes") == [
        "a wing in a slipstream .",
        "an experiment ?",
        "yes",
    ]


def test_an_item_of_a_list_begins_a_sentence() -> None:
    assert sentences("Choose:\n- red\n- green\n  * dark") == ["Choose:", "- red", "- green", "* dark"]


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_blank_text_has_no_sentence(text: str) -> None:
    assert sentence_starts(text) == []


@given(st.text(alphabet="aA1.?!。！ \n\"'”-…", max_size=60))
def test_sentences_begin_in_order_at_what_is_not_blank(text: str) -> None:
    starts = sentence_starts(text)
    assert starts == sorted(set(starts))
    assert not any(text[start].isspace() for start in starts)
    assert starts[:1] == [at for at, character in enumerate(text) if not character.isspace()][:1]
