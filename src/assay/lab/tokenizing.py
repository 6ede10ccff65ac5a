"""Texts as the terms that lexical search counts, in any script."""

import re
import sys
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from assay.lab.languages import check_language, latin_language
from assay.lab.measuring import IDEOGRAPHS
from assay.lab.segmenting import chinese_words
from assay.lab.stemming import stems

_KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_UNSPACED = f"{_KANA}\u1100-\u11ff\uac00-\ud7af\u0e01-\u0e4e\u0e80-\u0edf\u1000-\u109f\u1780-\u17d3\u0f40-\u0fbc"
_CYRILLIC = re.compile("[\u0400-\u052f]")
_HAS_KANA = re.compile(f"[{_KANA}]")
_HAS_HAN = re.compile(f"[{IDEOGRAPHS}]")
_POSSESSIVE = re.compile(r"['’]s\b")
_JAPANESE_SHARE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenizer:
    """How texts become terms.

    Parameters
    ----------
    language
        Two letters where it is known; None has it told for each text: Cyrillic letters are stemmed as Russian,
        Latin ones as the language whose function words the text holds most of (`assay.lab.languages`).
    among
        The Latin languages to choose from where it is told.
    fallback
        What a Latin text without function words is taken for.

    Notes
    -----
    Unicode NFKC, casefolded, ``ё`` as ``е``. Words of letters, digits and combining marks, decimals whole;
    stemmed by Snowball. Chinese characters are segmented by jieba's search mode; kana, Hangul, Thai, Lao, Khmer,
    Burmese and Tibetan, and Chinese characters in a text that is at least a tenth kana, become overlapping pairs
    of characters. Stop words stay: a term that all documents hold weighs nearly nothing in BM25 anyway.
    """

    language: str | None = None
    among: Collection[str] = ("en", "es", "de", "fr", "it", "pt")
    fallback: str = "en"

    def __post_init__(self) -> None:
        """Refuse a language nobody knows."""
        check_language(self.language)

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text`, repeats included, grouped by script.

        Examples
        --------
        >>> Tokenizer().terms("Ranked Lists: 检索质量 3.14")
        ['rank', 'list', '3.14', '检索', '质量']
        """
        plain = normalised(text)
        spaced, han, unspaced = _runs(plain, japanese=self._is_japanese(plain))
        return [
            *self._stemmed(plain, spaced),
            *(word for run in han for word in chinese_words(run)),
            *(pair for run in unspaced for pair in _pairs(run)),
        ]

    def latin(self, text: str) -> str:
        """Return the language the Latin words of a text are stemmed as."""
        return self.language or latin_language(normalised(text), among=self.among) or self.fallback

    def _stemmed(self, plain: str, words: list[str]) -> list[str]:
        if self.language:
            return stems(words, self.language)
        if not any(_CYRILLIC.match(word) for word in words):
            return stems(words, self.latin(plain))
        latin = [word for word in words if not _CYRILLIC.match(word)]
        cyrillic = [word for word in words if _CYRILLIC.match(word)]
        return [*stems(latin, self.latin(plain)), *stems(cyrillic, "ru")]

    def _is_japanese(self, plain: str) -> bool:
        if self.language in ("ja", "zh"):
            return self.language == "ja"
        kana = len(_HAS_KANA.findall(plain))
        return kana > 0 and kana >= _JAPANESE_SHARE * (kana + len(_HAS_HAN.findall(plain)))


def normalised(text: str) -> str:
    """Return `text` in Unicode NFKC, casefolded, without the differences no search cares about."""
    return _POSSESSIVE.sub("", unicodedata.normalize("NFKC", text).casefold().replace("ё", "е"))


def _runs(plain: str, *, japanese: bool) -> tuple[list[str], list[str], list[str]]:
    spaced: list[str] = []
    han: list[str] = []
    unspaced: list[str] = []
    into = {"spaced": spaced, "number": spaced, "han": han, "unspaced": unspaced}
    for found in _pattern(japanese).finditer(plain):
        into[found.lastgroup or "spaced"].append(found[0])
    return spaced, han, unspaced


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


@cache
def _pattern(japanese: bool) -> re.Pattern[str]:
    marks, unspaced = _combining_marks(), _UNSPACED + IDEOGRAPHS if japanese else _UNSPACED
    letter = rf"[^\W_{_UNSPACED}{IDEOGRAPHS}]"
    return re.compile(
        rf"(?P<number>\d+(?:[.,]\d+){{1,8}}(?![^\W_]))|(?P<spaced>{letter}+(?:[{marks}]+{letter}*)*)"
        rf"|(?P<unspaced>[{unspaced}]+)|(?P<han>[{IDEOGRAPHS}]+)"
    )


def _combining_marks() -> str:
    """Return the combining marks as a character class: `re` does not count them as letters."""
    marks = [code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] == "M"]
    return "".join(f"\\U{code:08x}" for code in marks)
