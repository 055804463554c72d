"""How presses and updates come in: forged ones, old ones after a restart, and those brought to a webhook."""

import socket
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.platforms.telegram.platform import Webhook
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.mailbox import HEADER
from tests.fakes.telegram.server import Village, of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import Halt, Traveller, halt


async def code_for(player: Traveller, said: str) -> str:
    """The code that a button of the player's would carry now, for a line."""
    match = await player.halt.match()
    decision = (await player.view()).decision
    assert decision is not None
    return f"{match.id}.{decision.revision}.{said}"


async def test_nobody_plays_with_the_code_of_another(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    (carla,) = await bot.comes("Carla")
    code, seq = await code_for(anna, "draw deck"), (await bot.match()).seq
    for other in (boris, carla):
        await other.villager.forges(code, bot.last)
        await bot.settle()
    assert (await bot.match()).seq == seq
    await anna.villager.forges(code, bot.last)
    await bot.settle()
    assert (await bot.match()).seq > seq


@pytest.mark.parametrize(
    "code",
    ["", "x", "....", "~9~", "+", "!", "#", "#12.", "?", "?1", "-.0.", "~999999~-.0.hand", "\u2068.1.hand"],
)
async def test_codes_that_were_never_on_a_button_do_nothing(bot: Halt, code: str) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    seq, posts = (await bot.match()).seq, len(bot.posts)
    where = [bot.last, *anna.villager.letters[-1:]]
    for post in where:
        await anna.villager.forges(code, post)
    await bot.settle()
    assert ((await bot.match()).seq, len(bot.posts)) == (seq, posts)


async def test_a_press_on_a_turn_that_is_over_changes_nothing(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    code = await code_for(anna, "draw deck")
    for player in (anna, anna, boris, boris):
        await player.types("draw deck")
        await bot.settle()
    seq = (await bot.match()).seq
    await anna.villager.forges(code, bot.last)
    await bot.settle()
    assert (await bot.match()).seq == seq


async def test_a_half_turn_goes_on_by_its_old_buttons_after_a_restart(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        await anna.clicks("draw deck")
        await bot.settle()
        seq = (await bot.match()).seq
    await clock.move_on(timedelta(days=1))
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await bot.comes(str(anna), str(boris))
        await bot.settle()
        assert (await bot.match()).seq == seq
        await anna.villager.presses("From the deck", at=anna.villager.private)
        await bot.settle()
        assert await bot.waited_for(boris) == [boris]


async def test_updates_are_brought_to_a_webhook_that_asks_for_its_secret(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place.mailbox.roads["https://club.example"] = local = f"http://127.0.0.1:{port}"
    webhook = Webhook("https://club.example", "127.0.0.1", port)
    async with halt(tmp_path, Green(place), clock, webhook=webhook) as bot:
        anna, _ = await bot.in_play("Anna", "Boris", board="usa")
        await anna.clicks("draw deck")
        secret = place.mailbox.hook["secret_token"]
        seq = (await bot.match()).seq
        forged = {
            "update_id": 1,
            "message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}},
        }
        async with ClientSession() as session:
            for headers in ({}, {HEADER: "guessed"}):
                async with session.post(f"{local}/telegram", json=forged, headers=headers) as answer:
                    assert answer.status == 403
        await anna.clicks("draw deck")
        assert (await bot.match()).seq > seq
        assert len(secret) >= 32
        assert of_kind(place, "getUpdates") == []
