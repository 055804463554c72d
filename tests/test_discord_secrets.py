"""What only one player may know stays with that player: in the channel, in answers, in the log."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import cli as program
from bot.matches.match import LogEvent, Step
from bot.model.identity import Chat
from tests.discord_bot import Station, station
from tests.fakes.discord.faults import Lost
from tests.fakes.discord.member import Member
from tests.fakes.discord.server import TOKEN, guildhall
from tests.fakes.discord.town import Town
from tests.fakes.discord.world import Post
from tests.scenario import FakeClock, ticket_names
from tests.secrecy_scenarios import Told, forty_rounds, only_boris_sees_a_difference, prepared


@asynccontextmanager
async def open_station(
    folder: Path, story: Sequence[Step] = (), facts: Sequence[LogEvent] = ()
) -> AsyncIterator[Station]:
    """A bot of its own on a Discord of its own, where everybody has the number that they have in others.

    With facts, it finds them in its log, at the moments of another's story.
    """
    clock = FakeClock()
    async with guildhall(clock) as hall:
        town = Town(hall)
        await prepared(folder / "station.db", story, facts, Chat("discord", str(town.table.id)))
        async with station(folder, town, clock) as bot:
            yield bot


async def an_evening(folder: Path) -> Sequence[Step]:
    """What happens in forty rounds."""
    async with open_station(folder) as bot:
        players = await bot.sits_down("Anna", "Boris")
        for player in players:
            await player.member.runs("/settings", confirm=False)
        return await forty_rounds(bot, players)


async def told_of(folder: Path, story: Sequence[Step], facts: Sequence[LogEvent]) -> Told:
    async with open_station(folder, story, facts) as bot:
        people = await bot.comes("Anna", "Boris", "Carla")
        await bot.settle()
        anna, boris, carla = [await all_answers(bot, player.member) for player in people]
        return Told([looks(post) for post in bot.posts], carla, anna, boris)


async def all_answers(bot: Station, member: Member) -> list[object]:
    """What somebody sees who asks for everything there is to ask."""
    answers: list[Post | None] = []
    for label in ("Draw cards", "Claim", "Draw tickets", "Build a station", "My hand", "Board", "Scores"):
        await member.presses(label, on=bot.last)
        answers.append(member.answer)
    for command in ("/hand", "/tickets", "/scores", "/log", "/board", "/games", "/keep"):
        await member.runs(command)
        answers.append(member.answer)
    await bot.calm()
    seen: list[object] = [answer and looks(answer) for answer in answers]
    for command, part in (("/claim", "route"), ("/station", "city"), ("/draw", "card"), ("/keep", "tickets")):
        seen.append(await member.completes(command, part, ""))
    return seen


def looks(post: Post) -> object:
    """All of a message that can be read, looked at or pressed."""
    pictures = [(one.filename, one.description, one.data) for one in post.attachments]
    return post.text, pictures, post.components, post.embeds, post.pings and post.pings[0].name


async def test_with_other_hands_and_tickets_everybody_else_sees_the_same(tmp_path: Path) -> None:
    story = await an_evening(tmp_path / "first")

    async def told(name: str, facts: Sequence[LogEvent]) -> Told:
        return await told_of(tmp_path / name, story, facts)

    await only_boris_sees_a_difference(story, told)


async def test_posts_name_no_ticket_and_no_hidden_card(tmp_path: Path) -> None:
    async with open_station(tmp_path / "here") as bot:
        players = await bot.in_play("Anna", "Boris")
        await players[0].clicks("draw tickets")
        await players[0].clicks(await players[0].thinks())
        await bot.settle()
        match = await bot.match()
        assert match.game is not None
        tickets = [number for kept in match.game.tickets for number in kept]
        said = "\n".join(str(looks(post)) for post in bot.posts)
        assert not [name for name in ticket_names(match.board, tickets) if name in said]
        assert match.game.seed not in said


async def test_the_log_tells_no_token_no_hand_and_no_ticket(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for library in program._TALKATIVE:
        caplog.set_level(logging.WARNING, library)
    async with open_station(tmp_path / "here") as bot:
        players = await bot.in_play("Anna", "Boris")
        faults = bot.town.hall.faults
        faults.order("create_message", lost=Lost.QUESTION)
        faults.order("create_interaction_response", lost=Lost.ANSWER)
        faults.order("update_message", retry_after=0.05)
        await players[0].clicks("draw deck")
        await players[0].clicks("draw deck")
        await bot.town.hall.gateway.cut()
        await bot.settle_after_trouble()
        match = await bot.match()
        assert match.game is not None
        tickets = ticket_names(match.board, [number for kept in match.game.tickets for number in kept])
        tokens = [one.token for one in bot.town.hall.interactions.all]
        seed = match.game.seed
    said = caplog.text + "".join(capsys.readouterr())
    assert "telling chat" in said
    assert [secret for secret in (TOKEN, seed, *tickets, *tokens) if secret in said] == []
