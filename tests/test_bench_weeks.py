"""The bench of games that last weeks: its virtual time, its games, and what it counts."""

import asyncio
import random
from datetime import timedelta
from itertools import pairwise

import pytest

from bench.bars import Bars
from bench.game_tally import Tally
from bench.quiet_platform import PLATFORM, QuietPlatform
from bench.restarted_bot import RestartedBot
from bench.virtual_time import BEGIN, VirtualClock, run
from bench.weeks import played
from bench.weeks_figures import EVERYBODY, MIXED, NOBODY, tell
from bot.model.identity import Chat, Person
from bot.model.message import Mention, Message, Topic
from bot.model.port import Key


def test_virtual_time_jumps_to_the_next_sleeper() -> None:
    async def sleep() -> list[str]:
        clock, woken = VirtualClock(), list[str]()

        async def sleeper(days: int) -> None:
            await clock.sleep(days * 86400)
            woken.append(f"{clock.now() - BEGIN}")

        await asyncio.gather(sleeper(30), sleeper(7), asyncio.to_thread(woken.append, "a thread"))
        return woken

    assert run(sleep()) == ["a thread", str(timedelta(days=7)), str(timedelta(days=30))]


@pytest.mark.soak
def test_games_end_and_the_same_seed_plays_the_same_games() -> None:
    first, again = (run(played(range(1), 1, None)) for _ in range(2))
    assert first == again
    assert not any(tally.stalled or tally.refusals for tally in first)
    assert all(tally.turns > 15 for tally in first)


def test_a_message_that_is_sent_again_notifies_nobody_again() -> None:
    notified = list[str]()
    platform = QuietPlatform(lambda person, key: notified.append(f"{person.id} {key}"), lambda: BEGIN)
    message = Message("your turn", mentions=(Mention(Person(PLATFORM, "anna"), "Anna"),))
    ids = [
        run(platform.send(Chat(PLATFORM, "1"), message, Key("game", Topic.TURN, str(seq)), silent=silent))
        for seq, silent in ((4, False), (4, False), (5, True), (6, False))
    ]
    assert ids == ["1", "1", "2", "3"]
    assert notified == ["anna game-4", "anna game-6"]


def test_each_panel_notifies_whatever_the_number_of_the_one_before_it() -> None:
    """The panel of event 1 is message 1; the next one replaces that."""
    notified = list[str]()
    platform = QuietPlatform(lambda _, key: notified.append(str(key)), lambda: BEGIN)
    anna = Person(PLATFORM, "anna")
    message = Message("your turn", mentions=(Mention(anna, "Anna"),))
    keys = Key("game", Topic.PANEL, "1"), Key("game", Topic.PANEL, "9")
    ids = [run(platform.send(anna, message, key, silent=False)) for key in keys]
    assert ids == ["1", "2"]
    assert notified == ["game-1", "game-9"]


def test_a_person_who_finds_the_bot_down_reaches_it_after_the_outage() -> None:
    async def follow(bot: RestartedBot, chance: random.Random) -> list[tuple[float, bool]]:
        clock, running, reached = VirtualClock(), asyncio.create_task(bot.run()), list[tuple[float, bool]]()
        for _ in range(24 * 60):
            hosts = bot.host, await bot.reached(chance)
            reached.append(((clock.now() - BEGIN) / timedelta(hours=1), hosts[0] is not hosts[1]))
            await clock.sleep(3600)
        running.cancel()
        await asyncio.wait({running})
        return reached

    async def reached() -> list[tuple[float, bool]]:
        platform = QuietPlatform(lambda person, key: None, lambda: BEGIN)
        bot = RestartedBot(FakeHost, platform, FakeHost.follow, random.Random(1))  # type: ignore[arg-type]
        return await follow(bot, random.Random(2))

    found = run(reached())
    gaps = [late - early for (early, _), (late, _) in pairwise(found) if late - early > 1.01]
    assert 5 < len(gaps) < 25
    assert sum(restarted for _, restarted in found) == len(gaps)


class FakeHost:
    """Runs until it is cancelled."""

    def add_platform(self, platform: QuietPlatform) -> None:
        pass

    async def run(self) -> None:
        await asyncio.sleep(10**9)

    async def follow(self) -> None:
        await asyncio.sleep(10**9)


def tally(days: float = 4.0, mentions: int = 10, **more: object) -> Tally:
    return Tally(days=days, turns=10, mentions=mentions, **more)  # type: ignore[arg-type]


def test_the_bar_of_time_grows_with_the_games() -> None:
    for games, seconds, missed in ((20, 40.0, 0), (20, 41.0, 1), (500, 600.0, 0), (500, 601.0, 1)):
        bars = Bars()
        tell({MIXED: [tally()] * games, NOBODY: [tally()], EVERYBODY: [tally(2.8)]}, seconds, bars)
        assert bars.missed == ["seconds of CPU time"] * missed


@pytest.mark.parametrize(
    ("mixed", "everybody", "missed"),
    [
        (tally(), tally(2.8), []),
        (tally(), tally(2.9), ["shorter if everybody plans"]),
        (tally(stalled=True), tally(2.8), ["stalled games"]),
        (tally(wrong=["seat 0"]), tally(2.8), ["turns without exactly one mention"]),
        (tally(reminders=4), tally(2.8), ["messages that notify, per turn, at most"]),
        (tally(reminders=1, at_night=1), tally(2.8), ["reminders in quiet hours"]),
        (tally(refusals=["no"]), tally(2.8), ["answers that refuse what a person may do"]),
    ],
)
def test_a_bar_that_is_missed_is_named(mixed: Tally, everybody: Tally, missed: list[str]) -> None:
    bars = Bars()
    tell({MIXED: [mixed], NOBODY: [tally()], EVERYBODY: [everybody]}, 1.0, bars)
    assert bars.missed == missed
