"""Learning, the same on every platform: practice with hints, and a review after the game."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.identity import Chat
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.contract.table import Table, TablePlayer
from tests.contract.tables import WORLDS
from tests.fakes.wire.patience import until
from tests.short_boards import write_short_boards
from tests.typed_lines import as_typed


@pytest.fixture(params=WORLDS)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    boards = write_short_boards(tmp_path, "isle")
    async with WORLDS[request.param](tmp_path) as open_table, open_table(boards=boards) as table:
        yield table


async def come_alone(table: Table) -> TablePlayer:
    """Somebody who has opened the private chat."""
    (anna,) = await table.come("Anna")
    await anna.types("/plan")
    return anna


async def own_game(table: Table, player: TablePlayer) -> tuple[Match, Chat]:
    """The newest game of a player, and the chat that shows it."""
    store = table.scenario.store
    (_, game, _, _), *_ = await store.people.games_of(player.person)
    chats = *await store.chats.of_game(game), Chat("hall", "none")
    return await table.scenario.host.repository.read(game), chats[0]


async def type_there(table: Table, player: TablePlayer, chat: Chat, text: str) -> str:
    """The answer to what a player types in a chat of their own."""
    answer = await table.scenario.host.dispatcher.answer(
        Asker(player.person, chat), Call.typed(text), pictures=False
    )
    await table.scenario.settle()
    return answer.text


async def play_on(table: Table, player: TablePlayer, chat: Chat) -> None:
    match, _ = await own_game(table, player)
    assert match.game is not None
    view = view_for(match.game, 0)
    action = COMPUTERS["random"](view, Chance(f"{match.seq:064x}"))
    await type_there(table, player, chat, f"/{as_typed(line(action), view)}")


async def test_practice_is_private_has_hints_and_ends_at_a_word(table: Table) -> None:
    anna = await come_alone(table)
    await anna.types("/practice isle easy")
    await anna.until_seen("Your practice game has begun")
    match, chat = await own_game(table, anna)
    assert match.roster.is_practice
    assert [holder.level for holder in match.roster.holders] == ["", "easy"]
    assert not await table.told("It’s")

    assert "A computer (normal) would keep " in await type_there(table, anna, chat, "/hint normal")
    await type_there(table, anna, chat, "/keep all")
    assert "A computer (normal)" in await type_there(table, anna, chat, "/hint normal")
    assert "practice game already" in await type_there(table, anna, chat, "/practice")
    assert "aborted" in await type_there(table, anna, chat, "/abort")
    assert (await own_game(table, anna))[0].roster.status is Status.ABORTED


async def test_an_ended_practice_is_told_in_one_message(table: Table) -> None:
    anna = await come_alone(table)
    await anna.types("/practice isle easy")
    _, chat = await own_game(table, anna)
    if await table.scenario.store.people.dm_channel(anna.person) is None:
        pytest.skip("this platform has no private chats that show games")
    await table.scenario.settle()
    before = await anna.notifications()
    await type_there(table, anna, chat, "/abort")
    await anna.until_seen("This game was ended without a result.")
    assert not any("Anna ended the game" in text for text in await anna.sees())
    assert await anna.notifications() == before


async def test_a_private_chat_has_one_message_a_turn(table: Table) -> None:
    """Where panel and posts would come to the same chat, the panel is the post: it notifies once a turn."""
    if not table.has_dms:
        pytest.skip("the panel of the page is no message")
    anna = await come_alone(table)
    await anna.types("/practice usa easy")
    _, chat = await own_game(table, anna)
    if await table.scenario.store.people.dm_channel(anna.person) is None:
        pytest.skip("this platform has no private chats that show games")
    await type_there(table, anna, chat, "/keep all")
    await anna.until_seen("Your turn.")
    for _ in range(4):
        if not (await own_game(table, anna))[0].waiting_for:
            break
        before = await anna.notifications()
        await play_on(table, anna, chat)
        assert await anna.notifications() <= before + 1
        told = [text for text in await anna.sees() if "Your turn." in text or "Your last turn" in text]
        assert len(told) <= 1


async def test_hints_are_refused_among_people_and_a_refusal_can_be_shown(table: Table) -> None:
    first, second = await table.in_play("Anna", "Boris", board="isle")
    await first.types("/hint")
    await first.until_seen("Hints are only for a practice game")
    await second.types("/draw deck")
    await second.until_seen("Wait for yours")
    await second.presses("Show me")
    await second.until_seen("do one of these")


async def test_a_review_follows_the_end_and_is_kept(table: Table) -> None:
    anna = await come_alone(table)
    await anna.types("/practice isle easy")
    _, chat = await own_game(table, anna)
    assert "when the game is over" in await type_there(table, anna, chat, "/review")
    while (await own_game(table, anna))[0].roster.status is Status.RUNNING:
        await play_on(table, anna, chat)
    assert "I am looking at your turns" in await type_there(table, anna, chat, "/review")
    match, _ = await own_game(table, anna)

    async def kept() -> bool:
        review = await table.scenario.store.reviews.read(match.id, 0)
        return bool(review and review.data)

    await until(kept, "no review is made")
    text = await type_there(table, anna, chat, "/review")
    assert "strongest computer" in text
    if table.has_dms:
        await anna.until_seen("strongest computer")
