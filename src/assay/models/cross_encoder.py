"""Cross-encoders from a folder of the user's: an ONNX graph that reads query and document together."""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay.errors import BadInputError, MissingExtraError
from assay.models.onnx import Feed, Graph, load_graph
from assay.models.scores import scores_in_order
from assay.models.subwords import Subwords, load_subwords

_KNOWN = ("input_ids", "attention_mask", "token_type_ids")
_HINT = (
    "Hint: export a sequence classifier with one or two labels, such as `optimum-cli export onnx --model NAME FOLDER`."
)


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """A cross-encoder on the processor: the logit of one label, or the log-odds of the second of two.

    Made by `load_cross_encoder`. `folder` is where it lies, `sha256` the hash of its weights, `window` the most tokens
    of query and document together.
    """

    graph: Graph
    subwords: Subwords
    folder: str
    sha256: str
    window: int

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: the weights and the window, wherever they lie."""
        return {"kind": "cross-encoder", "sha256": self.sha256, "window": self.window}

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Score documents, as many at a time as there are cores; see `assay.models.scores.ScoreModel`."""
        return await asyncio.to_thread(self._scores, query, documents)

    def _scores(self, query: str, documents: Sequence[str]) -> list[float]:
        logits = self.graph.run_each([self.feed(*pair) for pair in self.subwords.pairs(query, documents)])
        return scores_in_order(enumerate(map(_log_odds, logits)), len(documents), place=self.folder)

    def feed(self, ids: Sequence[int], types: Sequence[int]) -> Feed:
        """Return what the graph takes of a pair of texts: the ids of its tokens, and which text each belongs to."""
        row = np.array([ids], dtype=np.int64)
        given: dict[str, NDArray[np.int64]] = dict(
            zip(_KNOWN, (row, np.ones_like(row), np.array([types], dtype=np.int64)), strict=True)
        )
        return {name: given[name] for name in self.graph.inputs}


def load_cross_encoder(folder: str | Path, *, window: int = 512) -> CrossEncoder:
    """Load ``model.onnx`` and ``tokenizer.json`` from a folder, and try them on one pair.

    Parameters
    ----------
    folder
        Holds both, or ``onnx/model.onnx`` as exports on model hubs do.
    window
        Most tokens of query and document together, special ones included; the longer of the two is cut first.

    Raises
    ------
    BadInputError
        A file is missing or is not what it should be, or the graph gives other than one or two numbers a pair.
    MissingExtraError
        ``assay[lab]`` is not installed.
    """
    given = Path(folder)
    graph_file = next((path for path in (given / "model.onnx", given / "onnx" / "model.onnx") if path.is_file()), None)
    tokenizer_file = given / "tokenizer.json"
    if graph_file is None or not tokenizer_file.is_file():
        missing = "model.onnx" if graph_file is None else "tokenizer.json"
        raise BadInputError(f"{given}: there is no {missing}, and a cross-encoder needs both\n{_HINT}")
    graph, subwords = _loaded(graph_file, tokenizer_file, window)
    with graph_file.open("rb") as content:
        sha256 = hashlib.file_digest(content, "sha256").hexdigest()
    made = CrossEncoder(graph, subwords, str(given), sha256, window)
    _try_on_a_pair(made)
    return made


def _loaded(graph_file: Path, tokenizer_file: Path, window: int) -> tuple[Graph, Subwords]:
    file = graph_file
    try:
        graph = load_graph(graph_file)
        file = tokenizer_file
        return graph, load_subwords(tokenizer_file, window=window)
    except MissingExtraError:
        raise
    except Exception as error:  # both libraries raise plain ones
        raise BadInputError(f"{file} cannot be loaded: {_first_line(error)}\n{_HINT}") from error


def _try_on_a_pair(made: CrossEncoder) -> None:
    place = made.folder
    if unknown := [name for name in made.graph.inputs if name not in _KNOWN]:
        raise BadInputError(f"{place}: the graph wants {unknown[0]!r}, and is given {', '.join(_KNOWN)}\n{_HINT}")
    (pair,) = made.subwords.pairs("a", ["b"])
    try:
        logits = made.graph.run(made.feed(*pair))
    except Exception as error:
        raise BadInputError(
            f"{place}: the graph does not run on a pair of texts: {_first_line(error)}\n{_HINT}"
        ) from error
    if logits.size not in (1, 2):
        raise BadInputError(
            f"{place}: the graph gives {logits.size} numbers a pair, shape {logits.shape}; expected 1 or 2\n{_HINT}"
        )


def _log_odds(logits: NDArray[np.float32]) -> float:
    """Return the one logit, or by how much the second of two exceeds the first, which is the log-odds of the second."""
    row = logits.ravel().astype(np.float64)
    return float(row[-1] - row[0]) if len(row) == 2 else float(row[0])


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
