"""Undo in the engine: an earlier state comes back exactly, and records of such games are proved."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.documents.record import Record, RecordedMove, read_record, record_text, sealed
from engine.documents.state import read_saved
from engine.documents.verify import verify
from engine.events import BY_ADMIN, BY_PLAYER, BY_VOTE, EndAgreed, Event, GameEnded, MovesUndone, seen_by
from engine.refusals import BadInput
from engine.setup import Setup
from engine.undo import same_undo, standing
from tests.recorded_games import VARIANTS, board_of
from tests.soaked import soaked
from tests.tiny_board import tiny_board
from tests.undo_games import PlayedGame, check, record_with_undos, with_undos

_GAMES = 60
"""Games on a tiny board. `make soak` plays thousands."""


def played(title: str, variant: str, number: int) -> PlayedGame:
    return with_undos(board_of(title), Setup(variant, 2 + number % 4), number)


@pytest.mark.parametrize("number", range(0, _GAMES, 10))
def test_an_undo_restores_exactly_the_earlier_state(number: int) -> None:
    for one in range(number, number + 10):
        check(with_undos(tiny_board(), Setup("isle", 2), one, one_in=3), tiny_board())


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_an_undo_restores_exactly_the_earlier_state_of_every_variant(title: str, variant: str) -> None:
    for number in (0, 3):
        check(played(title, variant, number), board_of(title))


def test_every_kind_of_event_but_the_end_is_undone_in_these_games() -> None:
    games = [played("europe", variant, 2) for variant in ("mega", "europe")]
    games.append(with_undos(board_of("usa"), Setup("usa", 2), 3, one_in=20))  # undone in the last round
    undone = {type(event) for game in games for event in _undone_events(game)}
    setup = {type(event) for event in games[0].moments[0].events}
    rare = {"TurnPassed", "RowCleared", "RowReset"}
    assert {kind.__name__ for kind in set(get_args(Event)) - undone - setup - {EndAgreed, GameEnded}} <= rare


def _undone_events(game: PlayedGame) -> Iterator[Event]:
    stand = set(game.moments[-1].stand)
    for place, moment in enumerate(game.moments):
        if place not in stand:
            yield from moment.events


def test_an_undo_shows_nobody_the_state_that_it_restores() -> None:
    events = [event for one in played("usa", "usa", 2).moments for event in one.events]
    undos = [event for event in events if isinstance(event, MovesUndone)]
    assert undos
    for event in undos:
        for seat in (None, 0, 1, 2, 3):
            seen = seen_by(event, seat)
            assert isinstance(seen, MovesUndone)
            assert seen.state == ""
        assert event.state not in repr(event)


def test_the_events_not_undone_lead_to_the_state() -> None:
    game = played("usa", "1910", 3)
    events = [event for one in game.moments for event in one.events]
    stand = standing(events)
    counted = [event for number, event in enumerate(events, 1) if number in stand]
    expected = [*game.moments[0].events]
    expected += [event for place in game.moments[-1].stand for event in game.moments[place].events]
    assert counted == expected
    half = len(events) // 2
    assert standing(events[half:], half + 1) == {one for one in stand if one > half}


# ---- records


@lru_cache
def record(number: int = 0) -> Record:
    """A game on a tiny board in which moves were undone for every cause."""
    return record_with_undos(with_undos(tiny_board(), Setup("isle", 2), number, one_in=3), number)


def undo_places(one: Record) -> list[int]:
    return [place for place, move in enumerate(one.moves) if isinstance(move.events[0], MovesUndone)]


@pytest.mark.parametrize("number", soaked(range(20), *range(5)))
def test_a_record_with_undos_verifies(number: int) -> None:
    one = record(number)
    assert verify(one, tiny_board()) is None
    assert verify(read_record(record_text(one)), tiny_board()) is None
    assert undo_places(one)


def test_every_cause_is_in_these_records() -> None:
    records = [record(number) for number in range(20)]
    undos = [one.moves[place].events[0] for one in records for place in undo_places(one)]
    causes = {one.cause for one in undos if isinstance(one, MovesUndone)}
    assert causes == {BY_PLAYER, BY_VOTE, BY_ADMIN}


def with_move(one: Record, place: int, move: RecordedMove) -> Record:
    return sealed(replace(one, moves=(*one.moves[:place], move, *one.moves[place + 1 :])))


def with_event(one: Record, place: int, **changed: object) -> Record:
    """The record with a forged undo, whose line fits it."""
    event = one.moves[place].events[0]
    assert isinstance(event, MovesUndone)
    forged = replace(event, **changed)  # type: ignore[arg-type]
    move = replace(one.moves[place], seat=forged.seat, action=f"undo {forged.to}", events=(forged,))
    return with_move(one, place, move)


def undos(one: Record, cause: str) -> list[int]:
    """The places of the undos of a cause."""
    return [place for place in undo_places(one) if getattr(one.moves[place].events[0], "cause", "") == cause]


@lru_cache
def original() -> Record:
    """A record with undos of every cause."""
    causes = BY_PLAYER, BY_VOTE, BY_ADMIN
    return next(one for one in map(record, range(40)) if all(undos(one, cause) for cause in causes))


def saved(place: int, table: Mapping[str, object], game: Mapping[str, object]) -> str:
    """The state of an undo with other fields."""
    event = original().moves[place].events[0]
    assert isinstance(event, MovesUndone)
    of_table, of_game = json.loads(event.state)
    return json.dumps([{**of_table, **table}, {**of_game, **game}])


VOTE, OWN, ADMIN = (undos(original(), cause)[0] for cause in (BY_VOTE, BY_PLAYER, BY_ADMIN))
SEAT = original().moves[VOTE].seat
FORGED_EVENTS: Mapping[str, tuple[int, Mapping[str, object]]] = {
    "another seat": (VOTE, {"seat": 7}),
    "the seat of another player": (VOTE, {"seat": 1 - SEAT}),
    "no cause": (VOTE, {"cause": ""}),
    "an event within a move": (VOTE, {"to": 2}),
    "an event that is still to come": (VOTE, {"to": 10_000}),
    "an event before the game": (VOTE, {"to": -1}),
    "a cause that does not exist": (VOTE, {"cause": "bribe"}),
    "a blind card taken back alone": (VOTE, {"cause": BY_PLAYER}),
    "the table restores what was undone": (ADMIN, {"cause": BY_VOTE}),
    "a player restores what was undone": (ADMIN, {"cause": BY_PLAYER}),
    "no state": (VOTE, {"state": ""}),
    "a state that is no JSON": (VOTE, {"state": "[{"}),
    "a state of nothing": (VOTE, {"state": "[{}, {}]"}),
    "another deck": (VOTE, {"state": saved(VOTE, {}, {"deck": "L"})}),
    "another hand": (OWN, {"state": saved(OWN, {}, {"hands": [[9] * 9, [0] * 9]})}),
    "other tickets": (VOTE, {"state": saved(VOTE, {}, {"tickets": [[1], [2]]})}),
    "more points": (VOTE, {"state": saved(VOTE, {"points": [99, 0]}, {})}),
    "another row": (VOTE, {"state": saved(VOTE, {"row": "LLLLL"}, {})}),
    "more trains": (OWN, {"state": saved(OWN, {"trains": [45, 45]}, {})}),
    "another turn": (ADMIN, {"state": saved(ADMIN, {"turn": 99}, {})}),
}


@pytest.mark.parametrize("name", FORGED_EVENTS)
def test_a_forged_undo_is_refused(name: str) -> None:
    place, changed = FORGED_EVENTS[name]
    assert verify(original(), tiny_board()) is None
    assert verify(with_event(original(), place, **changed), tiny_board())


def test_an_undo_that_is_left_out_moved_or_made_up_is_refused() -> None:
    one = original()
    undo, before = one.moves[VOTE], one.moves[:VOTE]
    assert verify(sealed(replace(one, moves=(*before, *one.moves[VOTE + 1 :]))), tiny_board())
    assert verify(sealed(replace(one, moves=(*before, undo, undo, *one.moves[VOTE + 1 :]))), tiny_board())
    assert verify(sealed(replace(one, moves=(*one.moves, undo))), tiny_board())
    assert verify(with_move(one, VOTE, replace(undo, action="undo 1 2")), tiny_board())
    assert verify(with_move(one, VOTE, replace(undo, seat=1 - undo.seat)), tiny_board())
    assert verify(
        with_move(one, VOTE, replace(undo, events=(*undo.events, *one.moves[0].events))), tiny_board()
    )


def test_a_saved_state_of_an_earlier_program_lacks_only_what_has_a_default() -> None:
    event = original().moves[VOTE].events[0]
    assert isinstance(event, MovesUndone)
    of_table, of_game = json.loads(event.state)
    del of_table["passes"], of_game["long_tickets"]
    older = replace(event, state=json.dumps([{**of_table, "unknown": 1}, of_game]))
    table, game = read_saved(older.state)
    assert (table["passes"], game["long_tickets"]) == (0, ())
    assert same_undo(event, older)
    del of_game["hands"]
    with pytest.raises(BadInput, match="not a saved state"):
        read_saved(json.dumps([of_table, of_game]))
