"""What a report and its JSON say of hits that nobody judged."""

import json

import pytest

from assay import Evidence, RetrievalTestCase, evaluate
from assay.evaluation.result import Evaluation
from assay.report.page import LANGUAGES

TITLE = "What nobody has judged"


def evaluated(labels: dict[str, int], ranking: list[str]) -> Evaluation:
    cases = [RetrievalTestCase(f"question {number}?", labels) for number in range(5)]
    return evaluate(lambda _: ranking, cases, k=[2])


def test_the_json_has_the_band_beside_the_interval() -> None:
    # x first: RR is 1/2, or 1 were it relevant
    part = json.loads(evaluated({"r": 1, "n": 0}, ["x", "r"]).to_json())["measures"]["RR@2"]
    assert (part["judged"], part["if_holes_worst"], part["if_holes_best"]) == (0.5, 0.5, 1.0)


def test_the_report_shows_mean_interval_and_band_of_the_main_measures() -> None:
    text = evaluated({"r": 1, "n": 0}, ["x", "r"]).to_markdown()
    assert TITLE in text
    assert "50 % are judged" in text
    row = next(line for line in text.split(TITLE)[1].splitlines() if line.startswith("| P@2"))
    assert row.split("|")[-2].strip() == "0.50–1.00"
    assert "bpref" in text


def test_where_labels_name_relevant_documents_only_the_report_says_so_and_offers_a_pool() -> None:
    text = evaluated({"r": 1}, ["x", "r"]).to_markdown()
    assert "Labels name relevant documents only" in text
    assert "assay golden pool" in text
    assert "bpref" not in text


def test_where_everything_is_judged_nothing_is_said() -> None:
    found = evaluated({"r": 1, "n": 0}, ["n", "r"])
    assert TITLE not in found.to_markdown()
    assert "if_holes_worst" not in json.loads(found.to_json())["measures"]["RR@2"]


def test_where_evidence_tells_the_hits_nothing_is_said() -> None:
    case = RetrievalTestCase("Who?", evidence=[Evidence(doc_id="d", quote="Ada wrote it")])
    found = evaluate(lambda _: [{"id": "x", "text": "Bob"}, {"id": "d", "text": "Ada wrote it"}], [case], k=[2])
    assert TITLE not in found.to_markdown()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    for labels in ({"r": 1, "n": 0}, {"r": 1}):
        text = evaluated(labels, ["x", "r"]).to_markdown(language=language)  # type: ignore[arg-type]
        assert "0.50–1.00" in text or "0,50–1,00" in text
