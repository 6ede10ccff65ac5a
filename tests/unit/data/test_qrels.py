from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from assay.data.qrels import Qrels
from assay.errors import BadInputError


def test_whole_numbers_become_text_and_grades_floats() -> None:
    assert Qrels.of({1: {2: 3, "d": 0.5}, "q": {"d": -1}}).grades == {"1": {"2": 3.0, "d": 0.5}, "q": {"d": -1.0}}


@pytest.mark.parametrize("grade", [2, 0.5, -1, 2**60, Fraction(1, 2), np.int64(3), np.float32(0.5)])
def test_any_finite_number_is_a_grade(grade: object) -> None:
    (found,) = Qrels.of({"q": {"d": grade}}).grades["q"].values()
    assert (type(found), found) == (float, grade)


@pytest.mark.parametrize("grade", [float("nan"), float("inf"), "1", None, True, 10**400, Decimal(1)], ids=str)
def test_what_is_no_finite_number_is_refused_as_a_grade(grade: object) -> None:
    with pytest.raises(BadInputError, match="query 'q': the grade of 'd' is a finite number"):
        Qrels.of({"q": {"e": 1, "d": grade}})


@pytest.mark.parametrize("doc_id", ["", None, 1.5])
def test_what_is_no_id_is_refused(doc_id: object) -> None:
    with pytest.raises(BadInputError, match="an id is text or a whole number"):
        Qrels.of({"q": {"d": 1, doc_id: 1}})


def test_judgements_do_not_change_with_what_they_were_made_of() -> None:
    given = {"q": {"d": 1.0}}
    qrels = Qrels.of(given)
    given["q"]["e"] = 2.0
    assert qrels.grades == {"q": {"d": 1.0}}
