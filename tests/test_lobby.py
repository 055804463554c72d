"""The lobby: who opens, joins, changes and begins, and what a chat's one game may be."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.identity import Chat
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.situations import unchanged, view_of
from tests.tiny_board import TINY_BOARD

ANNEX = Chat("hall", "annex")
HOST = "Anna is the host and starts the game. Press “Join” to play. No one else sees your cards and tickets."
EUROPE = "**Ticket to Ride: Europe** (Classic) is open for 2 to 5 players."
CLOCK = "Clock: no time limit."
HOST_ONLY = "Only the host of the game or an admin here can do that."


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


async def lobby(scenario: Scenario, *names: str, game: str = "europe") -> list[Participant]:
    """A lobby with these people; the first opened it."""
    first, *others = participants = [await scenario.add_player(name) for name in names]
    await first.says(f"/new {game}")
    for participant in others:
        await participant.says("/join")
    await scenario.settle()
    return participants


def codes(scenario: Scenario) -> dict[str, str]:
    """The buttons of the last post."""
    return {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}


async def test_the_lobby_says_what_will_be_played_and_who_is_there(scenario: Scenario) -> None:
    await lobby(scenario, "Anna", "Boris")
    assert [text.splitlines() for text in scenario.platform.texts] == [
        [EUROPE, "Players: Anna (red).", CLOCK, HOST, "", "Anna joins with the red trains."],
        [EUROPE, "Players: Anna (red), Boris (blue).", CLOCK, HOST, "", "Boris joins with the blue trains."],
    ]
    buttons = list(codes(scenario))
    assert buttons[:5] == ["Join", "Leave", "Add a computer", "Start", "Rules"]
    assert {"Variant: Classic", "First player: random"} < set(buttons[5:])
    (picture,) = scenario.platform.posts[0].pictures
    assert (picture.name, picture.alt) == ("map.png", "The map of Ticket to Ride: Europe, before the game.")


async def test_the_lobby_says_how_well_its_computers_play(scenario: Scenario) -> None:
    await lobby(scenario, "Anna")
    anna = await scenario.add_player("Anna")
    await anna.says("/computer hard")
    await scenario.settle()
    assert "Players: Anna (red), Rocket (computer) (hard, blue)." in plain(scenario.platform.last)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("/new", "Ticket to Ride: Europe, Classic"),
        ("/new usa", "Ticket to Ride: USA, Classic"),
        ("/new europe mega", "Ticket to Ride: Europe, Mega Europe"),
        ("/new 1910", "Ticket to Ride: USA, USA 1910"),
        ("/new europe-1912", "Ticket to Ride: Europe, Europe 1912"),
    ],
)
async def test_a_game_is_opened_by_board_and_variant(scenario: Scenario, typed: str, title: str) -> None:
    anna = await scenario.add_player("Anna")
    assert (await anna.says(typed)).startswith(f"The lobby for {title} is open.")


async def test_an_unknown_board_is_refused_with_the_known_ones(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert await anna.says("/new mars") == "There is no board “mars”. Boards: europe, usa."
    assert await anna.says("/new mega") == "There is no board “mega”. Boards: europe, usa."
    assert await anna.says("/new europe 1910") == (
        "There is no variant “1910”. Variants: europe, europe-1912, mega, big-cities."
    )
    assert await anna.says("/new europe europe gold") == "This board has no bonus tickets."
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None


async def test_a_chat_has_one_game_and_a_person_many(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    assert await anna.says("/new usa") == "There is already a game here. A chat can have only one at a time."
    await anna.says("/new usa", ANNEX)
    await anna.says("/computer", ANNEX)
    await anna.says("/start", ANNEX)
    here, there = await scenario.store.chats.game_in(MEMORY_CHAT), await scenario.store.chats.game_in(ANNEX)
    assert await anna.says("/games", Chat("hall", "elsewhere")) == (
        f"**your turn** · Ticket to Ride: USA, with Rocket (computer) ({there})\n"
        f"in the lobby · Ticket to Ride: Europe, with Boris ({here})"
    )


async def test_of_two_people_who_open_a_game_at_once_one_does(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    refusal = "There is already a game here. A chat can have only one at a time."
    (opened,) = (answer for answer in answers if answer != refusal)
    assert opened.endswith("start the game with /start.")
    assert len(await scenario.store.log.running_games()) == 1


# ---- colours and seats


async def test_trains_are_chosen_by_colour(scenario: Scenario) -> None:
    anna, boris = await lobby(scenario, "Anna", "Boris")
    assert await anna.says("/join green") == "Your trains are now green."
    assert (
        await anna.says("/join") == "You have already joined. Use /join with a colour to change your trains."
    )
    assert await boris.says("/join green") == ("The green trains are taken. Available: red, yellow, black.")
    assert await boris.says("/join purple") == (
        "There are no “purple” trains. Available: red, yellow, black."
    )
    carl = await scenario.add_player("Carl")
    assert await carl.says("/join black") == "You have joined with the black trains."
    await scenario.settle()
    assert "Players: Anna (green), Boris (blue), Carl (black)." in scenario.platform.last


async def test_a_full_lobby_refuses_another_player(scenario: Scenario) -> None:
    anna, *_ = await lobby(scenario, "Anna", "Boris", "Carl", "Dora", "Emil")
    zoe = await scenario.add_player("Zoe")
    assert await zoe.says("/join") == "The table is full. At most 5 can play."
    assert await anna.says("/computer") == "The table is full. At most 5 can play."


async def test_of_two_people_who_want_the_last_seat_one_has_it(scenario: Scenario) -> None:
    await lobby(scenario, "Anna", "Boris", "Carl", "Dora")
    emil, zoe = await scenario.add_player("Emil"), await scenario.add_player("Zoe")
    answers = await asyncio.gather(emil.says("/join"), zoe.says("/join"))
    assert sorted(answers) == [
        "The table is full. At most 5 can play.",
        "You have joined with the black trains.",
    ]


async def test_leaving_a_lobby_moves_later_seats_up(scenario: Scenario) -> None:
    anna, boris, carl = await lobby(scenario, "Anna", "Boris", "Carl")
    await anna.says("/starter carl")
    assert await boris.says("/leave") == "You have left the lobby."
    assert await boris.says("/leave") == "You are not playing in this game."
    assert await boris.says("/games") == "You are not in any game right now."
    await scenario.settle()
    assert scenario.platform.last.endswith("Boris leaves the game.")
    assert "Carl goes first." in scenario.platform.last
    assert (await carl.seat(), (await scenario.match()).roster.starter) == (1, 1)


async def test_computers_come_and_go(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    assert await anna.says("/computer") == "Rocket (computer) joins (level: normal)."
    assert await anna.says("/computer random") == "Adler (computer) joins (level: random)."
    assert (
        await anna.says("/computer genius")
        == "There is no computer level “genius”. Levels: random, easy, normal, hard."
    )
    assert await anna.says("/computer remove") == "Adler (computer) has left."
    assert await anna.says("/computer remove") == "Rocket (computer) has left."
    assert await anna.says("/computer remove") == "There is no computer player to remove."


async def test_colours_are_named_and_understood_in_the_language_of_the_reader(scenario: Scenario) -> None:
    anna, boris = await lobby(scenario, "Anna", "Boris")
    await boris.says("/language ru")
    assert await boris.says("/join зелёные") == "Теперь ваши вагоны зелёные."
    assert await boris.says("/join красные") == (
        "Вагоны «красные» уже заняты. Свободны: синие, жёлтые, чёрные."
    )
    assert (await boris.says("/join пёстрые")).endswith("Свободны: синие, жёлтые, чёрные.")
    assert (await anna.says("/join green")).startswith("The green trains are taken. Available: blue, yellow")


# ---- what is played


async def test_the_variant_the_starter_and_bonus_tickets_are_chosen(scenario: Scenario) -> None:
    anna, boris = await lobby(scenario, "Anna", "Boris")
    assert await boris.says("/variant mega") == "Variant: Mega Europe."
    assert (await boris.says("/variant gold")).startswith("There is no variant “gold”.")
    assert await boris.says("/bonus gold") == "This board has no bonus tickets."
    assert await boris.says("/starter boris") == "Boris goes first."
    for word in ("/starter", "/variant", "/bonus", "/options"):
        (shown,) = await unchanged(boris, word)
        assert shown == "Variant: Mega Europe.", "a word alone asks what there is"
    assert await boris.says("/join pink") == "There are no “pink” trains. Available: green, yellow, black."
    assert await boris.says("/why") == "The game has not started yet."
    assert (await boris.says("/language")).startswith("**Your settings**\nYour language: English.")
    assert (await boris.says("/starter zoe")).startswith("No one here is called “zoe”.")
    await scenario.settle()
    assert "(Mega Europe) is open" in scenario.platform.last
    assert "Boris goes first." in scenario.platform.last
    await anna.says("/start")
    await anna.says("/keep none")
    await boris.says("/keep none")
    await anna.says("/keep all")
    await boris.says("/keep all")
    assert (await view_of(boris)).table.seat == 1


async def test_bonus_tickets_of_an_operators_board_join_their_piles(tmp_path: Path) -> None:
    bonus = '500 = { a = "ayr", b = "cork", points = 9, decks = [], bonus = "gold" }\n'
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "isle.toml").write_text(TINY_BOARD + bonus)
    async with open_scenario(tmp_path, boards=boards) as scenario:
        anna, _ = await lobby(scenario, "Anna", "Boris", game="isle")
        assert scenario.platform.last.startswith("**The Isle** (Classic) is open for 2 players.\n")
        before = await unchanged(anna, "/bonus silver")
        assert before == ["There are no bonus tickets “silver”. Available: gold."]
        await anna.says("/bonus gold")
        await anna.says("/start")
        table = (await view_of(anna)).table
        assert (table.bonus, table.ticket_deck) == (("gold",), 1)


# ---- rights


async def test_only_the_creator_or_an_admin_begins_or_ends(scenario: Scenario) -> None:
    _, boris = await lobby(scenario, "Anna", "Boris")
    carl = await scenario.add_player("Carl")
    for participant in (boris, carl):
        assert await unchanged(participant, "/start", "/abort", "/abort yes") == [HOST_ONLY] * 3
    assert await unchanged(carl, "/computer", "/variant mega", "/starter anna") == [HOST_ONLY] * 3
    scenario.platform.admins.add(carl.person)
    assert (await carl.says("/computer")).startswith("Rocket")
    assert (await carl.says("/start")) == "All aboard! The cards are dealt."


async def test_in_a_lobby_that_its_creator_has_left_any_player_begins(scenario: Scenario) -> None:
    anna, boris, _ = await lobby(scenario, "Anna", "Boris", "Carl")
    await anna.says("/leave")
    zoe = await scenario.add_player("Zoe")
    assert await unchanged(zoe, "/start") == [HOST_ONLY]
    assert (await boris.says("/start")).startswith("All aboard")
    assert await unchanged(boris, "/abort") == [HOST_ONLY]


async def test_it_takes_two_and_one_person_to_begin(scenario: Scenario) -> None:
    (anna,) = await lobby(scenario, "Anna")
    assert (
        await anna.says("/start")
        == "This game needs at least 2 players. Use /computer to add a computer player."
    )
    await anna.says("/computer")
    await anna.says("/computer")
    await anna.says("/leave")
    assert await anna.says("/start") == "At least one person must play. Use /join to take a seat."


async def test_a_game_begins_once(scenario: Scenario) -> None:
    anna, _ = await lobby(scenario, "Anna", "Boris")
    answers = await asyncio.gather(anna.says("/start"), Participant(scenario, anna.person).says("/start"))
    assert max(answers) == "The game has already started."
    assert (
        await unchanged(anna, "/computer", "/variant mega", "/starter anna", "/start")
        == ["The game has already started."] * 4
    )


async def test_lobby_buttons_work_for_everybody_and_for_days(scenario: Scenario) -> None:
    await lobby(scenario, "Anna")
    buttons, boris = codes(scenario), await scenario.add_player("Boris")
    await scenario.clock.move_on(timedelta(days=2))
    assert await boris.presses_code(buttons["Join"]) == "You have joined with the blue trains."
    assert await boris.presses_code(buttons["Add a computer"]) == "Rocket (computer) joins (level: normal)."
    assert await boris.presses_code(buttons["Start"]) == HOST_ONLY
    assert await boris.presses_code(buttons["Leave"]) == "You have left the lobby."


# ---- lobbies that nobody wants any more


async def test_a_lobby_without_changes_for_a_day_can_be_replaced(scenario: Scenario) -> None:
    await lobby(scenario, "Anna")
    carl = await scenario.add_player("Carl")
    await scenario.clock.move_on(timedelta(hours=23))
    assert (await carl.says("/new usa")).startswith("There is already a game here")
    await scenario.clock.move_on(timedelta(hours=1))
    old = await scenario.match()
    assert (await carl.says("/new usa")).startswith("The lobby for Ticket to Ride: USA, Classic")
    assert (await scenario.host.repository.read(old.id)).roster.status is Status.ABORTED
    assert (await scenario.match()).roster.creator == str(carl.person)


async def test_a_lobby_that_everybody_has_left_makes_room_at_once(scenario: Scenario) -> None:
    (anna,) = await lobby(scenario, "Anna")
    await anna.says("/leave")
    carl = await scenario.add_player("Carl")
    assert (await carl.says("/new usa")).startswith("The lobby for Ticket to Ride: USA, Classic")
    await scenario.settle()
    assert "Anna leaves the game." in scenario.platform.texts
