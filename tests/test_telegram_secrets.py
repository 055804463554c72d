"""What only one player may know stays with that player: in the group, in answers, in the log."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import cli as program
from bot.matches.match import LogEvent, Step
from bot.model.identity import Chat
from tests.fakes.telegram.faults import Lost
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import TOKEN, village
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock, ticket_names
from tests.secrecy_scenarios import Told, forty_rounds, only_boris_sees_a_difference, prepared
from tests.telegram_bot import Halt, Traveller, halt

WORDS = ("hand", "tickets", "scores", "log", "board", "games", "keep", "claim", "station", "draw", "ticket")


@asynccontextmanager
async def open_halt(
    folder: Path, story: Sequence[Step] = (), facts: Sequence[LogEvent] = ()
) -> AsyncIterator[Halt]:
    """A bot of its own in a village of its own, where everybody has the number that they have in others.

    With facts, it finds them in its log, at the moments of another's story.
    """
    clock = FakeClock()
    async with village(clock) as place:
        green = Green(place)
        await prepared(folder / "halt.db", story, facts, Chat("telegram", str(green.group.id)))
        async with halt(folder, green, clock) as bot:
            yield bot


async def an_evening(folder: Path) -> Sequence[Step]:
    """What happens in forty rounds."""
    async with open_halt(folder) as bot:
        players = await bot.sits_down("Anna", "Boris")
        for player in players:
            await player.villager.says("/settings confirm off")
        return await forty_rounds(bot, players)


async def told_of(folder: Path, story: Sequence[Step], facts: Sequence[LogEvent], *, started: bool) -> Told:
    """All that is told; with `started` off, to people who have never opened a private chat."""
    async with open_halt(folder, story, facts) as bot:
        people = await bot.comes("Anna", "Boris", "Carla", started=started)
        await bot.catches_up()
        anna, boris, carla = [await all_answers(bot, traveller) for traveller in people]
        return Told([looks(post) for post in bot.posts], carla, anna, boris)


async def all_answers(bot: Halt, traveller: Traveller) -> list[object]:
    """What somebody sees who asks for everything there is to ask."""
    seen: list[object] = []
    villager = traveller.villager
    board = next(post for post in reversed(bot.posts) if any("Draw cards" in label for label in post.labels))
    for button in board.buttons:
        seen.append(await villager.presses_button(button, board))  # noqa: PERF401
    for word in WORDS:
        await villager.says(f"/{word}")
        await bot.settle()
        seen.append(
            await villager.presses("Show answer", on=bot.last) if _is_mine(bot.last, traveller) else ""
        )
    return seen + [looks(post) for post in villager.letters]


def _is_mine(post: Post, traveller: Traveller) -> bool:
    return any(button.get("callback_data") == f"?{traveller.person.id}" for button in post.buttons)


def looks(post: Post) -> object:
    """All of a message that can be read, looked at or pressed."""
    media = post.media and (post.media.kind, post.media.name, post.media.data)
    return post.text, post.entities, media, post.keyboard, [one.name for one in post.pings]


@pytest.mark.parametrize("started", [True, False], ids=["in private", "from the group"])
async def test_with_other_hands_and_tickets_everybody_else_sees_the_same(
    tmp_path: Path, *, started: bool
) -> None:
    story = await an_evening(tmp_path / "first")

    async def told(name: str, facts: Sequence[LogEvent]) -> Told:
        return await told_of(tmp_path / name, story, facts, started=started)

    await only_boris_sees_a_difference(story, told)


async def test_the_group_reads_no_ticket_and_no_hidden_card(tmp_path: Path) -> None:
    async with open_halt(tmp_path / "here") as bot:
        players = await bot.in_play("Anna", "Boris", started=False)
        for word in ("hand", "tickets", "ticket yes", "keep", "claim", "board"):
            await players[0].villager.says(f"/{word}")
            await bot.settle()
        await players[0].types(await players[0].thinks())
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
    async with open_halt(tmp_path / "here") as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        faults = bot.village.faults
        faults.order("sendPhoto", lost=Lost.QUESTION)
        faults.order("editMessageText", status=502)
        faults.order("getUpdates", status=502)
        faults.order("answerCallbackQuery", lost=Lost.ANSWER)
        await anna.villager.presses("Scores", on=bot.last)
        await anna.types("draw deck")
        await anna.types("draw deck")
        await bot.settle_after_trouble()
        match = await bot.match()
        assert match.game is not None
        tickets = ticket_names(match.board, [number for kept in match.game.tickets for number in kept])
        seed = match.game.seed
    said = caplog.text + "".join(capsys.readouterr())
    assert "Telegram" in said
    assert [secret for secret in (TOKEN, TOKEN.partition(":")[2], seed, *tickets) if secret in said] == []
