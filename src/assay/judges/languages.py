"""Which of the prompts' languages a question is judged in."""

import re
from functools import lru_cache
from typing import Literal, get_args

from assay.lab.languages import latin_language

PromptLanguage = Literal["en", "zh", "es", "ru"]
LANGUAGES: tuple[PromptLanguage, ...] = get_args(PromptLanguage)

_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002fa1f]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=4096)  # one query is asked about with many passages
def language_of(text: str, *, given: str | None = None) -> PromptLanguage:
    """Return the language to judge a text in.

    Parameters
    ----------
    text
        The question.
    given
        A language code such as ``es`` or ``zh-CN``, which decides where prompts are written in it.

    Notes
    -----
    By script: Chinese where Han characters make up a quarter of the letters, as a Chinese question may name an English
    product, and there is no kana or hangul; Russian likewise by Cyrillic letters; Spanish by its function words;
    English otherwise, and for every language without prompts.

    Examples
    --------
    >>> language_of("混合检索的 nDCG 是多少?"), language_of("¿Cuánto tarda?"), language_of("Hi", given="ru-RU")
    ('zh', 'es', 'ru')
    """
    if given is not None:
        code = given.replace("_", "-").partition("-")[0].casefold()
        return code if code in LANGUAGES else "en"
    letters = len(_LETTER.findall(text)) or 1
    if not _KANA_OR_HANGUL.search(text) and len(_HAN.findall(text)) * 4 >= letters:
        return "zh"
    if len(_CYRILLIC.findall(text)) * 4 >= letters:
        return "ru"
    return "es" if "¿" in text or latin_language(text.casefold(), among=("en", "es", "pt")) == "es" else "en"
