import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.multiplicity import benjamini_hochberg, holm


def test_holm_by_hand() -> None:
    # sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1: 0.04, 0.06, 0.06, 0.04, never falling
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_benjamini_and_hochberg_by_hand() -> None:
    # 4/1 * 0.01, 4/2 * 0.02, 4/3 * 0.03, 4/4 * 0.04: all 0.04
    assert benjamini_hochberg([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.04] * 4)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_an_undefined_test_is_not_counted(adjust: object) -> None:
    found = adjust([0.01, float("nan"), 0.04])
    assert found[[0, 2]] == pytest.approx(adjust([0.01, 0.04]))
    assert np.isnan(found[1])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_no_tests_have_no_p_values(adjust: object) -> None:
    assert adjust([]).tolist() == []


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize("p", [[1.2], [-0.1], [[0.1]], 0.1])
def test_what_is_no_row_of_p_values_is_refused(adjust: object, p: object) -> None:
    with pytest.raises(BadInputError, match="p-values"):
        adjust(p)
