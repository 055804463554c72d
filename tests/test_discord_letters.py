"""What is written to one person on Discord: a panel kept fresh, and letterboxes that are closed."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Ping
from bot.platforms.discord.layout import laid_out
from bot.platforms.discord.shown import Shown
from bot.store import DmChannel, Profile
from tests.fakes.discord.faults import Lost
from tests.fakes.discord.server import of_kind
from tests.fakes.discord.town import Town
from tests.fakes.discord.world import SILENT
from tests.scenario import FakeClock, Guest, ticket_names
from tests.session import Club, club, settled, until


@pytest.fixture
async def table(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Club]:
    async with club(tmp_path, town, clock) as evening:
        yield evening


async def draws(guest: Guest, *cards: str) -> None:
    """Cards, one after the other, each told to whom it concerns."""
    for card in cards or ("deck", "deck"):
        await guest.says(f"/draw {card}")
        await guest.evening.settle()


async def test_a_panel_is_one_message_that_is_kept_fresh(table: Club) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    (panel,) = table.letters(anna)
    first = panel.content
    await draws(anna)
    assert table.letters(anna) == [panel]
    assert panel.edits > 0
    assert panel.content != first
    (of_boris,) = table.letters(boris)
    assert "**Your turn.**" in of_boris.content
    assert sorted(file.filename for file in of_boris.attachments) == ["hand.png", "my-tickets.png"]
    assert all(file.description for file in of_boris.attachments)


async def test_after_cards_alone_a_panel_has_no_map_until_ones_next_turn(table: Club) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    (panel,) = table.letters(anna)
    await draws(anna)
    assert [file.filename for file in panel.attachments] == ["hand.png"]
    await draws(boris)
    assert sorted(file.filename for file in panel.attachments) == ["hand.png", "my-tickets.png"]


async def test_an_hour_later_the_panel_is_posted_anew_and_the_old_one_goes(
    table: Club, clock: FakeClock
) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    (old,) = table.letters(anna)
    await clock.move_on(timedelta(hours=1))
    await draws(anna)
    (new,) = table.letters(anna)
    assert new.id != old.id
    assert old.gone


async def test_a_panel_that_may_be_edited_no_more_is_posted_anew(table: Club, town: Town) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    (old,) = table.letters(anna)
    town.hall.faults.order("update_message", status=400, code=30046)
    await draws(anna, "deck")
    (new,) = table.letters(anna)
    assert new.id != old.id


@pytest.mark.parametrize("ping", Ping)
async def test_a_letter_calls_only_those_who_want_that(table: Club, ping: Ping) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    (old,) = table.letters(boris)
    await table.store.save_person(Profile(boris.person, "Boris", ping=ping))
    await draws(anna)
    (panel,) = table.letters(boris)
    assert (panel.id != old.id) == ping.in_private
    assert bool(panel.flags & SILENT) != ping.in_private
    assert bool(table.posts[-1].pings) == ping.in_public
    await draws(boris, "deck")
    assert table.letters(boris) == [panel]


async def test_a_panel_whose_confirmation_was_lost_is_the_one_that_is_kept_fresh(
    table: Club, town: Town, clock: FakeClock
) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    (old,) = table.letters(anna)
    await clock.move_on(timedelta(hours=1))
    town.hall.faults.order("create_message", lost=Lost.ANSWER)
    await anna.says("/draw deck")
    await until(lambda: len(table.letters(anna)) == 2)
    await anna.says("/draw deck")
    await settled(table, clock)
    (panel,) = table.letters(anna)
    assert panel is not old
    assert "’s turn" in panel.content


async def test_an_answer_in_the_place_of_a_panel_is_not_written_over(table: Club) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    (panel,) = table.letters(anna)
    await anna.says("/draw deck")
    answer = laid_out(anna.answer).content
    assert answer is not None
    assert answer.startswith("You drew")
    table.shown.note(panel.id, answer)
    edits = panel.edits
    await table.settle()
    assert panel.edits == edits
    await anna.says("/draw deck")
    await table.settle()
    assert panel.edits == edits + 1


async def test_an_answer_that_never_arrives_keeps_no_panel_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.discord.shown.PATIENCE", 0.01)
    shown = Shown()
    shown.note(7, "You drew a card.")
    assert await shown.has(7, "You drew a card.")
    with shown.answering(7):
        assert not await shown.has(7, "You drew a card.")


async def test_closed_letterboxes_are_left_alone_until_somebody_asks(table: Club, town: Town) -> None:
    for name in ("Anna", "Boris"):
        town.comes(name, dms="closed")
    anna, boris = await table.playing("Anna", "Boris")
    assert table.letters(anna) == []
    tried = len(of_kind(town.hall, "create_message"))
    for guest in (anna, boris):
        await draws(guest)
        assert guest.heard.startswith("You drew")
    assert len(of_kind(town.hall, "create_message")) == tried + 2, "the turns, in the channel"
    assert "I cannot send you private messages" in await anna.says("/settings")
    assert (await anna.presses("Try private messages again")).startswith("I cannot send you private messages")
    table.member(anna).account.dms = "open"
    assert await anna.says("/write") == "I can send you private messages again."
    (panel,) = table.letters(anna)
    assert "**Your turn.**" in panel.content


async def test_opening_letterboxes_too_fast_is_waited_out(table: Club, town: Town, clock: FakeClock) -> None:
    town.hall.faults.order("create_dm", times=2, status=400, code=40003)
    for guest in (guests := [await table.arrive(name) for name in ("Anna", "Boris")]):
        await guest.says("/new europe" if guest is guests[0] else "/join")
    await guests[0].says("/start")
    await until(lambda: len(town.hall.faults.done) == 1)
    assert len(of_kind(town.hall, "create_dm")) == 1, "one at a time, and the other waits"
    await settled(table, clock)
    assert [len(table.letters(guest)) for guest in guests] == [1, 1]


async def test_a_conversation_is_opened_once(tmp_path: Path, town: Town, clock: FakeClock) -> None:
    async with club(tmp_path, town, clock) as table:
        anna, _ = await table.playing("Anna", "Boris")
        (panel,) = table.letters(anna)
        channel = (await table.store.dm_channel(anna.person)).channel
    async with club(tmp_path, town, clock) as table:
        again = await table.arrive(table.member(anna).account.name)
        await draws(again)
        assert table.letters(again) == [panel]
        assert await table.store.dm_channel(anna.person) == DmChannel(channel)
    assert len(of_kind(town.hall, "create_dm")) == 2


async def test_a_letter_holds_nothing_of_anybody_else(table: Club) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    await draws(anna)
    match = await table.match()
    assert match.game is not None
    for guest, other in ((anna, boris), (boris, anna)):
        (panel,) = table.letters(guest)
        seen = [panel.content, *(file.description for file in panel.attachments)]
        seen += [post.text for post in table.posts]
        theirs = ticket_names(match.board, match.game.tickets[await other.seat()])
        assert not [name for name in theirs for text in seen if name in text]
