"""The seam between a text and its vector."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into vectors whose dot product is their similarity.

    `name` says the model and how it is used (pooling, window), `sha256` its weights: together they tell vectors
    apart that must not be mixed. `dim` is the length of a vector.
    """

    @property
    def name(self) -> str:
        """The model, and how it is used."""
        ...

    @property
    def sha256(self) -> str:
        """Hash of the weights, 64 hexadecimal digits."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text.

        Parameters
        ----------
        texts
            Any text in any script, empty ones too; what exceeds the model's window is cut off.

        Returns
        -------
        float32, shape (len(texts), dim)
            L2-normalised. A text's vector does not depend on the others.
        """
        ...


@runtime_checkable
class AsyncEncoder(Protocol):
    """An encoder that waits for a server, and can do so without holding anything else up."""

    async def encode_async(self, texts: Sequence[str]) -> Vectors:
        """Return what `Encoder.encode` returns."""
        ...


async def encoded(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    """Return the vectors of texts from async code; an encoder that computes here does so at once, holding up the loop.

    Raises
    ------
    RemoteError
        A server gave none.
    """
    return await encoder.encode_async(texts) if isinstance(encoder, AsyncEncoder) else encoder.encode(texts)


def unit(vectors: NDArray[np.floating]) -> Vectors:
    """Return `vectors`, shape (n, dim), each scaled to length 1; a zero vector stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def well_formed(text: str) -> str:
    """Return `text` as valid Unicode: a surrogate on its own, which no model takes, becomes ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")
