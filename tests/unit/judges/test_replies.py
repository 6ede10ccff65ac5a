"""Replies: read strictly where they keep to the form, repaired and counted where they do not, refused where unsure."""

import pytest

from assay.judges.relevance import RelevanceReply
from assay.judges.replies import Reply, UnreadableReply, YesNo, lone_yes_or_no, read_reply, schema_of


class Supported(Reply):
    supported: YesNo

    @staticmethod
    def bare(text: str) -> dict[str, object] | None:
        found = lone_yes_or_no(text)
        return None if found is None else {"supported": found}


REPAIRED = {
    '{"reason": "r", "score": 4}': (4, ()),
    '  {"score": 4, "reason": "r", "confidence": 0.9}\n': (4, ()),
    '{"reason": "r", "score": "4"}': (4, ()),
    '{"reason": "r", "score": "４"}': (4, ()),
    '{"reason": "r", "score": 4.0}': (4, ()),
    '```json\n{"reason": "r", "score": 4}\n```': (4, ("fenced",)),
    'Sure!\n```\n{"reason": "r", "score": 4}\n```\nHope it helps.': (4, ("fenced",)),
    'Here you are: {"reason": "a } in a string", "score": 4} and that is all.': (4, ("prose",)),
    '{"reason": "r", "score": 4,}': (4, ("commas",)),
    '```{"reason": "r", "score": 4,}```': (4, ("fenced", "commas")),
    "{'reason': 'r', 'score': 4}": (4, ("python",)),
    '｛"reason"："r"，"score"：４｝': (4, ("wide",)),
    '<think>{"score": 1}? no.</think>{"reason": "r", "score": 4}': (4, ()),
    "4": (4, ("bare",)),
    "[[4]]": (4, ("bare",)),
    "Score: 4/5": (4, ("bare",)),
    "评分：４": (4, ("bare",)),
    "Оценка: 0.": (0, ("bare",)),
    'Draft {a} then {"score": 2}': (2, ("prose",)),
    '{"score": 3} {"score": 3}': (3, ("prose",)),
}


@pytest.mark.parametrize("text", REPAIRED)
def test_a_reply_is_read_and_its_repairs_are_named(text: str) -> None:
    reply, repairs = read_reply(text, RelevanceReply)
    assert (reply.score, repairs) == REPAIRED[text]


UNREADABLE = {
    "": "no JSON",
    "I cannot judge this passage.": "no JSON",
    "It is 3 or 4": "no JSON",
    "4.5": "no JSON",
    "-4": "no JSON",
    '{"reason": "r"}': "score: Field required",
    '{"reason": "r", "score": 7}': "score: Input should be",
    '{"reason": "r", "score": -1}': "score: Input should be",
    '{"reason": "r", "score": 3.5}': "score: Input should be",
    '{"reason": "r", "score": true}': "score: Value error",
    '{"reason": "r", "score": null}': "score: Input should be",
    '{"reason": "r", "score": NaN}': "score: Input should be",
    '{"score": 1} or rather {"score": 5}': "several answers",
    '{"score": 1, "score": 5}': "no JSON",
    '{"reason": "r", "score": 4': "no JSON",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_reply_that_holds_no_certain_verdict_is_refused(text: str) -> None:
    with pytest.raises(UnreadableReply, match=UNREADABLE[text]):
        read_reply(text, RelevanceReply)


@pytest.mark.parametrize(
    ("text", "supported"),
    [
        ("yes.", True),
        ("No", False),
        ("是。", True),
        ("不支持", False),
        ("Sí", True),
        ("да!", True),
        ("Нет.", False),
        ('{"supported": "yes"}', True),
        ('{"supported": "否"}', False),
        ('{"supported": 1}', True),
        ('{"supported": false}', False),
    ],
)
def test_yes_and_no_are_taken_in_each_language(text: str, supported: bool) -> None:
    assert read_reply(text, Supported)[0].supported is supported


@pytest.mark.parametrize("text", ["maybe", '{"supported": "partly"}', '{"supported": 2}', "yes and no"])
def test_what_is_neither_yes_nor_no_is_refused(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_reply(text, Supported)


def test_the_schema_is_what_strict_servers_take() -> None:
    assert schema_of(RelevanceReply) == {
        "type": "object",
        "properties": {"reason": {"type": "string"}, "score": {"enum": [0, 1, 2, 3, 4, 5], "type": "integer"}},
        "required": ["reason", "score"],
        "additionalProperties": False,
    }
