"""What only one player may know reaches no one else: in channels, in answers, in the log."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.matches.match import LogEvent, Step
from bot.model.identity import Chat
from bot.operate import logs as program
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, fake_discord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Post
from tests.fakes.wire.faults import Lost
from tests.scenario import FakeClock, ticket_names
from tests.secrecy_scenarios import Observed, forty_rounds, only_boris_sees_a_difference, prepared


@asynccontextmanager
async def open_discord(
    folder: Path, story: Sequence[Step] = (), facts: Sequence[LogEvent] = ()
) -> AsyncIterator[DiscordBot]:
    """A bot on its own Discord, where everybody has the same id as in the others.

    With facts, it finds them in its log, at the moments of another's story.
    """
    clock = FakeClock()
    async with fake_discord(clock) as server:
        fake_guild = FakeGuild(server)
        await prepared(folder / "bot.db", story, facts, Chat("discord", str(fake_guild.table.id)))
        async with discord_bot(folder, fake_guild, clock) as bot:
            yield bot


async def forty_rounds_of_a_game(folder: Path) -> Sequence[Step]:
    """What happens in forty rounds."""
    async with open_discord(folder) as bot:
        players = await bot.start_game("Anna", "Boris")
        for player in players:
            await player.user.runs("/settings", confirm=False)
        return await forty_rounds(bot, players)


async def told_of(folder: Path, story: Sequence[Step], facts: Sequence[LogEvent]) -> Observed:
    async with open_discord(folder, story, facts) as bot:
        people = await bot.add_players("Anna", "Boris", "Carla")
        await bot.settle()
        anna, boris, carla = [await all_answers(bot, player.user) for player in people]
        return Observed([looks(post) for post in bot.posts], carla, anna, boris)


async def all_answers(bot: DiscordBot, user: DiscordUser) -> list[object]:
    """What somebody sees who uses every command."""
    answers: list[Post | None] = []
    for label in ("Draw", "Claim", "Draw tickets", "Build a station", "My hand", "Board", "Scores"):
        await user.presses(label, on=bot.last)
        answers.append(user.answer)
    for command in ("/hand", "/do tickets", "/scores", "/do log", "/board", "/games", "/do keep"):
        await user.runs(command)
        answers.append(user.answer)
    await bot.calm()
    seen: list[object] = [answer and looks(answer) for answer in answers]
    for command, part in (("/claim", "route"), ("/station", "city"), ("/draw", "card"), ("/do", "command")):
        seen.append(await user.completes(command, part, ""))
    return seen


def looks(post: Post) -> object:
    """The text, pictures and buttons of a message."""
    pictures = [(one.filename, one.description, one.data) for one in post.attachments]
    return post.text, pictures, post.components, post.embeds, post.pings and post.pings[0].name


async def test_other_players_see_the_same_with_other_secrets(tmp_path: Path) -> None:
    story = await forty_rounds_of_a_game(tmp_path / "first")

    async def told(name: str, facts: Sequence[LogEvent]) -> Observed:
        return await told_of(tmp_path / name, story, facts)

    await only_boris_sees_a_difference(story, told)


async def test_log_contains_no_token_hand_or_ticket(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for library in program._TALKATIVE:
        caplog.set_level(logging.WARNING, library)
    async with open_discord(tmp_path / "here") as bot:
        players = await bot.in_play("Anna", "Boris")
        faults = bot.fake_guild.server.faults
        faults.add("create_message", lost=Lost.REQUEST)
        faults.add("create_interaction_response", lost=Lost.RESPONSE)
        faults.add("update_message", retry_after=0.05)
        await players[0].clicks("draw deck")
        await players[0].clicks("draw deck")
        await bot.fake_guild.server.gateway.cut()
        await bot.settle_after_trouble()
        match = await bot.match()
        assert match.game is not None
        tickets = ticket_names(match.board, [number for kept in match.game.tickets for number in kept])
        tokens = [one.token for one in bot.fake_guild.server.interactions.all]
        seed = match.game.seed
    said = caplog.text + "".join(capsys.readouterr())
    assert "telling chat" in said
    assert [secret for secret in (TOKEN, seed, *tickets, *tokens) if secret in said] == []
