"""The presets: what they change, and what they leave alone."""

import pytest

import assay
from assay.errors import BadInputError
from assay.measures import parse, parse_many
from assay.scores.convention import CONVENTIONS, Convention, convention_of

QRELS = {"q": {"a": 1, "b": 1, "c": 1}}
RUN = {"q": {"a": 3.0, "x": 2.0}}


@pytest.mark.parametrize(
    ("convention", "measure", "figure"),
    [
        ("assay", "P@5", 1 / 5),
        ("tutorial", "P@5", 1 / 2),
        ("ragas", "P@5", 1 / 2),
        ("trec_eval", "P@5", 1 / 5),
        ("assay", "AP", 1 / 3),
        ("tutorial", "AP", 1.0),
        ("ragas", "AP", 1.0),
        ("tutorial", "nDCG@5", 1.0),
        ("tutorial", "R@5", 1 / 3),
    ],
)
def test_a_preset_computes_as_it_says(convention: str, measure: str, figure: float) -> None:
    found = assay.score(QRELS, RUN, measure, convention=convention)  # pyright: ignore[reportArgumentType]
    assert found.mean(measure) == pytest.approx(figure)


def test_parameters_that_are_given_stay_as_they_are() -> None:
    given = [parse("nDCG(ideal=retrieved)@5"), parse("AP(norm=retrieved)")]
    assert CONVENTIONS["trec_eval"].apply(given) == tuple(given)


def test_other_parameters_than_those_of_the_preset_stay() -> None:
    assert CONVENTIONS["tutorial"].apply([parse("P(rel=2)@5")]) == (parse("P(rel=2, depth=retrieved)@5"),)


def test_two_measures_that_become_one_are_computed_once() -> None:
    found = CONVENTIONS["tutorial"].apply(parse_many("P@5 P(depth=retrieved)@5"))
    assert found == (parse("P(depth=retrieved)@5"),)


def test_a_convention_of_ones_own_is_taken_as_it_is() -> None:
    own = Convention(name="assay", parameters={"AP": {"norm": "retrieved"}})
    assert assay.score(QRELS, RUN, "AP", convention=own).mean("AP") == 1.0


def test_a_convention_that_is_none_names_those_that_are() -> None:
    with pytest.raises(BadInputError, match="assay, trec_eval, tutorial, sklearn, ragas, got 'trec'"):
        convention_of("trec")


@pytest.mark.parametrize("choice", ["undefined", "negatives", "duplicates", "ties"])
def test_a_choice_that_is_none_is_refused(choice: str) -> None:
    with pytest.raises(BadInputError, match=f"{choice} is one of"):
        Convention(name="assay", **{choice: "sometimes"})  # pyright: ignore[reportArgumentType]
