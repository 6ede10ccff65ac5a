"""Texts as subwords: the one file that imports tokenizers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import MissingExtraError
from assay.models.encoder import well_formed


@dataclass(frozen=True, slots=True)
class Subwords:
    """A loaded tokenizer. Safe to share between threads."""

    tokenizer: Any

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of each text, with the special tokens the model expects around it."""
        return [encoding.ids for encoding in self.tokenizer.encode_batch([well_formed(text) for text in texts])]

    def pairs(self, first: str, seconds: Sequence[str]) -> list[tuple[list[int], list[int]]]:
        """Return the ids of `first` with each of `seconds` behind it, and which of the two each belongs to (0 or 1)."""
        pairs = [(well_formed(first), well_formed(second)) for second in seconds]
        return [(encoding.ids, encoding.type_ids) for encoding in self.tokenizer.encode_batch(pairs)]

    def counts(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens each text has, special tokens not counted."""
        given = [well_formed(text) for text in texts]
        return [len(encoding) for encoding in self.tokenizer.encode_batch(given, add_special_tokens=False)]


def load_subwords(path: Path, *, window: int | None = None) -> Subwords:
    """Load a ``tokenizer.json``.

    Parameters
    ----------
    window
        Most tokens a text keeps, special ones included; None keeps all.

    Raises
    ------
    MissingExtraError
        tokenizers is not installed.
    """
    try:
        import tokenizers
    except ImportError as error:
        raise MissingExtraError("splitting texts into tokens (tokenizers)", "pip install 'assay[lab]'") from error
    tokenizer: Any = tokenizers.Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    if window is None:
        tokenizer.no_truncation()
    else:
        tokenizer.enable_truncation(window)
    return Subwords(tokenizer)
