"""The texts of a report in one language, and how that language writes numbers."""

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from assay.report.page import Language

_DECIMAL_COMMA = ("es", "ru")
_SECOND = {"en": "s", "zh": "秒", "es": "s", "ru": "с"}
_MILLISECOND = {"en": "ms", "zh": "毫秒", "es": "ms", "ru": "мс"}


class Wording:
    """Texts by key, from a TOML file a language in the package that says them.

    Examples
    --------
    >>> Wording("assay.evaluation.words", "zh")("measure.R")
    '召回率'
    """

    def __init__(self, package: str, language: Language) -> None:
        self.language: Language = language
        self._texts = _texts(package, language)

    def __call__(self, key: str, **facts: object) -> str:
        """Return the text under ``section.key``, its placeholders filled in."""
        return self._texts[key].format(**facts)

    def __contains__(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._texts

    def number(self, value: float, digits: int = 3) -> str:
        """Write a number with a fixed number of digits; an en dash where it is undefined."""
        if math.isnan(value):
            return "–"
        written = f"{value:.{digits}f}"
        return written.replace(".", ",") if self.language in _DECIMAL_COMMA else written

    def percent(self, share: float) -> str:
        """Write a share as a percentage with as many digits as it needs; the sign is the text's.

        Examples
        --------
        >>> Wording("assay.evaluation.words", "es").percent(0.975)
        '97,5'
        """
        written = f"{100 * share:.6g}"
        return written.replace(".", ",") if self.language in _DECIMAL_COMMA else written

    def seconds(self, value: float) -> str:
        """Write a duration to two significant figures or more, in milliseconds below one second."""
        milliseconds = value * 1000
        for digits, limit in ((2, 1), (1, 10), (0, 1000)):
            if round(milliseconds, digits) < limit:
                return f"{self.number(milliseconds, digits)} {_MILLISECOND[self.language]}"
        return f"{self.number(value, 1)} {_SECOND[self.language]}"


@cache
def _texts(package: str, language: Language) -> Mapping[str, str]:
    raw = resources.files(package).joinpath(f"{language}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(raw)))


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    texts: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            texts.extend(_flat(value, f"{prefix}{key}."))  # pyright: ignore[reportUnknownArgumentType]
        else:
            texts.append((prefix + key, str(value)))
    return texts
