"""The memory of what is costly to make: bounded, the least recently asked forgotten first, for several threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from stellwerk.memory import Memory


def test_what_is_known_is_not_made_again() -> None:
    memory: Memory[str, list[int]] = Memory(3)
    made = memory.get("a", lambda: [1])
    assert memory.get("a", lambda: [2]) is made and memory.find("a") is made
    assert memory.find("b") is None and (memory.found, memory.missed) == (2, 2)
    memory.drop("a")
    memory.drop("never known")
    assert memory.find("a") is None and len(memory) == 0


def test_the_least_recently_asked_is_forgotten_first() -> None:
    memory: Memory[int, int] = Memory(3)
    for number in (1, 2, 3):
        memory.put(number, number)
    memory.find(1)
    memory.put(3, 33)
    memory.put(4, 4)
    assert [memory.find(number) for number in (1, 2, 3, 4)] == [1, None, 33, 4]
    memory.clear()
    assert len(memory) == 0


def test_it_never_holds_more_than_its_size() -> None:
    memory: Memory[int, int] = Memory(100)
    for number in range(1_000):
        memory.put(number, number)
        assert len(memory) <= 100
    assert len(memory) > 90 and memory.find(999) == 999


def test_threads_may_share_one() -> None:
    memory: Memory[int, int] = Memory(50)
    threads, interval = 8, sys.getswitchinterval()

    def use(first: int) -> bool:
        keys = [(first * 7 + step * step) % 120 for step in range(5_000)]
        return all(memory.get(key, lambda key=key: key * 2 + 1) == key * 2 + 1 for key in keys)  # type: ignore[misc]

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            assert all(pool.map(use, range(threads)))
    finally:
        sys.setswitchinterval(interval)
    assert len(memory) <= 50 + threads
