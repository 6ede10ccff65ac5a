"""A RAG pipeline that runs here: chunks, BM25, dense and hybrid retrieval over a corpus, without a server.

>>> from assay import lab                                   # doctest: +SKIP
>>> retriever = lab.bm25("docs/")                           # doctest: +SKIP
>>> retriever.retrieve("how is recall defined?", k=5)       # doctest: +SKIP

Nothing is loaded before it is used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.lab.chunking import chunk as chunk
    from assay.lab.pipelines import bm25 as bm25
    from assay.lab.pipelines import dense as dense
    from assay.lab.pipelines import hybrid as hybrid

__all__ = ["bm25", "chunk", "dense", "hybrid"]


def __getattr__(name: str) -> Any:
    """Hand a public name on from the module that defines it, when it is first asked for."""
    if name == "chunk":
        from assay.lab import chunking

        return chunking.chunk
    if name in __all__:
        from assay.lab import pipelines

        return getattr(pipelines, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
