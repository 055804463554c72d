"""Two programs with one token: exactly one of them stays."""

import asyncio
from collections.abc import Sequence
from os import urandom
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.platforms.discord.platform import DiscordPlatform
from bot.settings import OperatorError
from bot.store import Store
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, FakePictures, Scenario


async def served(folder: Path, clock: FakeClock) -> None:
    """A program that serves Discord from its own database, until it ends."""
    async with await Store.open(f"sqlite:///{folder}.db") as store:
        platform = DiscordPlatform(SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        scenario = Scenario(store, platform, clock, urandom, FakePictures())  # type: ignore[arg-type]
        await platform.serve(scenario.host.dispatcher)


def connected(fake_guild: FakeGuild) -> int:
    return sum(session.wire is not None for session in fake_guild.server.gateway.sessions)


def ended(programs: Sequence[asyncio.Task[None]]) -> list[BaseException | None]:
    return [program.exception() for program in programs if program.done()]


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
