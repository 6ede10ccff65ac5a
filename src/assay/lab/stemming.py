"""Words brought to their stem by Snowball: the one file that imports PyStemmer."""

import threading
from typing import Any, cast

from assay.errors import MissingExtraError
from assay.lab.languages import SNOWBALL

_here = threading.local()


def stems(words: list[str], language: str) -> list[str]:
    """Return the Snowball stem of every word.

    Parameters
    ----------
    words
        Casefolded.
    language
        Two letters; a language without a stemmer leaves the words as they are.

    Raises
    ------
    MissingExtraError
        PyStemmer is not installed.

    Notes
    -----
    Porter (2001), Snowball. One stemmer a thread: PyStemmer's are not safe to share.

    Examples
    --------
    >>> stems(["retrieval", "ranked"], "en")
    ['retriev', 'rank']
    """
    if not words or language not in SNOWBALL:
        return words
    return _stemmer(SNOWBALL[language]).stemWords(words)


def _stemmer(algorithm: str) -> Any:
    kept: dict[str, Any] = _here.__dict__
    if algorithm not in kept:
        try:
            import Stemmer
        except ImportError as error:
            raise MissingExtraError("lexical search (PyStemmer)", "pip install 'assay[lab]'") from error
        kept[algorithm] = cast("Any", Stemmer).Stemmer(algorithm)
    return kept[algorithm]
