"""Evaluate the retrieval of a small RAG pipeline: test cases, measures at several k, failures and a report.

Run it as it stands: ``python examples/evaluate_rag.py``. It needs nothing beyond ``pip install assay``; put your own
pipeline in the place of `KeywordPipeline`.
"""

import asyncio

from assay import RAGEvaluator, RetrievalTestCase, generate_test_report

DOCUMENTS = {
    "returns.md": "You may return an item within 30 days. Refunds reach your account in five working days.",
    "shipping.md": "Orders ship within two days. Express shipping costs 9 euros and arrives the next day.",
    "warranty.md": "The warranty covers defects for two years. Keep the receipt: it proves the date of purchase.",
    "account.md": "Reset your password on the login page. A link arrives by mail and is valid for one hour.",
    "payment.md": "We accept cards and bank transfer. Your account is charged when the order ships.",
}

CASES = [
    RetrievalTestCase(
        query="How long does a refund take to reach my account?",
        relevant_doc_ids=["returns.md"],
        expected_answer="Five working days.",
        category="facts",
    ),
    RetrievalTestCase(
        query="When is my card charged for an express order?",
        relevant_doc_ids={"payment.md": 5, "shipping.md": 3},
        expected_answer="When the order ships.",
        category="facts",
    ),
    RetrievalTestCase(query="I forgot my password, what now?", relevant_doc_ids=["account.md"], category="procedures"),
    RetrievalTestCase(
        query="The screen broke after a year. Will you mend it?",
        relevant_doc_ids=["warranty.md"],
        category="procedures",
    ),
    RetrievalTestCase(query="Who founded the company?", category="facts", answerable=False),
]


class KeywordPipeline:
    """The simplest retriever there is: it counts words that question and document share."""

    async def retrieve(self, query: str, top_k: int) -> list[dict[str, object]]:
        """Return the documents that share most words with the question."""
        asked = set(query.lower().strip("?.").split())
        scored = [(len(asked & set(text.lower().split())), doc_id) for doc_id, text in DOCUMENTS.items()]
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:top_k]
        return [{"id": doc_id, "score": score, "text": DOCUMENTS[doc_id]} for score, doc_id in best if score]


async def main() -> None:
    """Evaluate and report."""
    evaluator = RAGEvaluator(KeywordPipeline(), CASES)
    metrics = await evaluator.evaluate_retrieval(k_list=[1, 3, 5])

    for k in (1, 3, 5):
        print(f"k={k}: recall {metrics.recall_at_k[k]:.2f}, precision {metrics.precision_at_k[k]:.2f}")
    print(f"MRR {metrics.mrr:.2f}")

    for category, part in metrics.by("category").items():
        print(f"{category}: hit rate at 3 {part.hit_rate_at_k[3]:.2f}")

    for failure in metrics.failures(k=3):
        print(f"missed: {failure.query} expected {failure.expected}, came {failure.retrieved}")

    print()
    print(generate_test_report(metrics, language="en"))


if __name__ == "__main__":
    asyncio.run(main())
