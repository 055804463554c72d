"""What follows of an undo: clocks, plans, votes, computers, pictures, the log, and the page."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster_events import RosterEvent
from bot.matches.snapshots import restored, snapshot_of
from bot.matches.undo import undo_alone
from bot.shown.archive import replay
from bot.store import Store
from bot.text.history import account
from bot.text.i18n import phrases
from engine.actions import ClaimRoute
from engine.board import Board
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import MovesUndone, seen_by
from engine.fold import fold
from engine.notation import line
from engine.undo import undone
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.secrecy_pairs import secrecy_pair, write_down
from tests.situations import claims_of, game_of, shown, to_a_claim

pytestmark = pytest.mark.scenario(turn_clock="24h")


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


async def test_the_page_learns_when_a_move_can_be_taken_back_at_once(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    match = await scenario.match()
    assert (await shown(scenario, first))["me"]["undo"] == match.undoable[-1][1]
    assert "undo" not in (await shown(scenario, others[0]))["me"]
    for _ in range(3):
        await first.says("/undo")
        await first.says(claim)
    assert "undo" not in (await shown(scenario, first))["me"], "it would be refused"


async def test_the_log_the_record_and_the_replay_know_what_was_undone(scenario: Scenario) -> None:
    first, others, claim = await claims(scenario, "Anna", "Boris")
    await first.says(claim)
    await first.says("/undo")
    await first.draws()
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


ROUNDS = 12
LOOKS = "/log", "/since", "/scores", "/hand", "/board", "/seal"


ADMIN_LOOKS = "/rollback", "/rollback 0", "/rollback 3", "/rollback back", "/rollback 3 because", "/audit"


async def all_seen(scenario: Scenario, player: Participant) -> list[object]:
    """What a player and an admin are told, and the posts."""
    await scenario.settle()
    olga = await scenario.add_admin("Olga")
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
            for player in await scenario.waited_for(anna, boris):
                await player.plays(await player.thinks())
            await scenario.settle()
        await undo(scenario, anna, boris)
        seen, other_seen = await all_seen(scenario, anna), await boris.looks()
        steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    facts = in_another_world([step.event for step in steps], steps[0].after.board)
    async with await Store.open(f"sqlite:///{folders[1] / 'scenario.db'}") as store:
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
