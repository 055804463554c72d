"""Two programs with one token: exactly one of them stays."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from os import urandom
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from bot.platforms.discord.election import Election
from bot.platforms.discord.platform import DiscordPlatform
from bot.settings import OperatorError
from bot.store import Store
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, Scenario
from tests.soaked import soaked


async def served(folder: Path, clock: FakeClock) -> None:
    """A program that serves Discord from its own database, until it ends."""
    async with await Store.open(f"sqlite:///{folder}.db") as store:
        platform = DiscordPlatform(SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        scenario = Scenario(store, platform, clock, urandom)  # type: ignore[arg-type]
        await platform.serve(scenario.host.dispatcher)


def connected(fake_guild: FakeGuild) -> int:
    return sum(session.wire is not None for session in fake_guild.server.gateway.sessions)


def ended(programs: Sequence[asyncio.Task[None]]) -> list[BaseException | None]:
    return [program.exception() for program in programs if program.done()]


async def pause(random: Random, most: int = 12) -> None:
    for _ in range(random.randrange(most)):
        await asyncio.sleep(0)


async def respond(
    election: Election, answers: dict[int, Election | None], interaction: int, random: Random
) -> None:
    """A program answers an interaction, if it may: sometimes with a form, sometimes without a reply."""

    async def call() -> bool | None:
        await pause(random)
        winner = answers.setdefault(interaction, election)
        await pause(random)
        if random.random() < 0.05:
            raise OSError("the reply was lost")
        return None if random.random() < 0.1 else winner is election

    await pause(random, 40)  # not always delivered in order
    with suppress(OSError):
        await election.respond(interaction, call)


@pytest.mark.parametrize("programs", soaked([2, 3], 2))
async def test_in_every_interleaving_a_program_stays_and_in_most_only_one(programs: int) -> None:
    left = Counter[int]()
    for seed in range(200):
        random, answers = Random(seed), dict[int, Election | None]()
        elections = [Election() for _ in range(programs)]
        async with asyncio.TaskGroup() as tasks:
            for interaction in range(60):
                for election in elections:
                    if not election.is_lost.is_set():
                        tasks.create_task(respond(election, answers, interaction, random))
                await pause(random, random.choice((1, 4, 40)))
        left[sum(not election.is_lost.is_set() for election in elections)] += 1
    assert left[0] == 0
    assert left[1] > sum(left.values()) / 2


async def test_of_two_new_programs_exactly_one_stays(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    programs: list[asyncio.Task[None]] = []
    try:
        for number in (1, 2):  # one after the other: migrations share a global context
            programs.append(asyncio.create_task(served(tmp_path / str(number), clock)))
            await until(lambda: ended(programs) or connected(fake_guild) == len(programs))
        assert not ended(programs)
        await asyncio.sleep(0.3)  # both are ready
        anna = fake_guild.add_user("Anna")
        await anna.runs("/game new")  # each opens a game of its own
        for _ in range(20):
            if any(program.done() for program in programs):
                break
            await anna.runs("/seal")  # the two answer differently
            await asyncio.sleep(0.05)
        await until(lambda: any(program.done() for program in programs), "both stay")
        await asyncio.sleep(0.3)
        (displaced,) = [program for program in programs if program.done()]
        with pytest.raises(OperatorError, match="Another program answers"):
            await displaced
        for _ in range(4):
            assert (await anna.runs("/seal")).startswith("**How the cards")
        assert sum(program.done() for program in programs) == 1
    finally:
        for program in programs:
            program.cancel()
        await asyncio.gather(*programs, return_exceptions=True)


async def test_lost_replies_are_not_taken_for_another_program(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    program = asyncio.create_task(served(tmp_path / "a", clock))
    try:
        await fake_guild.server.gateway.until_connected()
        anna = fake_guild.add_user("Anna")
        for _ in range(4):
            fake_guild.server.faults.add("create_interaction_response", lost=Lost.RESPONSE)
            await anna.runs("/rules")
        await asyncio.sleep(0.2)
        assert not program.done()
    finally:
        program.cancel()
        await asyncio.gather(program, return_exceptions=True)
