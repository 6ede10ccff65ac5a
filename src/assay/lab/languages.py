"""Which language a text is written in, told cheaply: by script, and among Latin ones by function words."""

import re
from collections.abc import Collection, Iterable

from assay.errors import BadInputError

SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
UNSTEMMED = ("zh", "ja", "ko", "th", "none")

_FUNCTION_WORDS = {
    "en": "the of and to in is was for what how which who when where why did does are were that with by on it as at "
    "from be this an or not have has can do i my you",
    "es": "el la los las de del que en y qué cuál por para con una un se es cómo quién cuándo cuánto cuántos dónde su "
    "al lo como más no fue son está mi",
    "de": "der die das und ist von zu den mit wie was wer wo wann warum ein eine nicht auf für im dem des sich war "
    "sind",
    "fr": "le la les de des du et est que qui en un une pour dans quel quelle comment où quand pourquoi sur au ce ne "
    "pas sont il elle",
    "it": "il la lo gli le di del della e è che in un una per con chi come dove quando perché non sono al nel si",
    "pt": "o a os as de do da dos das e é que em um uma para com qual como onde quando quem não no na por se são",
}
_LANGUAGES_OF = {
    word: tuple(code for code, words in _FUNCTION_WORDS.items() if word in words.split())
    for word in {word for words in _FUNCTION_WORDS.values() for word in words.split()}
}
_LATIN_WORD = re.compile(r"[a-zà-öø-ÿ]+")
_LOOKED_AT = 400


def check_language(language: str | None) -> None:
    """Refuse a language code that nothing is known about.

    Raises
    ------
    BadInputError
        `language` is none of the codes Snowball has a stemmer for, nor zh, ja, ko, th or none.
    """
    if language is not None and language not in SNOWBALL and language not in UNSTEMMED:
        known = ", ".join(sorted([*SNOWBALL, *UNSTEMMED]))
        raise BadInputError(
            f"no language goes by {language!r}\nHint: one of {known}, or nothing to have it told per text."
        )


def latin_language(text: str, *, among: Collection[str] = tuple(_FUNCTION_WORDS)) -> str | None:
    """Return which language a text in Latin letters is in, by the function words it holds.

    Parameters
    ----------
    text
        Casefolded; the first 400 words are looked at.
    among
        Codes to choose from; known are en, es, de, fr, it and pt.

    Returns
    -------
    str or None
        The language with most function words; a tie goes to the one listed first above. None where no function
        word is found.

    Examples
    --------
    >>> latin_language("¿cuántas personas viven en la ciudad?"), latin_language("nginx 502")
    ('es', None)
    """
    counts = dict.fromkeys((code for code in _FUNCTION_WORDS if code in among), 0)
    for code in _votes(text):
        if code in counts:
            counts[code] += 1
    best = max(counts, key=lambda code: counts[code], default=None)
    return best if best and counts[best] else None


def _votes(text: str) -> Iterable[str]:
    for found in zip(range(_LOOKED_AT), _LATIN_WORD.finditer(text), strict=False):
        yield from _LANGUAGES_OF.get(found[1][0], ())
