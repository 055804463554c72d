import asyncio

import pytest

from bot.cache import BoundedCache


def test_the_least_recently_used_value_is_dropped():
    cache = BoundedCache[str, int](2)
    cache.update(a=1, b=2)
    assert cache["a"] == 1
    cache["c"] = 3
    assert list(cache.items()) == [("a", 1), ("c", 3)]


def test_writing_a_key_again_replaces_its_value_and_makes_it_recent():
    cache = BoundedCache[str, int](2)
    cache.update(a=1, b=2)
    cache["a"] = 5
    cache["c"] = 3
    assert dict(cache) == {"a": 5, "c": 3}


def test_asking_whether_a_key_is_there_does_not_make_it_recent():
    cache = BoundedCache[str, int](2)
    cache.update(a=1, b=2)
    assert "a" in cache
    cache["c"] = 3
    assert "a" not in cache


def test_values_may_be_bounded_by_their_size():
    cache = BoundedCache[str, bytes](10, len)
    cache["a"] = bytes(4)
    cache["b"] = bytes(4)
    assert cache.size == 8
    cache["c"] = bytes(7)
    assert list(cache) == ["c"]
    assert cache.size == 7


def test_the_newest_value_is_kept_even_where_it_is_too_large():
    cache = BoundedCache[str, bytes](10, len)
    cache["a"] = bytes(4)
    cache["b"] = bytes(40)
    assert list(cache) == ["b"]
    cache["c"] = bytes(4)
    assert list(cache) == ["c"]


def test_a_removed_value_takes_no_room():
    cache = BoundedCache[str, bytes](10, len)
    cache["a"] = bytes(4)
    assert cache.pop("a") == bytes(4)
    assert cache.pop("a", None) is None
    with pytest.raises(KeyError):
        cache["a"]
    assert (len(cache), cache.size) == (0, 0)


async def test_a_missing_value_is_made_once_for_all_who_ask_for_it():
    cache = BoundedCache[str, list[int]](2)
    made: list[list[int]] = []

    async def make() -> list[int]:
        made.append([len(made)])
        await asyncio.sleep(0)
        return made[-1]

    values = await asyncio.gather(*(cache.once("a", make) for _ in range(3)))
    assert values == [[0]] * 3
    assert await cache.once("a", make) == [0]
    assert made == [[0]]


async def test_a_value_whose_making_fails_is_made_by_the_next_who_asks():
    cache = BoundedCache[str, int](2)

    async def fail() -> int:
        raise OSError("no disk")

    async def make() -> int:
        return 1

    with pytest.raises(OSError, match="no disk"):
        await cache.once("a", fail)
    assert await cache.once("a", make) == 1
