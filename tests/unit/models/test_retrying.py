"""A server's wish to be left alone is read in both of its forms, and what cannot pass is not tried again."""

import pytest

from assay.models.chat import ChatFailure
from assay.models.retrying import seconds_of

DATE = "Tue, 01 Dec 2026 10:00:00 GMT"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("7", 7.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Tue, 01 Dec 2026 10:01:30 GMT", 90.0),
        ("Tuesday, 01-Dec-26 10:00:10 GMT", 10.0),
        ("Tue, 01 Dec 2026 09:00:00 GMT", 0.0),
        ("Tue, 01 Dec 2026 10:00:05 -0000", 5.0),
        ("soon", None),
        ("Tue, 99 Dec 2026 10:00:00 GMT", None),
    ],
)
def test_quiet_is_asked_for_in_seconds_or_by_a_date(header: str | None, seconds: float | None) -> None:
    assert seconds_of(header, date=DATE) == seconds


def test_a_date_is_told_by_this_machine_s_clock_where_the_server_s_is_missing() -> None:
    assert seconds_of("Fri, 01 Jan 2100 00:00:00 GMT") == pytest.approx(2.3e9, rel=0.05)


def test_a_used_up_quota_is_not_retryable() -> None:
    assert not ChatFailure("out_of_quota", "").retryable
