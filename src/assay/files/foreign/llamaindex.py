"""LlamaIndex: an ``EmbeddingQAFinetuneDataset`` (queries, corpus, relevant_docs) or a ``LabelledRagDataset``."""

from pathlib import Path

from pydantic import BaseModel, Field, StrictStr

from assay.data.case import RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.foreign.collection import Collection, checked, passages_of


class _Retrieval(BaseModel):
    queries: dict[str, StrictStr]
    corpus: dict[str, StrictStr]
    relevant_docs: dict[str, list[StrictStr]]


class _Example(BaseModel):
    query: StrictStr = Field(pattern=r"\S")
    reference_contexts: list[StrictStr] | None = None
    reference_answer: StrictStr | None = None


class _Rag(BaseModel):
    examples: list[_Example]


def read_retrieval_pairs(path: Path, given: object) -> Collection:
    """Read queries with the nodes that are relevant; each node is a document under its id.

    Raises
    ------
    BadFileError
        Another shape, or a query or node that is named and not there.
    """
    expected = '{"queries": {id: text}, "corpus": {id: text}, "relevant_docs": {id: [id, ...]}}'
    found = checked(_Retrieval, given, path, expected=expected)
    problems = [
        Problem(path=str(path), field=f"relevant_docs.{query_id}", text=f"there is no query {query_id!r}")
        for query_id in found.relevant_docs
        if query_id not in found.queries
    ]
    problems += [
        Problem(path=str(path), field=f"relevant_docs.{query_id}", text=f"the corpus has no {node!r}")
        for query_id, nodes in found.relevant_docs.items()
        for node in nodes
        if node not in found.corpus
    ]
    if problems:
        raise BadFileError(problems)
    cases = tuple(
        RetrievalTestCase(text, tuple(found.relevant_docs.get(query_id, ())), id=query_id)
        for query_id, text in found.queries.items()
    )
    documents = [Document(doc_id=node, text=text) for node, text in found.corpus.items()]
    return Collection(golden=GoldenSet(cases=cases, name=path.stem), documents=documents)


def read_examples(path: Path, given: object) -> Collection:
    """Read questions with the texts they were made from, all of them needed, and the answer.

    Raises
    ------
    BadFileError
        Another shape.
    """
    expected = '{"examples": [{"query", "reference_contexts", "reference_answer"}]}'
    documents: dict[str, Document] = {}
    examples = checked(_Rag, given, path, expected=expected).examples
    cases = tuple(
        RetrievalTestCase(
            one.query,
            expected_answer=one.reference_answer,
            evidence=passages_of(one.reference_contexts or (), documents),
        )
        for one in examples
    )
    return Collection(golden=GoldenSet(cases=cases, name=path.stem), documents=list(documents.values()))
