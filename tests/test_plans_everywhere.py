"""Planned turns, the same on all three platforms: typed, built with buttons, played, and secret."""

from pathlib import Path

from bot.matches.plans import own_plan
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, Player, Scenario
from tests.telegram_bot import TelegramBot


async def lines(table: Scenario, player: Player) -> tuple[str, ...]:
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


async def test_a_plan_is_changed_by_a_reply_on_telegram(bot: TelegramBot) -> None:
    _, second = await bot.in_play("Anna", "Boris")
    user = second.user
    await user.tells("/plan draw deck twice")
    for label in ("Change my plan", "Edit as text"):
        await until(lambda label=label: label in user.last_dm.labels, f"no {label}")
        await user.presses(label, on=user.last_dm)
    copied = {"text": "/plan draw deck, then deck"}
    await until(
        lambda: any(one.get("copy_text") == copied for one in user.last_dm.buttons), "nothing to copy"
    )
    await user.presses("Edit as text", on=user.last_dm)
    await until(lambda: user.last_dm.text == "/plan", "no line to reply to")
    await user.says("draw red, then deck", user.private, user.last_dm)
    await until(lambda: "Your plan is saved." in user.last_dm.text, "no answer")
    assert await lines(bot, second) == ("draw R deck",)
