"""Ways to steal a hand, a seat or a turn, each tried and each refused. Boris is the victim in all of them."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands import COMMANDS, arguments
from bot.matches import seats
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker
from bot.model.identity import Chat
from bot.model.message import drawn
from engine.actions import Action
from engine.game import DrawSecondCard, SettleTunnel
from engine.options import options
from engine.view import View
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import (
    MEMORY_CHAT,
    FakeClock,
    Participant,
    Scenario,
    open_scenario,
    ticket_names,
)
from tests.situations import (
    anna_and_boris,
    code_of,
    in_a_tunnel,
    play_until,
    tunnel_claim,
    unchanged,
    view_of,
)

pytestmark = pytest.mark.scenario(others=("inn",))

BAR, GARDEN = Chat("inn", "bar"), Chat("hall", "garden")
DAY = timedelta(days=1)

NOT_OVERDUE = "Only an admin can do that now, in the chat where the game was created."
HELD = "Boris’s seat is kept for them for"
SEEN = (
    "You have had a seat in this game, or could see someone’s hand, so you cannot take another seat. You are "
    "welcome to watch."
)
NO_SEAT = "You are not playing in this game."
WATCH = "You are not playing in this game, but you are welcome to watch."
TAKEN = "You now play in Boris’s seat."
BACK = "Welcome back! You are playing again"


# ---- what the attempts have in common


async def replaced(scenario: Scenario, victim: str = "Boris", *, after: timedelta = timedelta()) -> None:
    """An admin lets a computer play for a player, and some time passes."""
    eve = await scenario.add_admin("Eve")
    assert (await eve.says(f"/replace {victim}")).startswith(f"A computer plays for {victim}")
    await scenario.pass_time(after)


async def link(one: Participant, other: Participant, chat: Chat = BAR) -> str:
    """Link two accounts by a code. Returns the answer to the second account."""
    line = await code_of(one)
    await other.says(line, chat)
    return await other.says(f"{line} yes", chat)


async def second_account(scenario: Scenario, of: Participant, name: str = "Mallory") -> Participant:
    """An account on the other platform that is linked to a player's."""
    other = await scenario.add_player(name, "inn")
    assert (await link(of, other)).startswith("This account is linked to")
    return other


async def hand_of(participant: Participant, victim: Participant) -> bool:
    """Whether a person can see any card or ticket of the victim, by any query."""
    match = await participant.scenario.match()
    held = [seat for seat, holder in enumerate(match.roster.holders) if str(victim.person) in holder.people]
    assert match.game is not None
    tickets = ticket_names(match.board, match.game.tickets[held[0]])
    dispatcher, told = participant.scenario.host.dispatcher, []
    for line in ("/hand", "/tickets", "/draw", "/claim", "/station", "/ticket", "/keep", "/why", "/record"):
        told.append(await participant.says(line))
        assert not (await drawn(participant.answer)).pictures, line
    for word in ("hand", "tickets", "ways claim brest--dieppe", "mark 1", "try claim brest--dieppe KK"):
        told += [await participant.presses_code(f"{match.id}.0.{word}")]
    for word in ("draw", "claim", "keep", "station", "pay"):
        told += await dispatcher.complete(Asker(participant.person, MEMORY_CHAT), f"/{word} ")
    for kind in (COMMANDS["draw"].parameter("card"), arguments.ROUTE, arguments.CITY, arguments.TICKETS):
        found = await dispatcher.suggest(Asker(participant.person, MEMORY_CHAT), kind, "")
        told += [one.label for one in found]
    told.append(plain((await dispatcher.panel(Asker(participant.person, MEMORY_CHAT))).text))
    text = "\n".join(told)
    return "Your hand" in text or any(ticket in text for ticket in tickets) or "/claim " in text


async def two_turns(*players: Participant) -> None:
    """Let everybody take a turn of two cards from the deck."""
    for _ in players:
        scenario = players[0].scenario
        await scenario.settle()
        for player in await scenario.waited_for(*players):
            await player.draws()
    await players[0].scenario.settle()


# ---- replacing somebody, and taking the seat with another account


async def test_the_host_alone_cannot_replace_or_skip(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    for line in ("/replace boris", "/skip boris", "/skip", "/replace"):
        assert (await unchanged(anna, line))[0].startswith(NOT_OVERDUE)
    mallory = await scenario.add_player("Mallory")
    assert await mallory.says("/join") == "All seats are taken, but you are welcome to watch."
    assert not await hand_of(mallory, boris)


async def test_a_seat_that_was_taken_by_force_waits_a_day_for_its_player(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY - timedelta(hours=1))
    assert (await unchanged(mallory, "/join"))[0].startswith(f"{HELD} 1 more hour.")
    assert not await hand_of(mallory, boris)
    assert await boris.says("/join") == f"{BACK}."
    assert (await view_of(boris)).hand == (await view_of(boris)).hand
    assert await scenario.waited_for(anna, boris) == [anna]


async def test_an_admin_who_plays_gets_nothing_by_it_either(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    scenario.platform.admins.add(anna.person)
    second = await second_account(scenario, anna)
    await anna.says("/replace boris")
    assert await second.says("/join") == "You are already playing.", "as Anna"
    await scenario.clock.move_on(DAY)
    assert await second.says("/join") == "You are already playing."
    assert await boris.says("/join") == f"{BACK}."


async def test_who_decided_is_told_in_public_and_stays_in_the_log(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await replaced(scenario)
    await two_turns(anna)
    line = "A computer now plays for Boris until they return, as Eve (admin) decided."
    assert line in scenario.platform.text
    assert line in await anna.says("/log")
    await scenario.clock.move_on(DAY)
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/join")
    await boris.says("/join")
    await two_turns(anna, boris)
    for line in (
        "Mallory takes over Boris’s seat.",
        "Boris is back and plays in this seat again. Mallory now watches.",
    ):
        assert line in scenario.platform.text
        assert line in await anna.says("/log")


async def test_a_player_who_was_replaced_is_notified_and_told_what_to_do(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    scenario.platform.notified.clear()
    await replaced(scenario)
    assert (boris.person, boris.person) in scenario.platform.notified
    assert (MEMORY_CHAT, boris.person) in scenario.platform.notified
    assert boris.dms[-1].text.startswith("A computer plays for you. Use /join to come back at any time.")


async def test_a_replaced_player_is_mentioned_though_the_turn_of_another_goes_on(scenario: Scenario) -> None:
    """Anna moves on only after a day, so that nobody hears of it before the seat is free."""
    _, boris = await anna_and_boris(scenario)
    scenario.platform.faults.unreachable.add(boris.person)
    said = len(scenario.platform.posts)
    await replaced(scenario)
    (post,) = scenario.platform.posts[said:]
    assert plain(post.text).startswith("A computer now plays for Boris until they return, as Eve (admin)")
    assert post.mentioned == (boris.person,)
    await scenario.clock.move_on(DAY)
    await (await scenario.add_player("Mallory")).says("/join")
    await scenario.settle()
    assert scenario.platform.last.startswith("Mallory takes over Boris’s seat.")
    assert len(scenario.platform.posts) == said + 2


async def test_a_turn_that_ended_meanwhile_is_not_skipped(scenario: Scenario) -> None:
    """The right to skip is judged again on the game as it is when the skip is written."""
    anna, boris = await anna_and_boris(scenario)
    await scenario.clock.move_on(DAY)
    decider = boris.person, "Boris", False
    before, now = await scenario.match(), scenario.clock.now()
    assert seats.skip(before, None, decider, now).events
    await anna.says("/draw deck")
    match = await scenario.match()
    for decide in (seats.skip, seats.replace):
        with pytest.raises(CommandRefused, match="not-overdue"):
            decide(match, None, decider, now)


async def test_nobody_replaces_themselves_by_mistake(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    scenario.platform.admins.add(anna.person)
    assert await unchanged(anna, "/replace anna") == ["That is your own seat. Use /leave to leave the game."]


# ---- after the day


async def test_the_owner_comes_back_over_the_one_who_took_the_seat(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    assert await mallory.says("/join") == TAKEN
    await scenario.settle()
    assert boris.dms[-1].text.startswith("\u2068Mallory\u2069 plays your seat now. Use /join to come back at")
    assert (await boris.looks()).startswith("Mallory plays your seat now.")
    assert (await boris.says("/hand")).startswith("Mallory plays your seat now.")
    assert await boris.presses("Come back") == f"{BACK}, and Mallory now watches."
    await scenario.settle()
    assert plain(mallory.dms[-1].text) == "Boris plays this seat now. You are welcome to watch."
    assert scenario.platform.standing(mallory.person) == [mallory.dms[-1]], "the hand is gone"
    assert not await hand_of(mallory, boris)
    assert await mallory.says("/join") == "All seats are taken, but you are welcome to watch."
    told = len(mallory.dms)
    await two_turns(anna, boris, anna, boris)
    assert len(mallory.dms) == told
    assert await mallory.says("/games") == "You are not in any game right now."


async def test_buttons_of_the_last_holder_do_nothing(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await two_turns(anna)
    await boris.looks()
    old = [button.code for row in boris.answer.rows for button in row]
    await scenario.clock.move_on(DAY)
    assert old
    await anna.says("/skip")
    await two_turns(anna)
    await replaced(scenario, after=DAY)
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/join")
    await two_turns(anna)
    await mallory.looks()
    new = [button.code for row in mallory.answer.rows for button in row]
    assert new
    before = (await scenario.match()).seq
    for code in (*old, *new):
        assert await boris.presses_code(code) in (WATCH, NO_SEAT)
    await boris.says("/join")
    before += 1
    for code in (*old, *new):
        assert await mallory.presses_code(code) in (WATCH, NO_SEAT)
    assert (await scenario.match()).seq == before


async def test_a_half_finished_turn_goes_back_to_the_owner(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    await mallory.says("/join")
    await play_until(scenario, [anna, mallory], payable_tunnel_of_boris, tunnel_of_boris)
    laid = (await view_of(mallory)).table.tunnel
    await mallory.looks()
    pay = mallory.button("Pay").code
    await boris.says("/join")
    assert isinstance((await view_of(boris)).decision, SettleTunnel)
    assert await unchanged(mallory, "/pay", "/decline") == [NO_SEAT, WATCH]
    assert await mallory.presses_code(pay) == WATCH
    assert (await view_of(boris)).table.tunnel == laid
    assert "You claimed" in await boris.presses_code(pay), "the same decision, made by its owner"


def payable_tunnel_of_boris(view: View) -> bool:
    return view.seat == 1 and in_a_tunnel(view) and len(options(view)) > 1


def tunnel_of_boris(view: View) -> Action | None:
    return tunnel_claim(view) if view.seat == 1 else None


async def test_a_drawn_card_stays_drawn(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await anna.says("/draw deck")
        await anna.says("/leave yes")
        mallory = await scenario.add_player("Mallory")
        await mallory.says("/join")
        assert isinstance((await view_of(mallory)).decision, DrawSecondCard)
        assert await unchanged(anna, "/draw deck") == [NO_SEAT]
        await mallory.says("/draw deck")
        assert await scenario.waited_for(mallory, boris) == [boris]


async def test_two_people_who_take_a_seat_at_once(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    thieves = [await scenario.add_player(name) for name in ("Mallory", "Trudy")]
    answers = await asyncio.gather(*(thief.says("/join") for thief in thieves))
    assert sorted(answers) == ["All seats are taken, but you are welcome to watch.", TAKEN]
    loser = thieves[answers.index("All seats are taken, but you are welcome to watch.")]
    assert not await hand_of(loser, boris)


# ---- leaving, and giving up


async def test_leaving_asks_first_and_says_who_may_take_the_seat(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    assert await boris.says("/leave") == (
        "Leave this game? A computer plays your seat. Someone else can then take it, with your hand and your "
        "tickets, and you cannot come back after that."
    )
    assert (await boris.presses("Leave the seat")).startswith("You have left the game")
    mallory = await scenario.add_player("Mallory")
    assert await mallory.says("/join") == TAKEN
    assert await boris.says("/join") == "All seats are taken, but you are welcome to watch."
    await scenario.settle()
    assert plain(boris.dms[-1].text) == "Mallory plays this seat now. You are welcome to watch."
    assert not await hand_of(boris, mallory)


async def test_a_player_who_left_comes_back_while_nobody_has_taken_the_seat(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    await scenario.settle()
    assert boris.dms[-1].text.startswith("You have left the game")
    assert await boris.says("/join") == f"{BACK}."
    mallory = await scenario.add_player("Mallory")
    assert await mallory.says("/join") == "All seats are taken, but you are welcome to watch."


async def test_the_question_of_one_player_is_no_trap_for_another(scenario: Scenario) -> None:
    """Telegram shows the button of such a question in the group, where anybody may press it."""
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/leave")
    code = anna.button("Leave the seat").code
    before = (await scenario.match()).seq
    assert (await boris.presses_code(code)).startswith("Leave this game?")
    assert (await scenario.match()).seq == before
    assert (await anna.presses_code(code)).startswith("You have left the game")


async def test_the_question_of_an_owner_is_no_trap_for_the_one_who_plays(scenario: Scenario) -> None:
    """Both are asked about the same seat."""
    _, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    await mallory.says("/join")
    await boris.says("/leave")
    code = boris.button("Leave the seat").code
    assert (await mallory.presses_code(code)).startswith("Leave this game?")
    assert (await scenario.match()).roster.holders[1].person == str(mallory.person)
    assert not (await scenario.match()).roster.holders[1].level


async def test_leaving_and_coming_back_buys_no_time(tmp_path: Path) -> None:
    """A player who lets the table wait is as overdue as before; with a slow computer nothing has happened."""
    async with open_scenario(tmp_path, delay=60) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await scenario.clock.move_on(DAY - timedelta(minutes=1))
        await anna.says("/leave yes")
        await anna.says("/join")
        await scenario.clock.move_on(timedelta(minutes=1))
        assert await boris.says("/skip") == "A computer finishes Anna’s turn."


async def test_an_old_button_of_the_lobby_asks_too(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    game = (await scenario.match()).id
    before = (await scenario.match()).seq
    assert (await boris.presses_code(f"{game}.0.leave")).startswith("Leave this game?")
    assert (await scenario.match()).seq == before


async def test_a_player_who_was_replaced_gives_the_seat_up(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario)
    assert (await boris.says("/leave")).startswith("Give up your seat? Someone else can then take it at once")
    assert (await unchanged(mallory, "/join"))[0].startswith(HELD), "it was only a question"
    await boris.says("/leave")
    assert (await boris.presses("Leave the seat")).startswith("You have given up your seat.")
    assert await boris.says("/leave") == "A computer is already playing for you. Use /join to come back."
    assert await mallory.says("/join") == TAKEN
    assert await boris.says("/join") == "All seats are taken, but you are welcome to watch."
    await two_turns(anna, mallory)
    assert "Boris gives up the seat. A computer plays it until someone takes it" in scenario.platform.text


async def test_an_owner_gives_the_seat_up_to_the_one_who_plays_it(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    await mallory.says("/join")
    assert (await boris.says("/leave")).startswith("Give up your seat? It then belongs to Mallory")
    assert await boris.presses("Leave the seat") == "You have given up your seat. It now belongs to Mallory."
    assert await boris.says("/join") == "All seats are taken, but you are welcome to watch."
    assert await boris.says("/leave yes") == NO_SEAT
    await two_turns(anna, mallory)
    assert "Boris gives up the seat for good. It now belongs to Mallory." in scenario.platform.text
    assert plain(boris.dms[-1].text) == "Mallory plays this seat now. You are welcome to watch."


async def test_the_one_who_stands_in_cannot_give_away_what_is_not_theirs(scenario: Scenario) -> None:
    """Mallory leaves by her own word, and Trudy takes the seat: it is still Boris's."""
    _, boris = await anna_and_boris(scenario)
    mallory, trudy = await scenario.add_player("Mallory"), await scenario.add_player("Trudy")
    await replaced(scenario, after=DAY)
    await mallory.says("/join")
    await mallory.says("/leave yes")
    assert await trudy.says("/join") == "You now play in Mallory’s seat."
    assert await boris.says("/join") == f"{BACK}, and Trudy now watches."
    for thief in (mallory, trudy):
        assert await thief.says("/join") == "All seats are taken, but you are welcome to watch."


# ---- one human with several accounts


async def test_a_linked_account_is_the_same_player(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await boris.says("/leave yes")
    assert await mallory.says("/join") == "You are already playing."
    await scenario.settle()


async def test_an_account_that_is_unlinked_just_before_has_still_seen_the_hand(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await boris.says("/leave yes")
    await mallory.says("/unlink")
    assert await unchanged(mallory, "/join") == [SEEN]
    assert not await hand_of(mallory, boris)


async def test_the_other_account_that_is_unlinked_makes_no_difference(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await boris.says("/leave yes")
    await anna.says("/unlink")
    assert await unchanged(mallory, "/join") == [SEEN]


async def test_accounts_that_were_linked_before_the_start_are_known_too(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    mallory = await second_account(scenario, anna)
    anna, boris = await anna_and_boris(scenario)
    await mallory.says("/unlink")
    await boris.says("/leave yes")
    assert await unchanged(mallory, "/join") == [SEEN]


async def test_what_one_account_has_seen_its_later_links_have_seen(scenario: Scenario) -> None:
    """Mallory was linked to Anna once; Trudy never was, but is linked to Mallory for a moment."""
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await mallory.says("/unlink")
    trudy = await second_account(scenario, mallory, "Trudy")
    await trudy.says("/unlink")
    await boris.says("/leave yes")
    assert await unchanged(trudy, "/join") == [SEEN]


async def test_accounts_with_different_hands_are_not_linked_afterwards(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory", "inn")
    await boris.says("/leave yes")
    assert await mallory.says("/join") == TAKEN
    both = "Both of your accounts have had a seat in game"
    assert (await link(anna, mallory)).startswith(both)
    await mallory.says("/leave yes")
    assert (await link(anna, mallory)).startswith(both), "she has seen Boris's hand"
    trudy = await scenario.add_player("Trudy")
    await trudy.says("/join")
    assert (await link(anna, mallory)).startswith(both)
    assert (await link(anna, boris)).startswith(both), "he has lost the seat"


async def test_a_spectator_who_was_linked_cannot_link_to_the_next_hand(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await mallory.says("/unlink")
    assert (await link(boris, mallory)).startswith("Both of your accounts have had a seat in game")
    assert not await hand_of(mallory, boris)


async def test_linking_while_joining_gives_no_two_seats(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory", "inn")
    await boris.says("/leave yes")
    code = (await anna.says("/link")).split("/link ")[1].split()[0]
    await mallory.says(f"/link {code}", BAR)
    again = Participant(scenario, mallory.person)
    await asyncio.gather(mallory.says("/join"), again.says(f"/link {code} yes", BAR))
    linked = await scenario.store.people.linked_accounts(anna.person)
    taken = (await scenario.match()).roster.seat_of(str(mallory.person)) is not None
    assert taken is (len(linked) == 1), "one or the other"


async def test_one_human_has_one_seat_in_a_lobby(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    mallory = await second_account(scenario, anna)
    await anna.says("/new europe")
    assert (await mallory.says("/join")).startswith("You have already joined.")
    await mallory.says("/unlink")
    assert (
        await unchanged(mallory, "/join", "/join green")
        == ["You have already joined with another account."] * 2
    )
    await anna.says("/leave")
    assert (await mallory.says("/join")).startswith("You have joined")


async def test_a_player_who_left_the_lobby_has_seen_nothing_and_may_take_a_seat(scenario: Scenario) -> None:
    trudy, _ = await scenario.add_player("Trudy"), await scenario.add_player("Anna")
    mallory = await second_account(scenario, trudy)
    await trudy.says("/new europe")
    await (await scenario.add_player("Anna")).says("/join")
    await (await scenario.add_player("Boris")).says("/join")
    await trudy.says("/leave")
    boris = await scenario.add_player("Boris")
    await boris.says("/start")
    await boris.says("/keep all")
    await boris.says("/leave yes")
    assert await mallory.says("/join") == TAKEN


# ---- those who had a seat


async def test_a_player_who_has_left_one_seat_cannot_take_another(scenario: Scenario) -> None:
    anna, boris, carl = await scenario.in_play("Anna", "Boris", "Carl")
    trudy = await scenario.add_player("Trudy")
    await anna.says("/leave yes")
    await scenario.settle()
    await trudy.says("/join")
    await boris.says("/leave yes")
    await scenario.settle()
    assert await unchanged(anna, "/join") == [SEEN]
    assert not await hand_of(anna, boris)
    assert not await hand_of(anna, carl)


async def test_a_player_who_stood_in_for_one_player_cannot_take_the_seat_of_another(
    scenario: Scenario,
) -> None:
    _, boris, *_ = await named(scenario, "Anna", "Boris", "Carl")
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    await mallory.says("/join")
    await boris.says("/join")
    carl = await scenario.add_player("Carl")
    await carl.says("/leave yes")
    await scenario.settle()  # a computer may have Carl's turn to finish
    assert await unchanged(mallory, "/join") == [SEEN]
    assert not await hand_of(mallory, carl)


async def named(scenario: Scenario, *names: str) -> list[Participant]:
    """A game in play, its players in the order of these names."""
    players = {one.person: one for one in await scenario.in_play(*names)}
    return [players[(await scenario.add_player(name)).person] for name in names]


# ---- restarts, other chats, aborted games


async def test_after_a_restart_all_of_it_is_remembered(tmp_path: Path) -> None:
    platform, clock = MemoryPlatform(), FakeClock()
    async with open_scenario(tmp_path, platform=platform, clock=clock, others=("inn",)) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await (await second_account(scenario, anna)).says("/unlink")
        await replaced(scenario)
    async with open_scenario(tmp_path, platform=platform, clock=clock, others=("inn",)) as scenario:
        mallory = await scenario.add_player("Mallory", "inn")
        trudy = await scenario.add_player("Trudy")
        assert (await unchanged(trudy, "/join"))[0].startswith(HELD)
        await scenario.clock.move_on(DAY)
        assert await unchanged(mallory, "/join") == [SEEN]
        assert await trudy.says("/join") == TAKEN
    async with open_scenario(tmp_path, platform=platform, clock=clock, others=("inn",)) as scenario:
        boris = Participant(scenario, boris.person)
        assert await boris.says("/join") == f"{BACK}, and Trudy now watches."


async def test_an_aborted_game_gives_the_player_a_whole_day_again(scenario: Scenario) -> None:
    """Nobody can come back to a game that is aborted."""
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=timedelta(hours=1))
    await anna.says("/abort yes")
    await scenario.clock.move_on(timedelta(hours=23))
    await anna.says("/restore")
    await scenario.clock.move_on(timedelta(hours=23))
    assert (await unchanged(mallory, "/join"))[0].startswith(HELD)
    assert await boris.says("/join") == f"{BACK}."


async def test_an_aborted_game_forgets_no_hand(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await second_account(scenario, anna)
    await anna.says("/abort yes")
    await mallory.says("/unlink")
    await anna.says("/restore")
    await boris.says("/leave yes")
    assert await unchanged(mallory, "/join") == [SEEN]


async def test_an_aborted_game_has_no_seats_to_take(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await boris.says("/leave yes")
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    assert await mallory.presses_code(f"{game}.0.join") == "This game is over. Create a new one with /new."
    assert await mallory.presses_code(f"{game}.0.hand") == NO_SEAT


@pytest.mark.parametrize("chat", [BAR, GARDEN])
async def test_a_chat_that_follows_the_game_opens_no_other_door(scenario: Scenario, chat: Chat) -> None:
    anna, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory", chat.platform)
    code = (await anna.says("/share")).split("/follow ")[1].split()[0]
    await mallory.says(f"/follow {code}", chat)
    scenario.platform.admins.add(mallory.person)
    assert (await mallory.says("/replace boris", chat)).startswith(NOT_OVERDUE), "not at home"
    scenario.platform.admins.clear()
    await replaced(scenario)
    assert (await mallory.says("/join", chat)).startswith(HELD)
    await scenario.clock.move_on(DAY)
    assert await mallory.says("/join", chat) == TAKEN
    assert (await boris.says("/join")).startswith(BACK)
    assert await mallory.says("/hand", chat) == NO_SEAT


async def test_writing_again_sends_no_lost_hand(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    await (await scenario.add_player("Mallory")).says("/join")
    await scenario.settle()
    told = len(boris.dms)
    await boris.says("/write")
    assert len(boris.dms) == told


async def test_a_player_with_closed_dms_loses_the_seat_too(scenario: Scenario) -> None:
    """The last panel cannot be replaced: its buttons do nothing."""
    _, boris = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    await replaced(scenario, after=DAY)
    scenario.platform.faults.unreachable.add(mallory.person)
    await mallory.says("/join")
    await scenario.settle()
    await boris.says("/join")
    scenario.platform.faults.unreachable.clear()
    await scenario.settle()
    assert not await hand_of(mallory, boris)
