"""Secrets of a player reach only that player: in the group, in answers, in the log."""

import json
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.matches.match import LogEvent, Step
from bot.model.identity import Chat
from bot.operate import logs as program
from tests.board_apps import Boards, boards, init_data, mini_app
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, fake_telegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.faults import Lost
from tests.scenario import FakeClock, ticket_names
from tests.secrecy_scenarios import Observed, forty_rounds, only_boris_sees_a_difference, prepared
from tests.soaked import soaked
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

WORDS = ("hand", "tickets", "scores", "log", "board", "games", "keep", "claim", "station", "draw", "ticket")


@asynccontextmanager
async def open_telegram(
    folder: Path, story: Sequence[Step] = (), facts: Sequence[LogEvent] = ()
) -> AsyncIterator[TelegramBot]:
    """A bot on a fake Telegram of its own, where everybody has the same id as in others.

    With `facts`, its log has them, at the times of `story`.
    """
    clock = FakeClock()
    async with fake_telegram(clock) as server:
        fake_group = FakeGroup(server)
        await prepared(folder / "bot.db", story, facts, Chat("telegram", str(fake_group.group.id)))
        async with telegram_bot(folder, fake_group, clock) as bot:
            yield bot


async def forty_rounds_of_a_game(folder: Path) -> Sequence[Step]:
    """The steps of forty rounds."""
    async with open_telegram(folder) as bot:
        players = await bot.start_game("Anna", "Boris")
        for player in players:
            await player.user.says("/settings confirm off")
        return await forty_rounds(bot, players)


async def told_of(
    folder: Path, story: Sequence[Step], facts: Sequence[LogEvent], *, started: bool
) -> Observed:
    """All that people see, also on the board; without `started` they have no private chats."""
    async with open_telegram(folder, story, facts) as bot:
        people = await bot.add_players("Anna", "Boris", "Carla", started=started)
        await bot.catch_up()
        anna, boris, carla = [await all_answers(bot, player) for player in people]
        posts = [looks(post) for post in bot.posts]
        bot.group.bot_is = "administrator"  # so that it is told that Carla is in the group
        async with boards(bot, [mini_app(bot)]) as site:
            for player, seen in zip(people, (anna, boris, carla), strict=True):
                seen += await all_frames(bot, site, player)
        return Observed(posts, carla, anna, boris)


async def all_frames(bot: TelegramBot, site: Boards, player: TelegramPlayer) -> list[object]:
    """Everything that the board of a person is sent who gives every command there."""
    await bot.wait_a_while()
    proof = init_data(player.user.account, bot.clock.now())
    tab = await site.opens("telegram", proof, (await bot.match()).id)
    frames = [await tab.receive("table"), *await tab.receive_until("panel")]
    for word in WORDS:
        await tab.ask("say", text=f"/{word}")
        frames += await tab.receive_until("answer")
    return [json.dumps(frame, sort_keys=True) for frame in frames]


async def all_answers(bot: TelegramBot, player: TelegramPlayer) -> list[object]:
    """Everything that a person sees who gives every command."""
    seen: list[object] = []
    user = player.user
    board = next(post for post in reversed(bot.posts) if any("Draw" in label for label in post.labels))
    for button in board.buttons:
        seen.append(await user.presses_button(button, board))  # noqa: PERF401
    for word in WORDS:
        await user.says(f"/{word}")
        await bot.settle()
        seen.append(await user.presses("Show answer", on=bot.last) if _is_mine(bot.last, player) else "")
    return seen + [looks(post) for post in user.dms]


def _is_mine(post: Post, player: TelegramPlayer) -> bool:
    return any(button.get("callback_data") == f"?{player.person.id}" for button in post.buttons)


def looks(post: Post) -> object:
    """All of a message that can be seen or clicked."""
    media = post.media and (post.media.kind, post.media.name, post.media.data)
    return post.text, post.entities, media, post.keyboard, [one.name for one in post.pings]


@pytest.mark.parametrize("started", soaked([True, False], False), ids=["in private", "from the group"])
async def test_with_other_hands_and_tickets_everybody_else_sees_the_same(
    tmp_path: Path, *, started: bool
) -> None:
    story = await forty_rounds_of_a_game(tmp_path / "first")

    async def told(name: str, facts: Sequence[LogEvent]) -> Observed:
        return await told_of(tmp_path / name, story, facts, started=started)

    await only_boris_sees_a_difference(story, told)


async def test_the_log_tells_no_token_no_hand_and_no_ticket(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for library in program._TALKATIVE:
        caplog.set_level(logging.WARNING, library)
    async with open_telegram(tmp_path / "here") as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        faults = bot.server.faults
        faults.add("sendPhoto", lost=Lost.REQUEST)
        faults.add("editMessageText", status=502)
        faults.add("getUpdates", status=502)
        faults.add("answerCallbackQuery", lost=Lost.RESPONSE)
        await anna.user.presses("Scores", on=bot.last)
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
