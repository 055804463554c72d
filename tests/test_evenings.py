"""Whole evenings: people and a computer play from the lobby to the final score, and the hall listens."""

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.message import Message
from bot.records import export
from bot.store import Store
from engine.chance import Chance
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import TurnStarted
from tests.scenario import HALL, Evening, Guest, evening, ticket_names, waited_for
from tests.secrecy_pairs import twin, write_down


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def play_by_words(hall: Evening, guests: Sequence[Guest]) -> None:
    """Everybody types what a computer would play in their place, to the end."""
    while (await hall.match()).roster.status is not Status.OVER:
        for guest in await waited_for(hall, guests):
            await guest.says(f"/{await guest.thinks()}")
        await hall.settle()


async def play_by_buttons(hall: Evening, guests: Sequence[Guest]) -> None:
    """Everybody presses one of the buttons that they are shown, to the end; nobody types a word."""
    chance = Chance("b7" * 32)
    while (await hall.match()).roster.status is not Status.OVER:
        for guest in await waited_for(hall, guests):
            await press_something(guest, chance)
        await hall.settle()


async def press_something(guest: Guest, chance: Chance) -> None:
    await guest.looks()
    while guest in await waited_for(guest.evening, [guest]):
        if not guest.labels:
            await guest.looks()
        liked = [label for label in guest.labels if label.startswith(("Claim", "Keep", "☐"))]
        asked = (await guest.evening.match()).waiting_for
        await guest.presses(chance.pick(liked or guest.labels))
        if asked != (await guest.evening.match()).waiting_for:
            return


async def turns_of(hall: Evening, guests: Sequence[Guest]) -> int:
    """How many turns these people have had."""
    seats = [await guest.seat() for guest in guests]
    steps = await hall.table.games.steps((await hall.match()).id, 0)
    return sum(isinstance(step.fact, TurnStarted) and step.fact.seat in seats for step in steps)


def public_words(post: Message) -> str:
    """Everything in a post that can be read: text, alt texts, names of files, buttons."""
    pictures = [f"{picture.name} {picture.alt}" for picture in post.pictures]
    return "\n".join([post.text, *pictures, *(b.label + b.code for row in post.rows for b in row)])


async def test_two_people_and_a_computer_play_europe_by_typed_commands(hall: Evening) -> None:
    anna, boris = guests = await hall.seated("Anna", "Boris", computers=1)
    lobby = len(hall.hall.posts) - 1
    await play_by_words(hall, guests)

    match = await hall.match()
    sheet = match.table.sheet if match.table else None
    assert sheet is not None
    first, *turns, last = hall.hall.posts[lobby:]

    assert first.text.startswith("All aboard")
    assert len(turns) + 2 <= 1.05 * await turns_of(hall, guests)
    for post in turns:
        assert post.mention in (anna.person, boris.person)
        assert [picture.name for picture in post.pictures] == ["closeup.png", "board.png"]
        assert re.search("’s (last )?turn", post.text)
    assert "The game is over." in last.text
    assert f"with {max(score.total for score in sheet.seats)} points" in last.text
    assert [picture.name for picture in last.pictures] == ["closeup.png", "board.png", "scores.png"]
    assert last.mention is None

    kept = [number for tickets in match.game.tickets for number in tickets] if match.game else []
    assert len(kept) >= 6
    told = "\n".join(public_words(post) for post in [first, *turns])
    assert not [name for name in ticket_names(match.board, kept) if name in told]
    assert "#" not in told

    record = read_record(await export(hall.table.games, match.id))
    assert verify(record, match.board) is None


async def test_usa_is_played_from_the_lobby_to_the_end_by_buttons_alone(hall: Evening) -> None:
    anna, boris = await hall.arrive("Anna"), await hall.arrive("Boris")
    await anna.says("/new usa")
    await hall.settle()
    lobby = {button.label: button.code for row in hall.hall.posts[-1].rows for button in row}
    await boris.presses_code(lobby["Join"])
    await boris.presses_code(lobby["Add a computer"])
    await anna.presses_code(lobby["Start"])
    await hall.settle()
    await play_by_buttons(hall, [anna, boris])

    assert "wins with" in hall.hall.last or "share the victory" in hall.hall.last
    match = await hall.match()
    assert match.table is not None
    assert match.table.stations == ((), (), ())
    assert sum(routes.bit_count() for routes in match.table.routes) > 20


async def test_other_hands_and_tickets_make_the_same_posts(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    async with evening(folders[0]) as hall:
        anna, boris = guests = await hall.seated("Anna", "Boris")
        for _ in range(40):
            for guest in await waited_for(hall, guests):
                await guest.says(f"/{await guest.thinks()}")
            await hall.settle()
        steps = await hall.table.games.steps((await hall.match()).id, 0)
        posts, panel, others = hall.hall.posts, await anna.looks(), await boris.looks()

    facts = [step.fact for step in steps]
    async with await Store.open(f"sqlite+aiosqlite:///{folders[1] / 'evening.db'}") as store:
        await write_down(store, steps, twin(facts, steps[0].after.board, 0), HALL)
    async with evening(folders[1]) as hall:
        anna, boris = await hall.arrive("Anna"), await hall.arrive("Boris")
        await hall.settle()
        assert await boris.looks() != others
        assert await anna.looks() == panel
        assert hall.hall.posts == posts


async def test_the_posts_of_an_evening_read_as_its_story(hall: Evening) -> None:
    first, second = await hall.playing("Anna", "Boris")
    for guest in (first, second):
        await guest.says("/draw deck")
        await guest.says("/draw deck")
    await first.says("/ticket draw")
    await first.says("/keep 1")
    await hall.settle()

    a, b = first.person.id.title(), second.person.id.title()
    assert hall.hall.texts[-4:] == [
        f"Everyone has chosen. Tickets kept: Anna 4, Boris 4.\n\nIt’s **{a}**’s turn.",
        f"{a} draws 2 cards from the deck.\n\nIt’s **{b}**’s turn.",
        f"{b} draws 2 cards from the deck.\n\nIt’s **{a}**’s turn.",
        f"{a} draws 3 tickets and keeps 1.\n\nIt’s **{b}**’s turn.",
    ]


async def test_half_turns_say_nothing_in_public(hall: Evening) -> None:
    first, second = await hall.playing("Anna", "Boris")
    heard = len(hall.hall.posts)
    await first.says("/draw deck")
    await hall.settle()
    assert len(hall.hall.posts) == heard
    await first.says("/draw deck")
    await hall.settle()
    assert len(hall.hall.posts) == heard + 1
    await second.says("/draw tickets")
    await hall.settle()
    assert len(hall.hall.posts) == heard + 1


async def test_computers_turns_are_gathered_into_one_post(hall: Evening) -> None:
    (anna,) = await hall.playing("Anna", computers=4)
    heard = len(hall.hall.posts)
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await hall.settle()
    assert len(hall.hall.posts) == heard + 1
    assert hall.hall.last.splitlines()[0] == "Anna draws 2 cards from the deck."
    assert len([text for text in hall.hall.last.splitlines() if "(computer)" in text]) == 4
    assert hall.hall.posts[-1].mention == anna.person


async def test_the_news_of_people_in_mid_turn_are_told_with_the_turn(hall: Evening) -> None:
    first, second = await hall.playing("Anna", "Boris")
    heard = len(hall.hall.posts)
    await first.says("/draw deck")
    await second.says("/leave")
    await hall.settle()
    await second.says("/join")
    await hall.settle()
    assert len(hall.hall.posts) == heard
    await first.says("/draw deck")
    await hall.settle()
    assert len(hall.hall.posts) == heard + 1
    assert "is back in the game." in hall.hall.last
    assert hall.hall.posts[-1].mention == second.person


async def test_whoever_comes_back_to_a_turn_that_nobody_was_told_of_is_called(tmp_path: Path) -> None:
    async with evening(tmp_path, delay=1) as hall:
        first, second = await hall.playing("Anna", "Boris")
        await second.says("/leave")
        await first.says("/draw deck")
        await first.says("/draw deck")
        heard = len(hall.hall.posts)
        await second.says("/join")
        await hall.settle()
        assert len(hall.hall.posts) == heard + 1
        assert hall.hall.posts[-1].mention == second.person
