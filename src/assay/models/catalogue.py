"""The encoders by name."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from assay.errors import BadInputError
from assay.models.encoder import Encoder
from assay.models.minilm import load_minilm
from assay.models.use_multilingual import load_multilingual
from assay.models.vector_cache import CachedEncoder
from assay.models.wordllama import load_wordllama

EncoderName = Literal["multilingual", "english", "static"]

LOADERS: Mapping[str, Callable[[], Encoder]] = {
    "multilingual": load_multilingual,
    "english": load_minilm,
    "static": load_wordllama,
}


def load_encoder(name: EncoderName | str, *, cache: str | Path | None = None) -> Encoder:
    """Return the encoder called `name`, loaded once a process.

    Parameters
    ----------
    name
        ``multilingual`` (16 languages), ``english`` (better on English, slower) or ``static`` (instant, worse).
    cache
        File that keeps vectors between runs (`assay.models.vector_cache`); None keeps none. ``static`` never
        needs one: it is faster than the disk.

    Raises
    ------
    BadInputError
        No encoder goes by that name, or its file is not what it should be.
    MissingExtraError
        What it needs is not installed.
    """
    if name not in LOADERS:
        raise BadInputError(f"no encoder goes by {name!r}\nHint: one of {', '.join(LOADERS)}.")
    encoder = _loaded(name)
    return encoder if cache is None or name == "static" else CachedEncoder(encoder, Path(cache))


@cache
def _loaded(name: str) -> Encoder:
    return LOADERS[name]()
