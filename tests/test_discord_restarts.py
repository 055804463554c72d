"""After a restart a turn continues with the buttons that were there before."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from engine.documents.position import position_of
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, predictable_entropy
from tests.situations import into_a_tunnel

Moment = Callable[[DiscordBot], Awaitable[DiscordPlayer]]
"""Plays to the middle of a turn, whose player sees its buttons."""


async def starting_tickets(bot: DiscordBot) -> DiscordPlayer:
    anna, boris = await bot.start_game("Anna", "Boris")
    await boris.clicks("keep " + ",".join(map(str, (await boris.view()).offer)))
    await anna.sees_hand()
    return anna


async def marked_tickets(bot: DiscordBot) -> DiscordPlayer:
    """Two are marked in the list, and not kept yet."""
    anna = await starting_tickets(bot)
    assert anna.user.answer is not None
    (select,) = [part for part in anna.user.answer.parts if part["type"] == 3]
    await anna.user.picks(*[row["label"] for row in select["options"][:2]])
    return anna


async def drawn_tickets(bot: DiscordBot) -> DiscordPlayer:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.clicks("draw tickets")
    return anna


async def second_card(bot: DiscordBot) -> DiscordPlayer:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.clicks("draw deck")
    return anna


async def tunnel(bot: DiscordBot) -> DiscordPlayer:
    players = await bot.in_play("Anna", "Boris")
    for player in players:
        await player.user.runs("/settings", confirm=False)
    player = await into_a_tunnel(bot, players)
    await player.sees_hand()
    return player


async def whole(bot: DiscordBot) -> object:
    """Everything about a match, secrets included."""
    match = await bot.match()
    assert match.game is not None
    return position_of(match.game), match.roster, match.seq


@pytest.mark.parametrize(
    ("come_to", "label"),
    [
        (starting_tickets, "Choose tickets"),
        (marked_tickets, "Keep 2 tickets"),
        (drawn_tickets, "Choose tickets"),
        (second_card, "From the deck"),
        (tunnel, "Pay"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_half_a_turn_continues_with_its_old_buttons(
    come_to: Moment, label: str, discord_server: FakeDiscord, clock: FakeClock, tmp_path: Path
) -> None:
    fake_guild = FakeGuild(discord_server)
    async with discord_bot(tmp_path, fake_guild, clock) as before:
        player = await come_to(before)
        await before.settle()
        asked, answer = await whole(before), player.user.answer
    await clock.move_on(timedelta(days=1))

    async with discord_bot(tmp_path, fake_guild, clock, predictable_entropy(1 << 20)) as after:
        (player,) = await after.add_players(player.account.name)
        assert await whole(after) == asked
        await player.user.presses(label, on=answer)
        if player.user.form:
            (field,) = [part for part in player.user.form["components"] if part["type"] == 18]
            rows = [row["label"] for row in field["component"]["options"]]
            await player.user.submits({field["label"]: rows})
        await after.settle()
        assert await whole(after) != asked
        assert await after.waited_for(player) == []


async def test_restart_repeats_no_post(discord_server: FakeDiscord, clock: FakeClock, tmp_path: Path) -> None:
    fake_guild = FakeGuild(discord_server)
    async with discord_bot(tmp_path, fake_guild, clock) as before:
        await before.in_play("Anna", "Boris")
        said = [post.text for post in before.posts]
    syncs = discord_server.endpoints.syncs
    async with discord_bot(tmp_path, fake_guild, clock, predictable_entropy(1 << 20)) as after:
        await after.settle()
        assert [post.text for post in after.posts] == said
        assert discord_server.endpoints.syncs == syncs == 1


async def test_commands_in_sentences_can_be_clicked_before_and_after_a_restart(
    discord_server: FakeDiscord, clock: FakeClock, tmp_path: Path
) -> None:
    fake_guild = FakeGuild(discord_server)
    for _ in range(2):
        async with discord_bot(tmp_path, fake_guild, clock) as bot:
            ids = {row["name"]: row["id"] for row in discord_server.endpoints.commands}
            (anna,) = await bot.add_players("Anna")
            olga = fake_guild.add_user("Ольга", locale="ru")
            await anna.user.runs("/do share")
            assert written(anna) == f"There is no game here. Create one with </game new:{ids['game']}>."
            assert await olga.runs("/do share") == "Здесь нет игры. Создайте её командой /игра новая."
            assert olga.answer is not None
            assert "</" not in olga.answer.written
            anna.user.at = anna.user.dm
            await anna.user.runs("/hand")
            assert written(anna) == "There is no game here. Create one with /game new."
    assert discord_server.endpoints.syncs == 1


def written(player: DiscordPlayer) -> str:
    """The last answer as the bot wrote it."""
    assert player.user.answer is not None
    return player.user.answer.written


async def test_the_names_of_channels_are_known_before_anybody_types_there(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        await bot.in_play("Anna", "Boris")
        chat = Chat("discord", str(fake_guild.table.id))
        fake_guild.table.name = "trains"
        await fake_guild.server.tell_of(fake_guild.table)
        await until(lambda: titled(bot, chat, "Railway club #trains"), "a new name is not noted")
        await bot.store.chats.set_title(chat, "")
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        await until(lambda: titled(bot, chat, "Railway club #trains"), "the name is not known")


async def titled(bot: DiscordBot, chat: Chat, title: str) -> bool:
    return await bot.store.chats.title(chat) == title
