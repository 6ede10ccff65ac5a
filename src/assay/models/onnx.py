"""ONNX graphs run on the processor: the one file that imports onnxruntime and onnxruntime-extensions."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import MissingExtraError

Feed = Mapping[str, NDArray[Any]]

_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True)
class Graph:
    """A loaded graph. Safe to share between threads.

    Each run takes one text and one thread; as many run side by side as there are cores. Quantised graphs scale
    their activations by what is in the batch, so a text in company comes out different (measured with the
    multilingual model: up to 0.029 in a component with 32 in a batch): alone it comes out the same always, to
    the bit. It is also the fastest here (two cores, XQuAD paragraphs/s: 245 against 224 in batches of 8; MiniLM
    37 against 28), since nothing is padded.
    """

    session: Any

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what a feed may hold."""
        return tuple(given.name for given in self.session.get_inputs())

    def run(self, feed: Feed) -> NDArray[np.float32]:
        """Return the first output for one feed."""
        return np.asarray(self.session.run(None, dict(feed))[0], dtype=np.float32)

    def run_each(self, feeds: Sequence[Feed]) -> Iterator[NDArray[np.float32]]:
        """Return the first output for each feed, in their order; none is kept once it is handed over."""
        if len(feeds) <= 1:
            yield from map(self.run, feeds)
            return
        pool = ThreadPoolExecutor(min(cores(), len(feeds)))
        try:
            yield from pool.map(self.run, feeds)
        finally:
            pool.shutdown(cancel_futures=True)


def load_graph(path: Path, *, reads_text: bool = False) -> Graph:
    """Load the graph at `path`.

    Parameters
    ----------
    reads_text
        Whether it takes strings, with its tokenizer inside: that needs onnxruntime-extensions.

    Raises
    ------
    MissingExtraError
        onnxruntime (or its extensions) is not installed.
    """
    try:
        import onnxruntime

        runtime: Any = onnxruntime
        options = runtime.SessionOptions()
        if reads_text:
            options.register_custom_ops_library(_text_operators())
    except ImportError as error:
        raise MissingExtraError("embedding texts (onnxruntime)", "pip install 'assay[lab]'") from error
    runtime.disable_telemetry_events()  # on by default in its builds for Windows
    options.log_severity_level = _ERRORS_ONLY
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return Graph(runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))


def _text_operators() -> str:
    import onnxruntime_extensions

    return str(onnxruntime_extensions.get_library_path())


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
