"""Random games in which moves are undone, by their player, by the table or by an admin."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from msgspec import structs

from engine.board import Board
from engine.chance import Chance, derived_seed
from engine.computers import COMPUTERS
from engine.documents.record import LogRow, Record, record_of
from engine.documents.verify import verify
from engine.events import BY_ADMIN, BY_PLAYER, BY_VOTE, Event
from engine.fold import fold
from engine.game import Game, all_cards
from engine.notation import line
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.undo import reveals, seat_of, undone
from engine.view import view_for
from tests.recorded_games import SHARED, SIX_O_CLOCK, VARIANTS, board_of

_MOST_UNDOS = 40
"""Undos of a game; after them it is played to its end."""

_FARTHEST = 8
"""Moves that are undone at once, at most."""


class Moment(NamedTuple):
    """A state, what led to it from the moment before, and the places of the moves that stand there."""

    game: Game
    action: str
    events: tuple[Event, ...]
    stand: tuple[int, ...]


class PlayedGame(NamedTuple):
    """All moments in order, and the pairs of states that an undo must have made alike."""

    moments: list[Moment]
    restored: list[tuple[Game, Game]]


def normal(game: Game) -> Game:
    """A state without what never goes back: numbers of events, revisions, and the counter of the chance."""
    opened = tuple(one and structs.replace(one, revision=0) for one in game.table.decisions)
    return replace(game, table=replace(game.table, decisions=opened), seq=0, counter=0)


def with_undos(board: Board, setup: Setup, number: int, one_in: int = 4) -> PlayedGame:
    """A random game in which `one_in` so many moves, on average, is an undo."""
    chance = Chance(f"{number + 1:064x}")
    game, events = new_game(board, setup, f"game-{number}", derived_seed(f"{number:064x}", SHARED))
    played, undos = PlayedGame([Moment(game, "", events, ())], []), 0
    while not (now := played.moments[-1]).game.table.over:
        if undos < _MOST_UNDOS and not chance.below(one_in) and _undo(played, now, chance):
            undos += 1
            continue
        seat = chance.pick(now.game.table.waiting_for)
        action = COMPUTERS["random"](view_for(now.game, seat), chance)
        after, events = apply(now.game, seat, action)
        stand = (*now.stand, len(played.moments))
        played.moments.append(Moment(after, line(action), events, stand))
    return played


def _undo(played: PlayedGame, now: Moment, chance: Chance) -> bool:
    """Undo some moves, or sometimes restore moves that were undone. False where there is nothing to undo."""
    earlier = [one for one in played.moments if now.stand[: len(one.stand)] == one.stand != now.stand]
    others = [one for one in played.moments if now.stand[: len(one.stand)] != one.stand]
    again = bool(others) and not chance.below(4)
    known = others if again else earlier[-_FARTHEST:]
    if not known:
        return False
    to = chance.pick(known)
    lost = [place for place in now.stand if place not in to.stand]
    alone = len(lost) == 1 and not again and not reveals(played.moments[lost[0]].events)
    cause = BY_ADMIN if again else BY_PLAYER if alone else BY_VOTE
    seat = seat_of(played.moments[(lost or to.stand)[0]].events)
    game, event = undone(now.game, to.game, seat, cause)
    played.restored.append((to.game, game))
    played.moments.append(Moment(game, "", (event,), to.stand))
    return True


def log_rows(played: PlayedGame) -> Iterator[LogRow]:
    """The events as a log has them."""
    for number, moment in enumerate(played.moments):
        at = SIX_O_CLOCK + timedelta(seconds=7 * number)
        yield from ((at, "" if place else moment.action, event) for place, event in enumerate(moment.events))


def record_with_undos(played: PlayedGame, number: int) -> Record:
    """The record of such a game."""
    return record_of(log_rows(played), secret=f"{number:064x}", contributions=SHARED)


def check(played: PlayedGame, board: Board) -> None:
    """Each undo restored the earlier state exactly, and the events alone lead to the same states."""
    for earlier, restored in played.restored:
        assert normal(earlier) == normal(restored)
        assert restored.counter >= earlier.counter
        assert all(one is None or one.revision == restored.seq for one in restored.table.decisions)
        assert all_cards(restored) == all_cards(earlier)
    numbers = [moment.game.seq for moment in played.moments]
    counters = [moment.game.counter for moment in played.moments]
    assert numbers == sorted(set(numbers))
    assert counters == sorted(counters)
    state = None
    for moment in played.moments:
        state = fold(board, moment.events, state)
        assert state == moment.game


_RECORDED = 10
"""Of so many games, one is written as a record, which must verify."""


def fault_of(number: int) -> str:
    """What is wrong with the game of this number, each of another variant and size; "" for nothing."""
    title, variant = VARIANTS[number % len(VARIANTS)]
    board = board_of(title)
    try:
        played = with_undos(board, Setup(variant, 2 + number // len(VARIANTS) % 4), number)
        check(played, board)
        if number % _RECORDED == 0:
            assert verify(record_with_undos(played, number), board) is None
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is told with the number of the game
        return f"undo, game {number}: {error!r}"
    return ""
