"""What files ask judges, which hits are drawn, and how what comes of it is written."""

import asyncio
import json
import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from assay.data.document import Document
from assay.errors import BadFileError, BadInputError
from assay.files.golden import read_golden
from assay.golden.retrieved import Retrieved
from assay.judges.context_precision import ContextPrecision
from assay.judges.faithfulness import Faithfulness
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import Judged
from assay.judges.verdict import Cost, Failed, Judgement, Verdict
from assay.judging.labelling import LabelFile, row_of
from assay.judging.planning import plan
from assay.judging.sampling import Sampling
from assay.judging.source import each_passage, kind_of, read_source
from assay.models.chat import ChatReply, ChatRequest


class Named:
    """A chat model that is only named."""

    @property
    def spec(self) -> Mapping[str, object]:
        return {"kind": "named", "model": "m", "temperature": 0.0, "base_url": "http://127.0.0.1/v1"}

    async def reply(self, request: ChatRequest) -> ChatReply:
        raise NotImplementedError


KINDS = {
    "queue.jsonl": ('{"query_id": "q1", "doc_id": "d1", "text": "t"}\n', "queue"),
    "answers.jsonl": ('\n{"question": "Who?", "answer": "Ada"}\n', "answers"),
    "answers.json": ('\ufeff [{"question": "Who?"}]', "answers"),
    "report.json": ('{"kind": "evaluation"}', "evaluation"),
    "run.txt": ("q1 Q0 d1 1 2.0 s\n", "run"),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_a_file_asks_is_told_by_what_it_holds(tmp_path: Path, name: str) -> None:
    text, kind = KINDS[name]
    (tmp_path / name).write_text(text, "utf-8")
    assert kind_of(str(tmp_path / name)) == kind


def test_names_of_tutorials_and_tools_are_understood(tmp_path: Path) -> None:
    rows = [
        {"question": "Who?", "answer": "Ada", "contexts": ["c"], "ground_truth": "Ada L."},
        {"query": "Who?", "generated_answer": "Ada", "retrieved_texts": ["c"], "expected_answer": "Ada L."},
        {"user_input": "Who?", "response": "Ada", "retrieved_contexts": ["c"], "reference": "Ada L."},
        {"input": "Who?", "actual_output": "Ada", "retrieval_context": ["c"], "expected_output": "Ada L."},
        {"question": "Who?", "answer": "Ada", "contexts": ["c"], "ground_truths": ["Ada L."]},
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = read_source(str(path)).questions
    assert {(one.query, one.answer, one.reference, one.passages[0].text) for one in found} == {
        ("Who?", "Ada", "Ada L.", "c")
    }
    assert [one.id for one in found] == ["1", "2", "3", "4", "5"]


def test_the_golden_set_gives_pairs_their_question_and_language(tmp_path: Path) -> None:
    (tmp_path / "golden.jsonl").write_text(
        '{"id": "q1", "query": "Who?", "language": "ru", "relevant_doc_ids": ["d1"]}'
    )
    (tmp_path / "queue.jsonl").write_text('{"query_id": "q1", "doc_id": "d1"}\n')
    golden = read_golden(tmp_path / "golden.jsonl")
    corpus = [Document(doc_id="d1", text="Ada.")]
    (found,) = read_source(str(tmp_path / "queue.jsonl"), golden=golden, corpus=corpus).questions
    assert (found.query, found.prompt_language, found.passages[0].text) == ("Who?", "ru", "Ada.")


def test_an_id_that_names_a_stretch_of_a_document_stands_for_its_text(tmp_path: Path) -> None:
    rows = [{"query_id": "q1", "doc_id": doc_id, "query": "Who?"} for doc_id in ("d1#4-7", "odd#1-2")]
    (tmp_path / "queue.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    corpus = [Document(doc_id="d1", text="It: Ada."), Document(doc_id="odd#1-2", text="its own text")]
    found = read_source(str(tmp_path / "queue.jsonl"), corpus=corpus).questions
    assert [one.passages[0].text for one in found] == ["Ada", "its own text"]


def test_rows_without_passages_cannot_be_judged_passage_by_passage() -> None:
    with pytest.raises(BadInputError, match="contexts"):
        each_passage([JudgeQuestion(id="1", query="Who?")])


def retrieved(n: int) -> Retrieved:
    docs = [f"d{number}" for number in range(n)]
    return Retrieved(rankings={"s": {"q1": docs}}, labels={"q1": dict.fromkeys(docs[::2], 1.0)})


def test_a_sample_is_drawn_without_repetition_and_again_by_its_seed() -> None:
    first = Sampling(judged=5, holes=4, seed=1).drawn(retrieved(40), 20)
    pairs = [(row.query_id, row.doc_id) for row in first]
    assert len(pairs) == len(set(pairs)) == 9
    assert sum(int(doc[1:]) % 2 == 0 for _, doc in pairs) == 5
    assert max(int(doc[1:]) for _, doc in pairs) < 20
    assert first == Sampling(judged=5, holes=4, seed=1).drawn(retrieved(40), 20)
    assert first != Sampling(judged=5, holes=4, seed=2).drawn(retrieved(40), 20)


def test_every_hit_of_a_kind_is_drawn_as_often_as_any_other() -> None:
    counts = dict.fromkeys((f"d{number}" for number in range(10)), 0)
    for seed in range(600):
        for row in Sampling(judged=2, holes=1, seed=seed).drawn(retrieved(10), 10):
            counts[row.doc_id] += 1
    expected = [600 * 2 / 5 if number % 2 == 0 else 600 / 5 for number in range(10)]
    # five standard deviations of a binomial share
    assert all(
        abs(count - mean) < 5 * math.sqrt(mean * (1 - mean / 600))
        for count, mean in zip(counts.values(), expected, strict=True)
    )


@pytest.mark.parametrize("text", ["", "a", "1,2,3", "-1", "0", "0,0", "1.5"])
def test_a_sample_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="40,20"):
        Sampling.of(text)


def judged(*outcomes: Verdict | Failed, facts: Mapping[str, object]) -> Judged:
    question = JudgeQuestion(id="1", query="Who?", facts=facts)
    at = "2026-01-02T03:04:05+00:00"
    return Judged(
        question=question, judgements=tuple(Judgement(outcome=one, cost=Cost(), judged_at=at) for one in outcomes)
    )


def test_a_pair_becomes_a_label_and_an_answer_a_score() -> None:
    label = row_of(
        judged(Verdict(score=4.0, reason="r"), facts={"query_id": "q1", "doc_id": "d1"}), Relevance(), Named()
    )
    assert label == {
        "query_id": "q1",
        "doc_id": "d1",
        "query": "Who?",
        "grade": 4.0,
        "judge": "relevance:m",
        "judged_at": "2026-01-02T03:04:05+00:00",
        "how": "judge relevance, scale 0-5, prompt 1.1, temperature 0.0",
        "reason": "r",
    }
    row = row_of(judged(Verdict(score=math.nan), facts={"id": "1"}), Faithfulness(), Named())
    assert row["score"] is None
    assert "grade" not in row


def test_failed_repetitions_stand_beside_the_mean_of_the_others() -> None:
    row = row_of(
        judged(Verdict(score=2.0), Failed(kind="timeout", text="late"), Verdict(score=5.0), facts={"id": "1"}),
        Faithfulness(),
        Named(),
    )
    assert (row["score"], row["repeats"], row["failed"]) == (3.5, [2.0, 5.0], [{"kind": "timeout", "text": "late"}])


def test_a_label_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    with LabelFile(path) as labels:
        labels.add({"grade": 1})
        assert not path.exists()
        assert labels.part.read_text("utf-8") == '{"grade": 1}\n'
        labels.finish()
    assert path.read_text("utf-8") == '{"grade": 1}\n'
    assert not labels.part.exists()
    with pytest.raises(BadFileError, match="never overwritten"):
        LabelFile(path)


def test_a_label_file_that_cannot_be_written_names_its_path(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="nowhere"), LabelFile(tmp_path / "nowhere" / "labels.jsonl"):
        pass


def test_a_plan_counts_the_calls_of_each_judge() -> None:
    passages = tuple(Passage(id=str(number), text="Ada wrote it.") for number in range(3))
    questions = [
        JudgeQuestion(id="1", query="Who?", passages=passages, answer="Ada.", reference="Ada."),
        JudgeQuestion(id="2", query="Who?", passages=(), answer="Ada.", reference="Ada."),
        JudgeQuestion(id="3", query="Who?", passages=passages),
    ]
    for judge, calls, undecidable in ((ContextPrecision(), 3, 1), (Faithfulness(), 2, 1)):
        found = asyncio.run(plan(judge, questions))
        assert (found.questions, found.calls, found.undecidable) == (3, calls, undecidable)
    assert asyncio.run(plan(Faithfulness(), questions, repeat=3)).calls == 6
