"""WordLlama's table of token vectors: the one file that imports wordllama."""

import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import MissingExtraError
from assay.models.carrier import Carrier
from assay.models.encoder import Vectors, unit, well_formed

WINDOW = 100_000
INSTALL = "pip install 'assay[lab]'"
CARRIER = Carrier(
    distribution="wordllama",
    version="0.4.0.post1",
    member="weights/l2_supercat_256.safetensors",
    sha256="64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    install=INSTALL,
)


@dataclass(frozen=True, slots=True)
class StaticEncoder:
    """WordLlama l2_supercat (16 MB, MIT): the mean of its tokens' vectors, no network at all.

    Over a thousand passages a second; mainly English. A text without tokens gets the zero vector. Texts are cut
    off at 100,000 characters and go in one by one: the library pads a batch to its longest text, and holds a
    kilobyte for each of its tokens.
    """

    library: Any
    name: str = f"wordllama l2_supercat 256, {WINDOW} characters"
    sha256: str = CARRIER.sha256
    dim: int = 256

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text; see `assay.models.encoder.Encoder`."""
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        rows = [at for at, text in enumerate(texts) if text]
        if rows:
            vectors[rows] = self.library.embed([well_formed(texts[at][:WINDOW]) for at in rows], batch_size=1)
        return unit(vectors)


def load_wordllama() -> StaticEncoder:
    """Load the table from the library's own files, without a download; about 0.3 s.

    Raises
    ------
    MissingExtraError, BadInputError
        As `assay.models.carrier.Carrier.find`.
    """
    weights = CARRIER.find("the static encoder")
    with _logging_left_alone():
        try:
            import wordllama
        except ImportError as error:
            raise MissingExtraError("the static encoder (wordllama)", INSTALL) from error
        # Its default folder for files that came with it is wrong, and it would try to download them instead.
        library = wordllama.WordLlama.load(cache_dir=weights.parent.parent, disable_download=True)
    return StaticEncoder(library)


@contextmanager
def _logging_left_alone() -> Generator[None]:
    """Keep wordllama, which calls `logging.basicConfig` when imported, from configuring the user's logging."""
    root, placeholder = logging.getLogger(), logging.NullHandler()
    root.addHandler(placeholder)  # with a handler in place, basicConfig does nothing
    try:
        yield
    finally:
        root.removeHandler(placeholder)
