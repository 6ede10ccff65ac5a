"""Concurrency goes down when a server is overburdened and up again when it answers."""

import asyncio

from assay.models.throttle import Throttle


def test_an_overload_halves_the_places() -> None:
    throttle = Throttle(8)
    throttle.overloaded(1)
    assert throttle.limit == 4


def test_calls_of_one_round_halve_the_places_once() -> None:
    async def run() -> int:
        throttle = Throttle(8)
        async with throttle.place() as first, throttle.place() as second:
            throttle.overloaded(first)
            throttle.overloaded(second)
        return throttle.limit

    assert asyncio.run(run()) == 4


def test_a_round_of_answers_gives_a_place_back() -> None:
    throttle = Throttle(8)
    throttle.overloaded(1)
    for _ in range(5):
        throttle.answered()
    assert throttle.limit == 5


def test_no_more_than_the_limit_run_at_once() -> None:
    async def run() -> int:
        throttle, running, most = Throttle(3), 0, 0

        async def call() -> None:
            nonlocal running, most
            async with throttle.place():
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*(call() for _ in range(20)))
        return most

    assert asyncio.run(run()) == 3


def test_a_cancelled_wait_gives_its_place_to_the_next() -> None:
    async def run() -> None:
        throttle = Throttle(1)

        async def call() -> None:
            async with throttle.place():
                pass

        async with throttle.place():
            waiting = [asyncio.ensure_future(call()) for _ in range(2)]
            await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.wait_for(waiting[1], 5)

    asyncio.run(run())


def test_places_double_each_round_of_answers_until_the_first_overload() -> None:
    throttle = Throttle(64)
    limits = []
    for _ in range(4):
        limits.append(throttle.limit)
        for _ in range(throttle.limit):
            throttle.answered()
    assert limits == [8, 16, 32, 64]


def test_after_an_overload_a_round_of_answers_adds_one_place() -> None:
    throttle = Throttle(64)
    throttle.overloaded(1)
    for _ in range(5):
        throttle.answered()
    assert throttle.limit == 5
