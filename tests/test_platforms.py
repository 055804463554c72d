"""The registry of platforms: also of chats and people on a platform that the program does not host."""

from dataclasses import replace

from bot.model.identity import Chat, Person
from bot.model.port import Platforms
from tests.memory_platform import LIMITS, MemoryPlatform

ANNA, HALL, ELSEWHERE = Person("hall", "anna"), Chat("hall", "table"), Chat("elsewhere", "table")


async def test_a_platform_says_who_is_an_admin_and_nobody_is_one_where_none_is_hosted() -> None:
    hall = MemoryPlatform(admins={ANNA})
    platforms = Platforms({hall.name: hall})
    assert await platforms.is_admin(ANNA, HALL)
    assert not await platforms.is_admin(ANNA, ELSEWHERE)


def test_a_platform_that_is_not_hosted_has_no_threads_and_no_replays_but_private_messages() -> None:
    hall = MemoryPlatform(limits=replace(LIMITS, has_threads=True, has_dms=False, replays_at="https://x"))
    platforms = Platforms({hall.name: hall})
    assert platforms.limits_of(HALL) is platforms.limits_of(ANNA) is hall.limits
    elsewhere = platforms.limits_of(ELSEWHERE)
    assert (elsewhere.has_threads, elsewhere.has_dms, elsewhere.replays_at) == (False, True, None)
