"""What a history says of each change."""

from typing import get_args

from assay.history.course import Change
from assay.report.wording import Wording


def test_every_change_has_a_text() -> None:
    word = Wording("assay.history.words", "en")
    assert [change for change in get_args(Change) if f"change.{change}" not in word] == []
