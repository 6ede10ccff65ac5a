"""Judges by name."""

import pytest

from assay.errors import BadInputError
from assay.judges.catalogue import RAGAS, judges, load_judge
from assay.judges.seam import Judge


def test_the_four_of_ragas_are_among_the_judges() -> None:
    assert set(RAGAS) < set(judges())


@pytest.mark.parametrize("name", [name for name in judges() if name not in {"answer_relevancy", "answer_correctness"}])
def test_every_judge_goes_by_its_own_name_and_says_what_decides_it(name: str) -> None:
    judge = load_judge(name)
    assert isinstance(judge, Judge)
    assert judge.name == name == judge.spec["judge"]
    assert judge.bounds[0] < judge.bounds[1]


def test_an_unknown_judge_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadInputError, match="faithfulness"):
        load_judge("vibes")


def test_a_parameter_that_a_judge_does_not_take_is_refused() -> None:
    with pytest.raises(BadInputError, match="no parameter 'scale'"):
        load_judge("faithfulness", scale="0-3")
