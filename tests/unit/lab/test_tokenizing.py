import threading

import pytest

from assay.errors import BadInputError
from assay.lab.languages import latin_language
from assay.lab.tokenizing import Tokenizer

pytest.importorskip("Stemmer")
pytest.importorskip("rjieba")


def terms(text: str, language: str | None = None) -> list[str]:
    return Tokenizer(language=language).terms(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the rankings of retrievers", "ranking the retriever of"),
        ("las mediciones de los documentos", "medición del documento"),
        ("измерения документов", "измерение документа"),
        ("Ёлка", "елка"),
        ("ＲＡＧ ｓｅａｒｃｈ", "rag search"),
        ("STRASSE", "straße"),
        ("the user's index", "the user index"),
        ("snake_case", "snake case"),
    ],
)
def test_forms_of_a_word_share_a_term(one: str, other: str) -> None:
    assert set(terms(one)) & set(terms(other)) - {"the", "of", "de"}


def test_english_is_stemmed_as_porter_says() -> None:
    assert terms("relational conditional retrieval", "en") == ["relat", "condit", "retriev"]


def test_chinese_is_cut_into_words_and_the_words_inside_them() -> None:
    assert {"橄榄", "橄榄球", "联盟"} <= set(terms("国家橄榄球联盟"))


def test_japanese_korean_and_thai_become_pairs_of_characters() -> None:
    assert terms("かなとカナ") == ["かな", "なと", "とカ", "カナ"]
    assert terms("한국어") == ["한국", "국어"]
    assert terms("กขค") == ["กข", "ขค"]


def test_chinese_characters_of_a_japanese_text_become_pairs_with_its_kana() -> None:
    assert terms("東京へ") == ["東京", "京へ"]


def test_one_kana_does_not_make_a_chinese_text_japanese() -> None:
    assert "检索" in terms("检索质量の评估在信息检索系统中非常重要而且困难")


def test_a_run_of_one_character_is_a_term() -> None:
    assert terms("か") == ["か"]


def test_a_decimal_is_one_term() -> None:
    assert terms("3.14 or 1,000.") == ["3.14", "or", "1,000"]


def test_combining_marks_do_not_cut_a_word() -> None:
    assert terms("हिन्दी में", "none") == ["हिन्दी", "में"]


def test_scripts_may_be_mixed_in_one_text() -> None:
    assert set(terms("iPhone手机 и телефоны")) >= {"iphon", "手机", "телефон"}


@pytest.mark.parametrize("text", ["", "  ", "?!.", "\ud800", "\x00", "😀", "\u0301"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert terms(text) == []


def test_a_query_without_function_words_is_stemmed_as_the_fallback() -> None:
    assert Tokenizer(fallback="es").latin("mediciones") == "es"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("how many teams were in the league", "en"),
        ("¿cuántos equipos había en la liga?", "es"),
        ("wie viele teams waren in der liga", "de"),
        ("combien d'équipes y avait-il dans la ligue", "fr"),
        ("quante squadre sono nella lega e che cosa è", "it"),
        ("quantas equipes não estão na liga", "pt"),
        ("nginx 502", None),
        ("", None),
    ],
)
def test_a_latin_language_is_told_by_its_function_words(text: str, language: str | None) -> None:
    assert latin_language(text) == language


def test_a_language_outside_the_choice_is_not_told() -> None:
    assert latin_language("the league of the teams", among=("es",)) is None


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadInputError, match=r"no language goes by 'xx'\nHint: one of ar, .*zh"):
        Tokenizer(language="xx")


def test_threads_do_not_disturb_each_other() -> None:
    text = "measurements of the retrievers " * 50
    expected, wrong = terms(text), list[list[str]]()

    def work() -> None:
        wrong.extend(found for found in (terms(text) for _ in range(50)) if found != expected)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
