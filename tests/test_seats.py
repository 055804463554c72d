"""People who leave and come back: skipping, replacing, and seats that somebody else takes."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches import records
from bot.matches.roster import Status
from bot.model.identity import Chat
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.game import DrawSecondCard, SettleTunnel
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario, waited_for
from tests.situations import anna_and_boris, into_a_tunnel, tiny_board_folder, unchanged, view_of

NOT_OVERDUE = (
    "Only an admin can do that now, in the chat where the game was created. Once the game has waited 24 "
    "hours for someone, any of its players can."
)
LEFT = (
    "You have left the game, and a computer plays your seat. You can come back with /join until someone else "
    "takes it."
)
DAY = timedelta(days=1)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


async def admin_of(scenario: Scenario) -> Participant:
    """An admin of the chat who does not play."""
    eve = await scenario.add_player("Eve")
    scenario.platform.admins.add(eve.person)
    return eve


async def pass_to(scenario: Scenario, participant: Participant, other: Participant) -> None:
    """Let the other have a turn of two blind cards, if it is theirs."""
    if participant not in await waited_for(scenario, [participant]):
        await other.says("/draw deck")
        await other.says("/draw deck")


# ---- skipping


async def test_an_admin_skips_a_turn_and_the_chat_learns_of_it(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await pass_to(scenario, boris, anna)
    admin = await admin_of(scenario)
    assert await admin.says("/skip") == "A computer finishes Boris’s turn."
    await scenario.settle()
    assert scenario.platform.last.startswith(
        "A computer finishes this turn for Boris, as Eve (admin) decided.\nBoris "
    )
    assert scenario.platform.last.endswith("It’s **Anna**’s turn.")
    assert not (await scenario.match()).roster.holders[1].skipped


async def test_a_skip_lasts_from_the_second_card_to_the_end_of_the_turn(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await pass_to(scenario, boris, anna)
    held = sum((await view_of(boris)).hand)
    await boris.says("/draw deck")
    await (await admin_of(scenario)).says("/skip boris")
    await scenario.settle()
    assert sum((await view_of(boris)).hand) == held + 2
    assert await waited_for(scenario, [anna, boris]) == [anna]


async def test_a_skip_settles_a_tunnel(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    vanished = await into_a_tunnel(scenario, [anna, boris])
    other = boris if vanished is anna else anna
    scenario.platform.admins.add(other.person)
    await other.says("/skip")
    await scenario.settle()
    assert (await view_of(other)).table.tunnel is None
    assert await waited_for(scenario, [anna, boris]) == [other]


async def test_a_skip_chooses_tickets_drawn_in_play(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/draw tickets")
    scenario.platform.admins.add(boris.person)
    await boris.says("/skip")
    await scenario.settle()
    assert len((await view_of(anna)).tickets) > 4
    assert await waited_for(scenario, [anna, boris]) == [boris]


async def test_a_skip_makes_the_whole_starting_choice_in_mega_too(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris", game="europe mega")
    admin = await admin_of(scenario)
    assert await unchanged(admin, "/skip") == [
        "The game is waiting for several players: Anna, Boris. Name one of them."
    ]
    await admin.says("/skip boris")
    await scenario.settle()
    assert len((await view_of(boris)).tickets) >= 3
    assert await waited_for(scenario, [anna, boris]) == [anna]


async def test_only_a_seat_that_must_act_can_be_skipped(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    admin = await admin_of(scenario)
    assert await unchanged(admin, "/skip boris") == ["The game is not waiting for Boris now."]
    assert await unchanged(boris, "/skip", "/skip anna", "/replace anna") == [NOT_OVERDUE] * 3
    assert await unchanged(anna, "/skip boris", "/replace boris") == [NOT_OVERDUE] * 2, "she opened the game"


async def test_after_a_day_any_player_can_skip_but_no_onlooker(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    carl = await scenario.add_player("Carl")
    await scenario.clock.move_on(DAY - timedelta(minutes=1))
    assert await unchanged(boris, "/skip") == [NOT_OVERDUE]
    await scenario.clock.move_on(timedelta(minutes=1))
    assert await unchanged(carl, "/skip", "/replace anna") == [NOT_OVERDUE] * 2
    assert await boris.says("/skip") == "A computer finishes Anna’s turn."
    await scenario.settle()
    assert await waited_for(scenario, [anna, boris]) == [boris]


async def test_every_decision_has_a_day_of_its_own(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await scenario.clock.move_on(timedelta(hours=20))
    await anna.says("/draw deck")
    await scenario.clock.move_on(timedelta(hours=20))
    assert await unchanged(boris, "/skip") == [NOT_OVERDUE]


# ---- replacing, leaving, coming back


async def test_a_replaced_player_comes_back_to_the_seat_as_it_is(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    admin = await admin_of(scenario)
    assert await admin.says("/replace boris") == (
        "A computer plays for Boris until they return. For 24 hours, no one else can take the seat."
    )
    assert await unchanged(admin, "/replace boris") == ["A computer is already playing for Boris."]
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await scenario.settle()
    assert await waited_for(scenario, [anna, boris]) == [anna]
    away = "A computer is already playing for you. Use /join to come back."
    assert await unchanged(boris, "/draw deck", "/plan draw deck twice") == [away, away]
    assert (await boris.looks()).startswith("A computer plays for you. Use /join to come back at any time.")
    assert boris.labels == ["Come back"]
    assert await boris.says("/join") == "Welcome back! You are playing again."
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await scenario.settle()
    assert scenario.platform.texts[-1].startswith(
        "Boris is back in the game.\nAnna draws 2 cards from the deck."
    )
    assert len((await view_of(boris)).tickets) >= 4


async def test_a_computer_finishes_the_turn_of_a_player_who_leaves(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/draw deck")
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    assert await anna.says("/leave yes") == LEFT
    assert await anna.says("/leave yes") == "A computer is already playing for you. Use /join to come back."
    await scenario.settle()
    assert await waited_for(scenario, [anna, boris]) == [boris]
    assert scenario.platform.last.endswith("It’s **Boris**’s turn.")


async def test_a_player_who_comes_back_in_time_makes_the_open_decision(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        vanished = await into_a_tunnel(scenario, [anna, boris])
        await vanished.says("/leave yes")
        await vanished.says("/join")
        await scenario.clock.move_on(timedelta(seconds=5))
        await scenario.settle()
        assert isinstance((await view_of(vanished)).decision, SettleTunnel)


async def test_another_person_takes_the_seat_of_one_who_left(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    carl = await scenario.add_player("Carl")
    assert await unchanged(carl, "/join") == ["All seats are taken, but you are welcome to watch."]
    hand = (await view_of(boris)).hand
    await boris.says("/leave yes")
    assert await carl.says("/join") == "You now play in Boris’s seat."
    await scenario.settle()
    assert "**Your hand**" in carl.dms[-1].text
    for _ in range(2):
        await anna.says("/draw deck")
    await scenario.settle()
    leaving, taking, *_ = scenario.platform.texts[-2].splitlines()
    assert leaving == (
        "Boris leaves the game. A computer plays until they return or someone takes the seat with /join."
    )
    assert taking == "Carl takes over Boris’s seat."
    assert scenario.platform.posts[-1].mentioned == (carl.person,)
    assert (await view_of(carl)).hand == hand
    assert await boris.says("/games") == "You are not in any game right now."
    assert await boris.says("/join") == "All seats are taken, but you are welcome to watch."
    assert "with Anna" in (await carl.says("/games"))


async def test_a_new_player_is_not_blamed_for_the_wait_before(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await scenario.clock.move_on(2 * DAY)
        carl = await scenario.add_player("Carl")
        await anna.says("/leave yes")
        await carl.says("/join")
        assert await unchanged(boris, "/skip") == [NOT_OVERDUE]
        await scenario.clock.move_on(DAY)
        assert await boris.says("/skip") == "A computer finishes Carl’s turn."


async def test_the_seat_of_a_computer_cannot_be_taken(scenario: Scenario) -> None:
    await scenario.in_play("Anna", computers=1)
    carl = await scenario.add_player("Carl")
    assert await carl.says("/join") == "All seats are taken, but you are welcome to watch."


async def test_when_everybody_has_left_the_computers_play_it_out(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, boards=tiny_board_folder(tmp_path)) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris", game="isle")
        await anna.says("/leave yes")
        await boris.says("/leave yes")
        await scenario.settle()
        assert "game is over." in scenario.platform.last


async def draws(participant: Participant) -> None:
    """A turn of two cards from the deck."""
    await participant.says("/draw deck")
    await participant.says("/draw deck")


async def called(participant: Participant, name: str, chat: Chat = MEMORY_CHAT) -> None:
    """The participant asks for something in a chat where they have this name."""
    await participant.scenario.host.dispatcher.directory.introduce(participant.person, name, chat=chat)


async def test_a_seat_follows_the_name_of_its_person_in_the_chat_with_their_next_action(
    tmp_path: Path,
) -> None:
    async with open_scenario(tmp_path, boards=tiny_board_folder(tmp_path)) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris", game="isle")
        seat, other = await anna.seat(), await boris.seat()
        old = (await scenario.match()).roster.names
        await called(anna, "Red Baron")
        await anna.says("/hand")
        assert (await scenario.match()).roster.names == old
        await draws(anna)
        await scenario.settle()
        assert (await scenario.match()).roster.names[seat] == "Red Baron"
        assert scenario.platform.last.startswith("Red Baron draws 2 cards")
        await called(boris, "Red Baron")
        await draws(boris)
        assert (await scenario.match()).roster.names[other] == "Red Baron (2)", "two would look alike"
        await called(anna, "Somebody", Chat("hall", "annex"))
        await draws(anna)
        assert (await scenario.match()).roster.names[seat] == "Red Baron"


async def test_the_record_has_the_names_of_the_end(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, boards=tiny_board_folder(tmp_path)) as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        match = await scenario.match()
        await called(players[0], "Red Baron")
        while match.roster.status is Status.RUNNING:
            for player in await waited_for(scenario, players):
                await player.says(f"/{await player.thinks(number=match.seq)}")
            match = await scenario.match()
        record = await records.export(scenario.host.repository, match.id)
        assert "Red Baron" in json.loads(record)["names"]
        assert verify(read_record(record), match.board) is None
