"""Work side by side: in order, as it is needed, and given up with the iteration."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing

from assay.judges.side_by_side import side_by_side


def test_results_come_in_the_order_of_the_items() -> None:
    async def slower_first(item: int) -> int:
        for _ in range(5 - item):
            await asyncio.sleep(0)
        return item * 10

    async def run() -> list[int]:
        return [one async for one in side_by_side(slower_first, range(5))]

    assert asyncio.run(run()) == [0, 10, 20, 30, 40]


def test_items_are_read_as_they_are_needed() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for item in range(100):
            read.append(item)
            yield item

    async def same(item: int) -> int:
        return item

    async def run() -> None:
        async with aclosing(side_by_side(same, items(), ahead=3)) as found:
            async for _ in found:
                break

    asyncio.run(run())
    assert read == [0, 1, 2, 3]


def test_what_is_under_way_is_given_up_when_the_iteration_ends() -> None:
    given_up: list[int] = []

    async def first_only(item: int) -> int:
        try:
            await asyncio.sleep(3600 if item else 0)
        except asyncio.CancelledError:
            given_up.append(item)
            raise
        return item

    async def run() -> None:
        async with aclosing(side_by_side(first_only, range(3))) as found:
            async for _ in found:
                break

    asyncio.run(run())
    assert given_up == [1, 2]
