"""The repository of matches: what it keeps is what the log says."""

import gc
import json
from collections import deque
from datetime import timedelta

import pytest

from bot.matches.boards import BoardRepository
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster_events import ColorChanged
from bot.model.identity import Chat
from bot.store import Conflict, RowUpdates
from tests.scenario import Scenario


def fresh(scenario: Scenario) -> MatchRepository:
    """A repository that has nothing in memory, on the same store."""
    return MatchRepository(scenario.store, BoardRepository(), scenario.clock)


def recolored(color: str) -> Outcome:
    return Outcome((ColorChanged(0, color),), "color-changed", {"color": color})


async def test_an_update_judges_again_where_another_program_wrote_first(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    game, other = (await scenario.match()).id, fresh(scenario)
    judged: list[str] = []

    def decide(match: Match) -> Outcome:
        judged.append(match.roster.colors[0])
        if len(judged) == 1:
            raise Conflict(game, match.seq)
        return recolored("green")

    await other.update(game, lambda _: recolored("blue"))
    after, outcome = await scenario.host.repository.update(game, decide)
    assert (after.roster.colors, outcome.values) == (("green",), {"color": "green"})
    assert judged == ["blue", "blue"]


async def test_a_deadline_is_decided_again_where_another_program_wrote_first(scenario: Scenario) -> None:
    """Such as a snooze, which is answered as done."""
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    game, other = (await scenario.match()).id, fresh(scenario)
    due = scenario.clock.now() + timedelta(hours=1)  # nothing takes it away before the test has seen it
    judged: list[int] = []

    def decide(match: Match) -> Outcome:
        judged.append(match.seq)
        return Outcome((), updates=RowUpdates(deadlines={"snooze:0": due}))

    repository = scenario.host.repository
    stale = await repository.read(game)
    await other.update(game, lambda _: recolored("blue"))
    repository._recent[game] = stale, deque()
    ends = scenario.store.log._ends
    ends[game] = stale.seq, ""  # it has not heard of the event yet
    await repository.update(game, decide)
    assert judged == [stale.seq, stale.seq + 1]
    assert (await scenario.store.timers.of_game(game))["snooze:0"] == due


async def test_an_unknown_game_is_no_unreadable_one(scenario: Scenario) -> None:
    with pytest.raises(UnknownGame):
        await scenario.host.repository.read("nothing")


async def test_matches_in_memory_take_a_bounded_number_of_bytes(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    for number in range(3):
        await anna.says("/new europe", Chat("hall", f"table {number}"))
    games = [game for _, game, _, _ in await scenario.store.people.games_of(anna.person)]
    room = 40_000  # two lobbies, or one running game of two
    repository = MatchRepository(scenario.store, BoardRepository(), scenario.clock, room)
    for game in games:
        await repository.read(game)
    assert len(games) == 4
    assert len(repository._recent) < 4
    assert repository._recent.size <= room


async def test_who_no_longer_listens_is_forgotten(scenario: Scenario) -> None:
    followers, timers = scenario.host.repository._followers, scenario.store.timers._written
    before = len(followers), len(timers)
    queues = scenario.host.repository.subscribe(), scenario.store.timers.written()
    assert (len(followers), len(timers)) == (before[0] + 1, before[1] + 1)
    del queues
    gc.collect()
    assert (len(followers), len(timers)) == before


async def test_a_bounded_number_of_old_boards_is_kept() -> None:
    boards = BoardRepository()
    text = json.loads(boards.text(boards.by_id["usa"]))
    editions = [
        boards.keep(json.dumps([f"# {number}\n{text[0]}", *text[1:]])).edition for number in range(60)
    ]
    assert [boards.kept(edition) is not None for edition in (editions[0], editions[-1])] == [False, True]
