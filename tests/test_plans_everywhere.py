"""Planned turns, the same on all three platforms: typed, built with buttons, played, and secret."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.matches.match import Match
from bot.matches.plans import own_plan
from tests.discord_bot import DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.platform_scenario import PlatformPlayer, PlatformScenario
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer
from tests.test_transcripts import LocalPlayer, on_the_page

Do = Callable[[Any, str], Awaitable[object]]


async def plans_are_played(
    table: PlatformScenario, first: PlatformPlayer, second: PlatformPlayer, types: Do, presses: Do
) -> None:
    """What each platform promises of plans."""
    await types(second, "draw deck twice")
    assert await lines(table, second) == ("draw deck deck",)
    await a_turn(table, first)
    assert await whose(table) == await first.seat()
    assert await lines(table, second) == ()

    for label in ("Plan my next turn", "Draw", "two cards from the deck", "Done"):
        await presses(second, label)
    plan = own_plan(await table.match(), await second.seat())
    assert plan is not None
    assert (plan.lines, plan.draft) == (("draw deck deck",), False)
    await a_turn(table, first)
    assert await whose(table) == await first.seat()

    await types(second, "draw tickets if the row shows 5 red; else draw deck")
    await a_turn(table, first)
    assert await whose(table) == await second.seat()
    await second.types("draw deck")
    await table.settle()
    assert await whose(table) == await first.seat()
    await types(second, "draw deck twice")
    await presses(second, "Delete my plan")
    assert await lines(table, second) == ()


async def lines(table: PlatformScenario, player: PlatformPlayer) -> tuple[str, ...]:
    await table.settle()
    plan = own_plan(await table.match(), await player.seat())
    return plan.lines if plan else ()


async def whose(table: PlatformScenario) -> int:
    match: Match = await table.match()
    (seat,) = match.waiting_for
    return seat


async def a_turn(table: PlatformScenario, player: PlatformPlayer) -> None:
    for _ in range(2):
        await player.types("draw deck")
        await table.settle()


async def test_plans_on_discord(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> None:
    async def types(player: DiscordPlayer, text: str) -> None:
        await player.user.runs("/plan", plan=text)

    async def presses(player: DiscordPlayer, label: str) -> None:
        if label in ("Plan my next turn", "Delete my plan"):
            await player.sees_hand()
        if any(button.startswith(label) for button in player.user.labels):
            await player.user.presses(label)
        else:
            await player.user.picks(label)

    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        first, second = await bot.in_play("Anna", "Boris")
        told = len(bot.posts)
        await plans_are_played(bot, first, second, types, presses)
        pings = [[one.name for one in post.pings] for post in bot.posts[told:]]
        planner, other = (player.account.name for player in (second, first))
        assert pings == [[], [other], [], [other], [], [planner], [other]]


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


async def test_plans_on_telegram(bot: TelegramBot) -> None:
    async def types(player: TelegramPlayer, text: str) -> None:
        await player.user.tells(f"/plan {text}")

    async def presses(player: TelegramPlayer, label: str) -> None:
        if label in ("Plan my next turn", "Delete my plan"):
            await player.user.tells("/hand")
            await bot.settle()
        await player.user.presses(label, at=player.user.private)
        await bot.settle()

    first, second = await bot.in_play("Anna", "Boris")
    await second.user.says("/plan draw deck twice")
    await bot.settle()
    assert await lines(bot, second) == ()
    await plans_are_played(bot, first, second, types, presses)


async def test_plans_on_the_local_page(tmp_path: Path) -> None:
    async def types(player: LocalPlayer, text: str) -> None:
        await player.types(f"plan {text}")

    async def presses(player: LocalPlayer, label: str) -> None:
        if label in ("Plan my next turn", "Delete my plan"):
            await player.types("hand")
        codes = [code for text, code in player._buttons() if text.startswith(label)]
        await player.asks("press", codes[0])

    async with on_the_page(tmp_path) as (game, add_player):
        ada, bob = await add_player("Ada"), await add_player("Bob")
        await ada.types("new europe")
        await bob.types("join")
        await ada.types("start")
        for player in (ada, bob):
            await player.types("keep all")
        await game.settle()
        first, second = (ada, bob) if await whose(game) == await ada.seat() else (bob, ada)
        await plans_are_played(game, first, second, types, presses)
