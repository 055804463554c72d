"""Whole games: people and a computer play from the lobby to the final score."""

from collections.abc import Sequence

import pytest

from bot.matches.records import export
from bot.matches.roster import Status
from bot.model.message import Message
from engine.chance import Chance
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import TurnStarted
from tests.scenario import Participant, Scenario, ticket_names


async def play_by_buttons(scenario: Scenario, participants: Sequence[Participant]) -> None:
    """Everybody presses one of the buttons that they are shown, to the end; nobody types a word."""
    chance = Chance("b7" * 32)
    while (await scenario.match()).roster.status is not Status.OVER:
        for participant in await scenario.waited_for(*participants):
            await press_something(participant, chance)
        await scenario.settle()


async def press_something(participant: Participant, chance: Chance) -> None:
    await participant.looks()
    while participant in await participant.scenario.waited_for(participant):
        if not participant.labels:
            await participant.looks()
        liked = [label for label in participant.labels if label.startswith(("Claim", "Keep", "☐"))]
        asked = (await participant.scenario.match()).waiting_for
        await participant.presses(chance.pick(liked or participant.labels))
        if asked != (await participant.scenario.match()).waiting_for:
            return


async def turns_of(scenario: Scenario, participants: Sequence[Participant]) -> int:
    """How many turns these people have had."""
    seats = [await participant.seat() for participant in participants]
    steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    return sum(isinstance(step.event, TurnStarted) and step.event.seat in seats for step in steps)


def public_words(post: Message) -> str:
    """Everything in a post that can be read: text, alt texts, names of files, buttons."""
    pictures = [f"{picture.name} {picture.alt}" for picture in post.pictures]
    return "\n".join([post.text, *pictures, *(b.label + b.code for row in post.rows for b in row)])


async def test_two_people_and_a_computer_play_europe_by_typed_commands(scenario: Scenario) -> None:
    anna, boris = participants = await scenario.start_game("Anna", "Boris", computers=1)
    lobby = len(scenario.platform.posts) - 1
    await scenario.play_to_the_end(*participants)

    match = await scenario.match()
    sheet = match.table.sheet if match.table else None
    assert sheet is not None
    first, *turns, last = scenario.platform.posts[lobby:]

    assert first.text.startswith("All aboard")
    assert len(turns) + 2 <= 1.05 * await turns_of(scenario, participants)
    for post in turns:
        assert post.mentioned in ((anna.person,), (boris.person,))
        assert [picture.name for picture in post.pictures] == ["board.png"]
        assert "’s turn" in post.text or "’s last turn" in post.text
    assert "The game is over." in last.text
    assert f"with {max(score.total for score in sheet.seats)} points" in last.text
    assert [picture.name for picture in last.pictures] == ["scores.png"]
    assert first.mentioned == last.mentioned == (anna.person, boris.person)

    kept = [number for tickets in match.game.tickets for number in tickets] if match.game else []
    assert len(kept) >= 6
    told = "\n".join(public_words(post) for post in [first, *turns])
    assert not [name for name in ticket_names(match.board, kept) if name in told]
    assert "#" not in told

    record = read_record(await export(scenario.host.repository, match.id))
    assert verify(record, match.board) is None


@pytest.mark.parametrize("board", ["india", "nordic", "usa"])
async def test_a_board_is_played_from_the_lobby_to_the_end_by_buttons_alone(
    scenario: Scenario, board: str
) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says(f"/new {board}")
    await scenario.settle()
    lobby = {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}
    await boris.presses_code(lobby["Join"])
    await boris.presses_code(lobby["Add a computer"])
    await anna.presses_code(lobby["Start"])
    await scenario.settle()
    await play_by_buttons(scenario, [anna, boris])

    assert "wins with" in scenario.platform.last or "share the victory" in scenario.platform.last
    match = await scenario.match()
    assert match.table is not None
    assert match.table.stations == ((), (), ())
    assert sum(routes.bit_count() for routes in match.table.routes) > 20


async def test_half_turns_are_not_posted(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    heard = len(scenario.platform.posts)
    await first.says("/draw deck")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard
    await first.says("/draw deck")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard + 1
    await second.says("/draw tickets")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard + 1


async def test_joins_in_mid_turn_are_posted_with_the_turn(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    heard = len(scenario.platform.posts)
    await first.says("/draw deck")
    await second.says("/leave yes")
    await scenario.settle()
    await second.says("/join")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard
    await first.says("/draw deck")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard + 1
    assert "is back in the game." in scenario.platform.last
    assert scenario.platform.posts[-1].mentioned == (second.person,)


@pytest.mark.scenario(delay=1)
async def test_player_who_returns_before_the_post_is_pinged(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    await second.says("/leave yes")
    await first.draws()
    heard = len(scenario.platform.posts)
    await second.says("/join")
    await scenario.settle()
    assert len(scenario.platform.posts) == heard + 1
    assert scenario.platform.posts[-1].mentioned == (second.person,)
