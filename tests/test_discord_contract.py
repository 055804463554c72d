"""The fake Discord's quick check of requests is as strict as plain jsonschema."""

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.discord_bot import discord_bot
from tests.fakes.discord import contract
from tests.fakes.discord.guild import FakeGuild
from tests.json_paths import paths
from tests.scenario import FakeClock

ODD = (None, True, 0, 2, 2.0, 1.5, -1, "", "1", "x" * 5000, [], {}, {"type": 2}, [{"type": 1}, {"type": 99}])


async def test_good_and_bad_requests_of_a_game_are_told_apart_as_plain_jsonschema_does(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[tuple[Any, Any]] = []
    check = contract._told
    monkeypatch.setattr(
        contract, "_told", lambda *about: checked.append((about[1], copy.deepcopy(about[2]))) or check(*about)
    )
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        players = await bot.in_play("Anna", "Boris")
        for _ in range(8):
            (player,) = await bot.waited_for(*players)
            await player.clicks(await player.thinks())
            await bot.settle()
    chance, refused = Random(1), 0
    for quick, good in checked:
        plain = Draft202012Validator(quick.schema)
        for value in (good, *(spoiled(good, chance) for _ in range(4 if good else 0))):
            taken = plain.is_valid(value)
            assert quick.is_valid(value) == taken, value
            refused += not taken
    assert len(checked) > 40
    assert refused > 100


def spoiled(value: Any, chance: Random) -> Any:
    """A copy of which one part is another or is missing."""
    copied = copy.deepcopy(value)
    *way, last = chance.choice([*filter(None, paths(value))])
    part = copied
    for step in way:
        part = part[step]
    if chance.random() < 0.3:
        del part[last]
    else:
        part[last] = chance.choice(ODD)
    return copied
