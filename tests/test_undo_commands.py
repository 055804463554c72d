"""What follows of an undo: clocks, plans, votes, computers, pictures, the log, and the page."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.plans import own_plan
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster_events import RosterEvent
from bot.matches.snapshots import restored, snapshot_of
from bot.matches.undo import undo_alone
from bot.shown.replays import replay
from bot.store import Store
from bot.text.history import account
from bot.text.i18n import phrases
from engine.actions import ClaimRoute
from engine.board import Board
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import MovesUndone, seen_by
from engine.fold import fold
from engine.game import Game
from engine.notation import line
from engine.undo import undone
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario, waited_for
from tests.secrecy_pairs import secrecy_pair, write_down
from tests.situations import claims_of, to_a_claim, unchanged
from tests.test_onlookers import shown
from tests.undo_games import normal

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, turn_clock="24h") as one:
        yield one


async def game_of(scenario: Scenario) -> Game:
    game = (await scenario.match()).game
    assert game is not None
    return game


async def claims(scenario: Scenario, *names: str) -> tuple[Participant, list[Participant], str]:
    """A table with a player who can claim a route, the others in their order, and the line of the claim."""
    players = await scenario.in_play(*names)
    player, _ = await to_a_claim(scenario, players, ways=range(1, 99))
    place = players.index(player)
    routes = (await scenario.match()).board.route
    found = [one for one in await claims_of(player) if isinstance(one, ClaimRoute)]
    claim = next(one for one in found if not routes[one.route].tunnel)
    return player, players[place + 1 :] + players[:place], f"/{line(claim)}"


async def agree(scenario: Scenario, *players: Participant) -> None:
    for player in players:
        await player.says("/vote yes")
    await scenario.settle()


async def test_only_the_button_of_the_last_move_undoes_it_and_only_once(scenario: Scenario) -> None:
    first, _, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    code = first.button("Undo").code
    assert (await first.presses_code(code)).startswith("Your last move is undone.")
    assert "Undo" not in first.labels
    assert await first.presses_code(code) == (
        "This can no longer be undone at once. With /undo you ask the other players."
    )
    await first.says(claim)
    assert first.button("Undo").code != code
    assert (await unchanged(first, "/log"))[0].count("Undone: ") == 1


async def test_the_button_of_an_undone_move_is_stale(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    revision = (await game_of(scenario)).table.decisions[await first.seat()]
    assert revision
    game = (await scenario.match()).id
    code = f"{game}.{revision.revision}.{claim.removeprefix('/')}"
    await first.presses_code(code)
    await first.presses("Undo")
    seq = (await scenario.match()).seq
    assert "claimed" not in (await first.presses_code(code)).splitlines()[0]
    assert (await scenario.match()).seq == seq
    later = f"{game}.{(await scenario.match()).seq}.draw deck"
    await others[0].presses_code(later)
    assert (await scenario.match()).seq == seq


async def test_nobody_undoes_before_a_move_or_without_a_seat(scenario: Scenario) -> None:
    players = await scenario.start_game("Anna", "Boris")
    olga = await scenario.add_player("Olga")
    assert await unchanged(players[0], "/undo") == ["You have made no move that can be undone."]
    assert (await unchanged(olga, "/undo"))[0].startswith("You are not playing in this game")


async def test_tickets_that_were_kept_lie_again_where_they_lay(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    await players[0].says("/draw tickets")
    before = await game_of(scenario)
    await players[0].says("/keep 1")
    after = await game_of(scenario)
    assert after.ticket_deck != before.ticket_deck
    assert await players[0].says("/undo") == "You have asked the table. Your vote counts as yes."
    await agree(scenario, players[1])
    assert normal(await game_of(scenario)) == normal(before)


async def test_with_computers_alone_nobody_is_asked(scenario: Scenario) -> None:
    (player,) = await scenario.in_play("Anna", computers=2)
    while (await player.seat()) not in (await scenario.match()).waiting_for:
        await scenario.settle()
    before = await game_of(scenario)
    await player.says("/draw deck")
    await player.says("/draw deck")
    await scenario.settle()
    await player.says("/undo")
    await scenario.settle()
    await player.says("/undo")
    assert normal(await game_of(scenario)) == normal(before)


async def test_a_clock_goes_on_where_it_was_and_the_saved_time_is_not_saved(scenario: Scenario) -> None:
    first, _, claim = await claims(scenario, "Anna", "Boris")
    seat = await first.seat()
    before = (await scenario.match()).roster.holders[seat].clock
    await scenario.clock.move_on(10 * HOUR)
    await first.says(claim)
    assert (await scenario.match()).deadline(seat) is None
    await scenario.clock.move_on(2 * HOUR)
    await first.says("/undo")
    match = await scenario.match()
    assert match.roster.holders[seat].clock.bank == before.bank
    assert match.deadline(seat) == scenario.clock.now() + DAY + timedelta(seconds=before.bank) - 10 * HOUR
    assert [one for one in range(2) if match.deadline(one)] == [seat]
    assert set(await scenario.store.timers.of_game(match.id)) == {f"turn:{seat}", f"reminder:{seat}"}


async def test_after_a_vote_the_turn_begins_again(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    seat = await first.seat()
    bank = (await scenario.match()).roster.holders[seat].clock.bank
    await scenario.clock.move_on(10 * HOUR)
    for player in (first, second):
        await player.says("/draw deck")
        await player.says("/draw deck")
    await first.says("/undo")
    await scenario.clock.move_on(5 * HOUR)
    await agree(scenario, second, third)
    match = await scenario.match()
    assert match.waiting_for == (seat,)
    assert match.roster.holders[seat].clock.bank == bank
    assert match.deadline(seat) == scenario.clock.now() + DAY + timedelta(seconds=bank)


async def test_plans_that_were_made_after_the_move_are_gone_and_earlier_ones_stay(scenario: Scenario) -> None:
    first, (second, third), claim = await claims(scenario, "Anna", "Boris", "Carl")
    await third.says("/plan draw deck twice")
    await scenario.clock.move_on(timedelta(seconds=1))
    await first.says(claim)
    await third.says("/plan draw tickets")
    match = await scenario.match()
    assert own_plan(match, await third.seat())
    await first.says("/undo")
    assert own_plan(await scenario.match(), await third.seat()) is None
    await second.says("/plan draw deck twice if the row shows 5 red")
    kept = own_plan(await scenario.match(), await second.seat())
    await first.says(claim)
    await first.says("/undo")
    assert own_plan(await scenario.match(), await second.seat()) == kept
    assert kept is not None


async def test_a_vote_goes_back_as_far_as_was_asked_whatever_is_played_meanwhile(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    await first.says("/draw deck")
    before = await game_of(scenario)
    await first.says("/draw deck")
    await first.says("/undo")
    await second.says("/draw deck")
    await second.says("/draw deck")
    await agree(scenario, second, third)
    assert normal(await game_of(scenario)) == normal(before)
    told = plain(scenario.platform.last)
    name = first.person.id.title()
    assert f"{name}’s last move is undone, with all that came after it." in told
    assert scenario.platform.posts[-1].mentioned == (first.person,)


async def test_a_vote_on_moves_that_are_gone_is_over(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    await others[0].says("/undo")
    assert (await scenario.match()).roster.vote is not None
    await first.says("/undo")
    match = await scenario.match()
    assert match.roster.vote is not None  # the vote is about an earlier move
    await agree(scenario, first)
    assert (await scenario.match()).roster.vote is None


async def test_nobody_replaces_a_player_to_get_their_agreement(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    scenario.platform.admins.add(first.person)
    await first.says("/draw deck")
    drawn = await game_of(scenario)
    await first.says(f"/replace {third.person.id}")
    await first.says("/undo")
    await agree(scenario, second)
    assert (await scenario.match()).roster.vote is not None
    await scenario.clock.move_on(DAY + HOUR)
    await scenario.settle()
    assert (await scenario.match()).roster.vote is None
    assert (await game_of(scenario)).seq >= drawn.seq
    steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    assert not [step for step in steps if isinstance(step.event, MovesUndone)]


async def test_nothing_is_undone_for_a_player_who_has_left(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    await first.says("/draw deck")
    await first.says("/undo")
    await first.says("/leave yes")
    await agree(scenario, second, third)
    steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    assert not [step for step in steps if isinstance(step.event, MovesUndone)]


async def test_the_page_learns_when_a_move_can_be_taken_back_at_once(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    match = await scenario.match()
    assert (await shown(scenario, first))["me"]["undo"] == match.undoable[-1][1]
    assert "undo" not in (await shown(scenario, others[0]))["me"]
    await others[0].says("/draw deck")
    assert "undo" not in (await shown(scenario, first))["me"]


async def test_the_page_offers_undo_only_to_a_player_who_has_a_move_to_undo(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    assert await offered(scenario, first, second) == [False, False]
    await first.says("/draw deck")
    await first.says("/draw deck")
    assert await offered(scenario, first, second) == [True, False]
    await first.says("/undo")
    assert (await scenario.match()).roster.vote
    assert await offered(scenario, first, second) == [False, False]


async def offered(scenario: Scenario, *players: Participant) -> list[bool]:
    """Whether the menu of the page offers each player to take a move back."""
    return ["undo" in (await shown(scenario, one))["offers"] for one in players]


async def test_a_panel_loses_its_button_once_another_player_has_acted(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    await scenario.settle()

    def labels() -> list[str]:
        (panel,) = scenario.platform.standing(first.person)
        return [button.label for row in panel.rows for button in row]

    assert "Undo" in labels()
    await others[0].says("/draw deck")
    await scenario.settle()
    assert "Undo" not in labels()


async def test_the_log_the_record_and_the_replay_know_what_was_undone(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    await first.says("/undo")
    await first.says("/draw deck")
    await first.says("/draw deck")
    await others[0].says("/draw deck")
    await first.says("/undo")
    await agree(scenario, others[0])
    match = await scenario.match()
    record = read_record(await export(scenario.host.repository, match.id, unfinished=True))
    assert verify(record, match.board) is None
    undone = [move for move in record.moves if isinstance(move.events[0], MovesUndone)]
    assert [move.action for move in undone] == [f"undo {move.events[0].to}" for move in undone]  # type: ignore[union-attr]
    steps = await scenario.host.repository.steps(match.id, 0)
    lines = [plain(one) for one in account(steps, phrases("en")).splitlines()]
    assert sum(one.startswith("Undone: ") for one in lines) == 3
    assert sum("took back their last move" in one for one in lines) == 1
    await (await scenario.add_player("Anna")).says("/abort yes")
    steps = await scenario.host.repository.steps(match.id, 0)
    told = replay(steps, phrases("en"))
    assert isinstance(told["turns"], list)
    assert not [turn for turn in told["turns"] if "took back" in turn["text"] or "claim" in turn["text"]]


async def test_a_snapshot_keeps_what_can_be_undone(scenario: Scenario) -> None:
    first, _, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    match = await scenario.match()
    assert [seat for seat, _ in match.undoable] == [await first.seat()]
    rows = await scenario.store.log.read(match.id)
    text = snapshot_of(match, rows[-1])
    assert text is not None
    assert restored(match.id, text, rows[-1], match.board) == match


async def test_a_restart_between_move_and_undo_loses_nothing(tmp_path: Path) -> None:
    clock = FakeClock()
    async with open_scenario(tmp_path, clock=clock) as scenario:
        first, _, claim = await claims(scenario, "Anna", "Boris")
        before = await game_of(scenario)
        await first.says(claim)
        code, person = first.button("Undo").code, first.person
    async with open_scenario(tmp_path, clock=clock) as scenario:
        again = Participant(scenario, person)
        await again.presses_code(code)
        await scenario.settle()
        assert normal(await game_of(scenario)) == normal(before)


async def test_a_stop_right_after_an_undo_posts_it_once(tmp_path: Path) -> None:
    clock, platform = FakeClock(), MemoryPlatform()
    async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
        first, _, claim = await claims(scenario, "Anna", "Boris")
        await first.says(claim)
        await scenario.settle()
        await first.says("/undo")
    async with open_scenario(tmp_path, clock=clock, platform=platform) as scenario:
        await scenario.settle()
        assert sum("took back their last move" in text for text in platform.texts) == 1
        assert (await scenario.match()).waiting_for == (await Participant(scenario, first.person).seat(),)


ROUNDS = 12
LOOKS = "/log", "/since", "/scores", "/hand", "/board", "/seal"


ADMIN_LOOKS = "/rollback", "/rollback 0", "/rollback 3", "/rollback back", "/rollback 3 because", "/audit"


async def all_seen(scenario: Scenario, player: Participant) -> list[object]:
    """What a player and an admin are told, and the posts."""
    await scenario.settle()
    olga = await scenario.add_player("Olga")
    scenario.platform.admins.add(olga.person)
    looks = [(player, look) for look in LOOKS] + [(olga, look) for look in ADMIN_LOOKS]
    told = [(await one.says(look), one.answer.rows, one.answer.pictures) for one, look in looks]
    return [*told, scenario.platform.posts]


async def undo_by_vote(scenario: Scenario, anna: Participant, boris: Participant) -> None:
    await boris.says("/undo")
    await agree(scenario, anna)


async def rollback(scenario: Scenario, anna: Participant, _: Participant) -> None:
    """Anna is an admin, and sets the game back while she plays in it."""
    scenario.platform.admins.add(anna.person)
    await anna.says("/rollback 4 because")
    await anna.presses("Set the game back")
    scenario.platform.admins.discard(anna.person)
    await scenario.settle()


@pytest.mark.parametrize("undo", [undo_by_vote, rollback])
async def test_what_an_undo_shows_does_not_depend_on_hidden_cards_and_tickets(
    tmp_path: Path, undo: Callable[[Scenario, Participant, Participant], Awaitable[None]]
) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    async with open_scenario(folders[0]) as scenario:
        anna, boris = await scenario.start_game("Anna", "Boris")
        for _ in range(ROUNDS):
            for player in await waited_for(scenario, (anna, boris)):
                await player.says(f"/{await player.thinks()}")
            await scenario.settle()
        await undo(scenario, anna, boris)
        seen, other_seen = await all_seen(scenario, anna), await boris.looks()
        steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    facts = in_another_world([step.event for step in steps], steps[0].after.board)
    async with await Store.open(f"sqlite+aiosqlite:///{folders[1] / 'scenario.db'}") as store:
        await write_down(store, steps, facts, MEMORY_CHAT)
    async with open_scenario(folders[1]) as scenario:
        anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
        assert await all_seen(scenario, anna) == seen
        assert await boris.looks() != other_seen


def in_another_world(facts: Sequence[LogEvent], board: Board) -> list[LogEvent]:
    """The same facts with other secrets, as far as seat 0 can tell; the last one of play undoes some."""
    undo = next(fact for fact in facts if isinstance(fact, MovesUndone))
    others = secrecy_pair([fact for fact in facts if fact is not undo], board, 0)
    played = [fact for fact in others if not isinstance(fact, RosterEvent)]
    now, earlier = fold(board, played), fold(board, played[: undo.to])
    _, its_undo = undone(now, earlier, undo.seat, undo.cause)
    assert seen_by(its_undo, 0) == seen_by(undo, 0)
    assert its_undo != undo
    place = facts.index(undo)
    return [*others[:place], its_undo, *others[place:]]


async def test_two_programs_undo_a_move_once(tmp_path: Path) -> None:
    """Who wrote later judges again what the other one has written."""
    async with open_scenario(tmp_path) as scenario:
        first, _, claim = await claims(scenario, "Anna", "Boris")
        before = await scenario.match()
        await first.says(claim)
        match = await scenario.match()
        others = [
            MatchRepository(scenario.store, scenario.host.repository.boards, scenario.clock) for _ in "ab"
        ]
        both = [await one.read(match.id) for one in others]
        assert both == [match, match]

        def take_back(match: Match) -> Outcome:
            return undo_alone(match, first.person, before) or Outcome(())

        outcomes = [await one.update(match.id, take_back) for one in others]
        assert [bool(outcome.events) for _, outcome in outcomes] == [True, False]
        assert [one.game for one, _ in outcomes] == [(await scenario.match()).game] * 2


async def test_two_presses_at_once_undo_once(scenario: Scenario) -> None:
    first, _, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    seq, code = (await scenario.match()).seq, first.button("Undo").code
    twin = Participant(scenario, first.person)
    await asyncio.gather(first.presses_code(code), twin.presses_code(code))
    steps = await scenario.host.repository.steps((await scenario.match()).id, seq)
    assert sum(isinstance(step.event, MovesUndone) for step in steps) == 1


async def test_an_undo_leaves_one_panel(tmp_path: Path) -> None:
    """The answer to it is the panel; the one that was sent before is edited."""
    platform = MemoryPlatform(limits=replace(LIMITS, moves_panels=True))
    async with open_scenario(tmp_path, platform=platform) as scenario:
        first, _, claim = await claims(scenario, "Anna", "Boris")
        await first.says(claim)
        await scenario.settle()
        sent = len(platform.keys_of(first.person))
        shown = [id for to, id in platform.shown if to == first.person]
        await first.presses("Undo")
        await scenario.settle()
        assert [id for to, id in platform.shown if to == first.person] == shown
        assert len(platform.keys_of(first.person)) == sent + 1, "an edit"
        assert "Your turn" in first.dms[-1].text
