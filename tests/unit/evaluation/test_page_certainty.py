"""What the report says of how sure its figures are."""

import pytest

from assay import Evaluation, RetrievalTestCase, evaluate
from assay.evaluation.page import page_of
from assay.report.page import Paragraph, Section
from assay.report.table import Table

TITLE = "How sure these figures are: 95% intervals"


def found_by(n: int, *, of: int, **settings: object) -> Evaluation:
    """Some of the questions find their document first, the others nothing; five in a row share a page and a topic."""
    cases = [
        RetrievalTestCase(
            str(place), ["d1"] if place < n else ["gone"], metadata={"page": f"p{place // 5}", "source": f"s{place}"}
        )
        for place in range(of)
    ]
    return evaluate(lambda _: ["d1"], cases, k=(1, 2), **settings)  # pyright: ignore[reportArgumentType]


def section(evaluation: Evaluation, title: str = TITLE) -> Section:
    [found] = [section for section in page_of(evaluation).sections if section.title == title]
    return found


def said(evaluation: Evaluation, title: str = TITLE) -> list[str]:
    return [block.text for block in section(evaluation, title).blocks if isinstance(block, Paragraph)]


def table(evaluation: Evaluation, title: str = TITLE) -> Table:
    [found] = [block for block in section(evaluation, title).blocks if isinstance(block, Table)]
    return found


def test_every_mean_of_the_quality_table_has_its_interval_in_the_same_place() -> None:
    evaluation = found_by(15, of=20)
    means, intervals = table(evaluation, "Quality"), table(evaluation)
    assert intervals.heading == means.heading[:-1] == ("Measure", "@1", "@2")
    assert [row[0] for row in intervals.rows] == [row[0] for row in means.rows]
    assert intervals.rows[0] == ("Hit rate", "0.51–0.91", "0.51–0.91")  # Clopper and Pearson's of 15 of 20


def test_a_short_interval_is_written_with_a_third_digit() -> None:
    assert table(found_by(1000, of=1000)).rows[0][1] == "0.996–1.000"  # 0.025 ** (1 / 1000) is 0.9963


def test_the_title_and_the_sentence_name_the_level() -> None:
    evaluation = found_by(15, of=20, level=0.8)
    [text] = said(evaluation, "How sure these figures are: 80% intervals")
    assert text.endswith("An interval made this way holds the mean over all such questions 80 times out of 100.")


def test_mrr_is_told_with_its_interval() -> None:
    assert "MRR to rank 2: 0.750 (95% interval 0.51–0.91). The first" in found_by(15, of=20).to_markdown()


def test_a_further_measure_in_a_table_of_its_own_has_its_interval_there() -> None:
    cases = [RetrievalTestCase(str(n), ["d1"] if n < 15 else ["gone"]) for n in range(20)]
    report = evaluate(lambda _: ["d1"], cases, k=1, measures=["HitRate@3"]).to_markdown()
    assert "| HitRate@3 | 0.750 | 0.51–0.91 | 20/20 |" in report


@pytest.mark.parametrize(("n", "warns"), [(1, True), (9, True), (10, False)])
def test_fewer_than_ten_questions_are_said_to_tell_next_to_nothing(n: int, warns: bool) -> None:
    text = (
        f"Scored questions: only {n}. So few tell next to nothing about any others: read them one by one instead of "
        "trusting a mean."
    )
    assert (Paragraph(text, strong=True) in section(found_by(n, of=n)).blocks) is warns


def test_dependent_questions_are_told_by_their_number_their_clusters_and_what_they_are_worth() -> None:
    found = said(found_by(60, of=80, cluster="page"))
    assert (
        # 16 pages of 5 that find all or nothing: s2 / n = 15/79/80, SE2 = 16/15 * 75 / 80**2 = 1/80, and n of these
        "Clusters of the 80 scored questions by the field page: 16. Within a cluster they are not independent: for "
        "nDCG@2 all tell as much as about 15 independent ones. The intervals allow for that."
    ) in found


def test_questions_made_from_one_document_are_told_by_their_sources() -> None:
    cases = [RetrievalTestCase(str(n), ["d1"], metadata={"source": f"s{n % 12}"}) for n in range(24)]
    found = said(evaluate(lambda _: ["d1"], cases, k=1))
    assert any(text.startswith("Sources of the 24 scored questions: 12.") for text in found)


def test_questions_that_stand_alone_are_not_said_to_come_in_clusters() -> None:
    assert len(said(found_by(15, of=20))) == 1


def test_few_clusters_are_said_to_tell_next_to_nothing_however_many_questions_they_hold() -> None:
    found = said(found_by(15, of=20, cluster="page"))
    assert found[0].startswith("Clusters of dependent questions: only 4, with 20 scored questions. So few tell")


def test_a_mean_of_equal_values_says_why_it_has_no_interval() -> None:
    cases = [RetrievalTestCase(str(n), ["d1", "d2"]) for n in range(20)]
    found = said(evaluate(lambda _: ["d1"], cases, k=1))
    assert (
        "No interval for R@1, F1@1, AP@1: every scored question has the same value, which tells nothing of how far "
        "others may differ."
    ) in found


def test_a_figure_that_is_no_mean_says_so() -> None:
    cases = [RetrievalTestCase(str(n), ["d1"]) for n in range(20)]
    found = said(evaluate(lambda _: ["d1"], cases, k=1, measures=["NumRet"]))
    assert "No interval for NumRet: the figure is not a mean." in found


def test_where_nothing_was_scored_nothing_is_said_of_intervals() -> None:
    report = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", answerable=False)]).to_markdown()
    assert "How sure" not in report


def test_groups_of_few_questions_are_named() -> None:
    cases = [RetrievalTestCase(str(n), ["d1"], category="large" if n > 2 else "small") for n in range(20)]
    found = said(evaluate(lambda _: ["d1"], cases, k=1), "By category (k=1)")
    assert found == ["Fewer than 10 scored questions, which tell next to nothing: small."]


def test_a_group_without_an_interval_says_why() -> None:
    cases = [RetrievalTestCase(str(n), ["d1", "d2"] if n > 9 else ["d1"], category=str(n > 9)) for n in range(20)]
    evaluation = evaluate(lambda _: ["d1"], cases, k=1)
    assert table(evaluation, "By category (k=1)").rows[1][3] == "0.50 (–)"
    assert said(evaluation, "By category (k=1)") == [
        "(–): no interval, because the group has only one scored question or all have the same value."
    ]


def test_a_group_may_lack_the_field_that_tells_clusters() -> None:
    cases = [
        RetrievalTestCase(str(n), ["d1"], category=str(n > 9), metadata={"page": str(n // 2)} if n > 9 else {})
        for n in range(20)
    ]
    groups = evaluate(lambda _: ["d1"], cases, k=1, cluster="page").by("category")
    assert (groups["False"].clusters, len(set(groups["True"].clusters or ()))) == (None, 5)


def test_retrievers_side_by_side_are_columns_with_their_intervals() -> None:
    others = {"good": found_by(15, of=20), "poor": found_by(0, of=20)}
    [found] = [one for one in page_of(others["good"], others=others).sections if one.title == "Retrievers side by side"]
    whole, caution = found.blocks
    assert isinstance(whole, Table)
    assert whole.heading == ("Measure", "good", "poor")
    assert whole.rows[0] == ("Hit rate@2", "0.75 (0.51–0.91)", "0.00 (0.00–0.17)")
    assert isinstance(caution, Paragraph)
    assert "even where intervals overlap a difference may be real" in caution.text
