"""Work shared by threads."""

from threading import Barrier, current_thread

import pytest

from assay.rankings import threads
from assay.rankings.threads import in_threads


@pytest.fixture(params=[1, 2, 4])
def n_threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(threads, "n_threads", lambda: request.param)
    return request.param


def refuse(item: int) -> int:
    if item % 3 == 2:
        raise ValueError(f"not {item}")
    return item


@pytest.mark.parametrize("n_items", [0, 1, 3, 50])
def test_results_stand_in_the_order_of_the_items(n_threads: int, n_items: int) -> None:
    assert in_threads(lambda item: (item, "done"), range(n_items)) == [(item, "done") for item in range(n_items)]


def test_the_first_error_by_the_order_of_the_items_is_raised(n_threads: int) -> None:
    with pytest.raises(ValueError, match=r"^not 2$"):
        in_threads(refuse, range(50))


def test_what_waits_is_left_undone_after_an_error(n_threads: int) -> None:
    begun: list[int] = []

    def work(item: int) -> None:
        begun.append(item)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - it has no message
        in_threads(work, range(50))
    assert len(begun) <= n_threads


def test_as_many_items_are_under_way_as_there_are_threads(n_threads: int) -> None:
    together = Barrier(n_threads, timeout=10)
    assert len(in_threads(lambda _: together.wait(), range(2 * n_threads))) == 2 * n_threads


def test_one_item_is_worked_at_by_the_thread_that_asks() -> None:
    assert in_threads(lambda _: current_thread(), ["one"]) == [current_thread()]
