"""Playing from the group by figures: their list is in an alert, and nobody else can tell what they mean."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.message import Message
from bot.store import DmChannel
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import Village
from tests.fakes.telegram.villager import until
from tests.fakes.telegram.world import Post
from tests.scenario import FakeClock
from tests.telegram_bot import Halt, Traveller, halt

FIGURES = ["1", "2", "3", "4", "5", "›", "Show answer", "Private chat"]


async def shut(bot: Halt) -> list[Traveller]:
    """A game of two who have never begun a private chat; whoever is next comes first."""
    players = await bot.in_play("Anna", "Boris", board="usa")
    for player in players:
        await bot.store.save_dm_channel(player.person, DmChannel(closed=True))
        player.villager.account.started = False
    return players


async def line_after(bot: Halt, anna: Traveller, label: str) -> Post:
    """The line that comes when somebody presses a button of the newest turn."""
    posts = len(bot.posts)
    await anna.villager.presses(label, on=bot.last)
    await until(lambda: len(bot.posts) > posts, "no line")
    return bot.last


async def test_a_turn_is_drawn_by_figures(bot: Halt) -> None:
    anna, boris = await shut(bot)
    line = await line_after(bot, anna, "Draw cards")
    assert line.labels == FIGURES
    for _ in range(2):
        assert await bot.waited_for(anna) == [anna]
        listed = anna.villager.heard.splitlines()
        if not any("From the deck" in one for one in listed):
            listed = (await anna.villager.presses("›", on=line)).splitlines()
        (blind,) = [one for one in listed if "From the deck" in one]
        assert (await anna.villager.presses(blind[0], on=line)).startswith("You drew")
    await bot.settle()
    assert await bot.waited_for(boris) == [boris]
    assert bot.calls[-2] <= 3


async def test_a_route_is_found_paid_for_and_claimed_by_figures(bot: Halt) -> None:
    anna, boris = await shut(bot)
    line = await line_after(bot, anna, "Claim")
    first = anna.villager.heard.splitlines()[1]
    assert first.startswith("1 · ")
    for _ in range(3):
        if not await bot.waited_for(boris):
            await anna.villager.presses("1", on=line)
    await bot.settle()
    route = first.removeprefix("1 · ").split(" · ")[0]
    assert f"claims {route}" in bot.last.text
    assert [post for post in bot.posts if route in post.text] == [bot.last]


async def test_the_next_page_comes_behind_the_last_and_then_the_first_again(bot: Halt) -> None:
    anna, _ = await shut(bot)
    line = await line_after(bot, anna, "Draw cards")
    seen = [anna.villager.heard]
    while (page := await anna.villager.presses("›", on=line)) != seen[0]:
        assert page not in seen
        seen.append(page)
    assert len(seen) > 1


async def test_a_figure_that_is_told_twice_chooses_once(bot: Halt) -> None:
    anna, _ = await shut(bot)
    line = await line_after(bot, anna, "Claim")
    chosen, seq = await anna.villager.presses("1", on=line), (await bot.match()).seq
    bot.village.mailbox.repeat()
    await bot.settle()
    assert await anna.villager.presses("Show answer", on=line) == chosen
    assert (await bot.match()).seq == seq


async def test_figures_are_for_one_person(bot: Halt) -> None:
    anna, boris = await shut(bot)
    line, seq = await line_after(bot, anna, "Draw cards"), (await bot.match()).seq
    for label in ("1", "›", "Show answer"):
        assert "someone else" in await boris.villager.presses(label, on=line)
    assert (await bot.match()).seq == seq


async def test_one_line_will_do_for_a_turn_and_who_has_none_gets_none(bot: Halt) -> None:
    anna, boris = await shut(bot)
    (carla,) = await bot.comes("Carla", started=False)
    turn = bot.last
    await line_after(bot, anna, "Claim")
    said = len(bot.posts)
    await bot.clock.move_on(timedelta(minutes=5))
    for player in (anna, boris, carla):
        for label in ("Draw cards", "Claim", "Draw tickets", "My hand"):
            await player.villager.presses(label, on=turn)
    await bot.settle()
    assert len(bot.posts) == said


async def test_a_line_that_did_not_come_through_comes_with_the_next_press(bot: Halt) -> None:
    anna, _ = await shut(bot)
    turn = bot.last
    bot.village.faults.order("sendMessage", chat=bot.group.id, status=502)
    await anna.villager.presses("Draw cards", on=turn)
    await bot.settle()
    assert bot.last is turn
    assert (await line_after(bot, anna, "Draw cards")).labels == FIGURES


async def test_every_offer_of_tickets_has_a_line_of_its_own_at_once(bot: Halt) -> None:
    players = await bot.sits_down("Anna", "Boris", board="usa", started=False)
    for player in players:
        player.villager.pause = bot.settle  # nobody takes any time
        await player.keeps((await player.view()).offer)
    await bot.settle()
    (anna,) = await bot.waited_for(*players)
    posts = len(bot.posts)
    await anna.villager.says("/ticket yes")
    await until(lambda: len(bot.posts) > posts and "1+2" in bot.last.labels, "nothing to keep them with")
    assert not set(bot.last.labels) & {"4", "5", "›"}


async def test_the_line_tells_neither_what_was_asked_nor_whether_it_can_be_done(
    bot: Halt, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await shut(bot)
    lines = [await line_after(bot, anna, "Draw cards")]
    for _ in range(2):
        await anna.types("draw deck")
    await bot.settle()

    async def refused(*_: object, **about: object) -> Message:
        return Message("You cannot pay for any route.")

    monkeypatch.setattr(bot.table.desk, "press", refused)
    lines.append(await line_after(bot, boris, "Claim"))
    assert boris.villager.heard == "You cannot pay for any route."
    one, two = [
        (line.text.replace(str(who), ""), line.labels) for line, who in zip(lines, (anna, boris), strict=True)
    ]
    assert one == two


async def test_after_a_restart_figures_show_how_one_stands_and_choose_nothing_unseen(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await shut(bot)
        line = await line_after(bot, anna, "Draw cards")
        listed, seq = anna.villager.heard, (await bot.match()).seq
    async with halt(tmp_path, green, clock) as bot:
        anna, _ = await bot.comes(str(anna), str(boris), started=False)
        await bot.settle()
        assert await anna.villager.presses("1", on=line) == listed
        assert (await bot.match()).seq == seq
        await anna.villager.presses("1", on=line)
        await bot.settle()
        assert (await bot.match()).seq > seq
