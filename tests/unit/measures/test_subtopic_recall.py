from assay.measures.aspects import judge_aspects
from assay.measures.subtopic_recall import StRecall

LABELS = {"q": {"d1": {"a": 1}, "d2": {"a": 1, "b": 1}, "d3": {"c": 1, "nobody": 0}}}


def test_subtopic_recall_counts_an_aspect_once() -> None:
    hits = judge_aspects({"q": ["d1", "x", "d2"]}, LABELS)
    assert [(StRecall() @ k).per_query(hits).tolist() for k in (1, 2, 3)] == [[1 / 3], [1 / 3], [2 / 3]]


def test_an_aspect_nobody_answers_is_not_missed() -> None:
    hits = judge_aspects({"q": ["d2", "d3"]}, LABELS)
    assert StRecall().per_query(hits).tolist() == [1.0]
