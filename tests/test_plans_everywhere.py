"""Planned turns, the same on all three platforms: typed, built with buttons, played, and secret."""

from pathlib import Path

from bot.matches.plans import own_plan
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.platform_scenario import PlatformPlayer, PlatformScenario
from tests.scenario import FakeClock


async def lines(table: PlatformScenario, player: PlatformPlayer) -> tuple[str, ...]:
    await table.settle()
    plan = own_plan(await table.match(), await player.seat())
    return plan.lines if plan else ()


async def test_a_plan_is_changed_in_a_form_on_discord(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        _, second = await bot.in_play("Anna", "Boris")
        found = await second.user.completes("/plan", "plan", "draw deck")
        assert [one["value"] for one in found] == ["draw deck, then deck"]
        await second.user.runs("/plan", plan="draw deck twice")
        await second.user.presses("Change my plan", on=second.user.answer)
        await second.user.presses("Edit as text", on=second.user.answer)
        assert second.user.form is not None
        [field] = second.user.form["components"]
        assert field["component"]["value"] == "draw deck, then deck"
        await second.user.submits({"Edit as text": "take red, then deck;\ndraw deck twice"})
        assert "Your plan is saved." in second.user.heard
        assert await lines(bot, second) == ("draw R deck", "draw deck deck")
