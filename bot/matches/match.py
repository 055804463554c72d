"""A match: one game as its log tells it, with its roster and the state of play."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.matches.clock_events import ClocksMoved
from bot.matches.clock_fold import (
    clocks_undone,
    run_clocks,
    with_full_banks,
    without_vote_on,
    without_vote_to_undo,
)
from bot.matches.clocks import deadline, moved
from bot.matches.plans import Plans, after_turn, with_plan, without_plan
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import (
    ColorChanged,
    ComputerTookOver,
    GameOpened,
    GameRestored,
    GameResumed,
    PersonTookOver,
    PlanMade,
    PlayersAsked,
    RosterEvent,
    SeatGivenUp,
    SeatSkipped,
)
from bot.matches.roster_fold import opened, roster_after, turn_done
from bot.store.values import Entry
from engine.board import Board
from engine.documents.codec import from_json, to_json
from engine.events import BY_ADMIN, BY_PLAYER, Event, GameStarted, MovesUndone
from engine.fold import evolve
from engine.game import Game, Table, TakeTurn, started
from engine.undo import goes_on_openly, open_move_begins

MOST_UNDONE = 3
"""How many moves a player may take back alone in one turn: each notifies the next player."""

LogEvent = Event | RosterEvent
"""One entry of the log of a match: an event of play, or of its roster."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match after entry `seq` of its log. `game` is None until it has begun."""

    id: str
    board: Board
    roster: Roster
    seq: int
    at: datetime
    """When the last public entry was written."""
    game: Game | None = None
    since: tuple[datetime | None, ...] = ()
    """Since when the decision of each seat has been open."""
    plans: Plans = ()
    """What each player has planned for their next turn."""
    hidden: int = 0
    """The number of entries so far that are private to one player: plans."""
    replanned: tuple[int, ...] = ()
    """How often each player has changed their plan since the turn began; empty where nobody has."""
    undoable: tuple[tuple[int, int], ...] = ()
    """The last moves that their player can take back alone: the seat, and the event before each."""
    undone: tuple[int, int] = (0, 0)
    """The turn in which a player last took back a move alone, and how many moves of it were taken back."""
    active_at: datetime | None = None
    """When somebody last did something in the lobby; time in which the program did not run is left out."""

    @property
    def table(self) -> Table | None:
        """The public part of the game."""
        return self.game.table if self.game else None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have a decision to make; none unless the game is running."""
        running = self.roster.status is Status.RUNNING
        return self.game.table.waiting_for if self.game and running else ()

    @property
    def computers_to_move(self) -> tuple[int, ...]:
        """The seats of `waiting_for` whose next decision a computer makes."""
        return tuple(seat for seat in self.waiting_for if self.roster.holders[seat].by_computer)

    def deadline(self, seat: int) -> datetime | None:
        """When the time of a seat is up; None while it has nothing to decide, or its clock stands still."""
        return deadline(self.roster.clock, self.roster.holders[seat].clock)

    def is_open(self, revision: int) -> bool:
        """Whether a decision of this revision, of any seat, is still open."""
        decisions = self.game.table.decisions if self.game else ()
        return any(decision is not None and decision.revision == revision for decision in decisions)

    def asks(self, seat: int | None, revision: int) -> bool:
        """Whether the decision of a seat at this revision is still open."""
        decision = self.game.table.decisions[seat] if self.game and seat is not None else None
        return decision is not None and decision.revision == revision


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a log, with the match before it (None for the first) and after it."""

    before: Match | None
    event: LogEvent
    after: Match
    at: datetime
    actor: str
    action: str


def first_match(id: str, board: Board, event: GameOpened, at: datetime) -> Match:
    """The match of a new lobby."""
    return Match(id, board, opened(event), 1, at, active_at=at)


def follow(match: Match, event: LogEvent, at: datetime, game: Game | None = None) -> Match:
    """The match after one more event, which happened at `at`; `game` is its state then, where it is known."""
    if isinstance(event, PlanMade):
        return _planned(match, event)
    match = replace(match, seq=match.seq + 1, at=at)
    if isinstance(event, RosterEvent):
        roster = roster_after(match.roster, event, at, started=match.game is not None)
        roster = run_clocks(match.roster, roster, match.game, at)
        since, plans = _since_after(match, event, at), _plans_after(match.plans, event)
        active_at = _active_after(match, event, at)
        return replace(match, roster=roster, since=since, plans=plans, active_at=active_at)
    game = game or (started(match.board, event) if isinstance(event, GameStarted) else _evolved(match, event))
    roster = run_clocks(match.roster, _after(match.roster, game, event), game, at)
    plans = after_turn(match.plans, match.game.table, game.table) if match.game else ()
    if isinstance(event, MovesUndone):
        plans = ()
    same_turn = match.game is not None and match.game.table.turn == game.table.turn
    replanned = match.replanned if same_turn else ()
    undone, since = _undone(match, game, event), _since(match, game, at)
    undoable = () if undone == (game.table.turn, MOST_UNDONE) else _undoable(match, event)
    changed = replace(match, game=game, roster=roster, since=since, plans=plans, replanned=replanned)
    return replace(changed, undoable=undoable, undone=undone)


def _undoable(match: Match, event: Event) -> tuple[tuple[int, int], ...]:
    """What can be taken back alone after an event of play."""
    known, game = match.undoable, match.game
    if isinstance(event, MovesUndone):
        return () if event.cause == BY_ADMIN else tuple(one for one in known if one[1] < event.to)
    if game is None or game.table.seat is None or not goes_on_openly(event):
        return ()
    if not open_move_begins(game, event):
        return known
    seat = game.table.seat
    known = () if isinstance(game.table.decisions[seat], TakeTurn) else known
    may_not = match.roster.holders[seat].by_computer or match.undone == (game.table.turn, MOST_UNDONE)
    return () if may_not else (*known, (seat, game.seq))


def _undone(match: Match, game: Game, event: Event) -> tuple[int, int]:
    """The new `undone` after an event that leads to this game."""
    if not isinstance(event, MovesUndone) or event.cause != BY_PLAYER:
        return match.undone
    turn, times = match.undone
    return game.table.turn, min(times + 1, MOST_UNDONE) if turn == game.table.turn else 1


def _planned(match: Match, event: PlanMade) -> Match:
    """The match after a plan. Nothing that other players can see changes."""
    seats = range(len(match.roster.holders))
    counts = match.replanned or (0,) * len(seats)
    by_player = not event.playing
    replanned = tuple(counts[seat] + (by_player and seat == event.seat) for seat in seats)
    plans, hidden = with_plan(match.plans, len(seats), event), match.hidden + 1
    return replace(match, seq=match.seq + 1, plans=plans, hidden=hidden, replanned=replanned)


def _active_after(match: Match, event: RosterEvent, at: datetime) -> datetime | None:
    """The new `active_at`: an event by a person renews it, and one of the clock alone moves or keeps it."""
    match event:
        case ClocksMoved(seconds):
            return match.active_at and moved(match.active_at, seconds, at)
        case PlayersAsked(players=()):
            return match.active_at
        case _:
            return at


def _evolved(match: Match, event: Event) -> Game:
    if match.game is None:
        raise ValueError(f"the log of {match.id} has play before its start")
    return evolve(match.game, event)


def _after(roster: Roster, game: Game, event: Event) -> Roster:
    if isinstance(event, GameStarted):
        return with_full_banks(replace(roster, status=Status.RUNNING))
    if game.table.over:
        roster = replace(roster, status=Status.OVER)
    if isinstance(event, MovesUndone):
        roster = clocks_undone(roster, game, alone=event.cause == BY_PLAYER)
        roster = without_vote_to_undo(roster, event)
    asked = roster.vote.about if roster.vote else None
    for seat, holder in enumerate(roster.holders):
        if (holder.skipped or seat == asked) and not game.table.decisions[seat] and not game.aside[seat]:
            roster = without_vote_on(turn_done(roster, seat), seat)
    return roster


def _plans_after(plans: Plans, event: RosterEvent) -> Plans:
    """A plan ends when its seat changes hands, and every plan when moves were lost."""
    match event:
        case GameResumed():
            return ()
        case ColorChanged() | ComputerTookOver() | SeatGivenUp() | PersonTookOver() | SeatSkipped():
            return without_plan(plans, event.seat)
        case _:
            return plans


def _since_after(match: Match, event: RosterEvent, at: datetime) -> tuple[datetime | None, ...]:
    """Waiting begins again for a person who takes a seat, and for everyone when a game comes back.

    For a player who left and comes back, the waiting time counts on.
    """
    match event:
        case GameRestored() | GameResumed():
            return tuple(since and at for since in match.since)
        case PersonTookOver(seat, person) if not match.roster.holders[seat].is_left_by(person):
            return tuple(since and (at if one == seat else since) for one, since in enumerate(match.since))
        case ClocksMoved(seconds):
            return tuple(since and moved(since, seconds, at) for since in match.since)
        case _:
            return match.since


def _since(match: Match, game: Game, at: datetime) -> tuple[datetime | None, ...]:
    old = match.game.table.decisions if match.game else (None,) * game.table.players
    known = match.since or (None,) * game.table.players
    return tuple(
        None if now is None else (since if now == before else at)
        for now, before, since in zip(game.table.decisions, old, known, strict=True)
    )


def entries(
    after: int, events: Iterable[LogEvent], at: datetime, actor: str = "", action: str = ""
) -> tuple[Entry, ...]:
    """Events as the rows of a log that follow entry `after`; the first has the action."""
    rows = []
    for number, event in enumerate(events):
        data = to_json(event)
        kind, shape = data.pop("kind"), data.pop("shape")
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        rows.append(Entry(after + 1 + number, at, actor, "" if number else action, kind, shape, text))
    return tuple(rows)


def log_event(entry: Entry) -> LogEvent:
    """The event in a row of a log. Raises BadInput where this program does not know it."""
    fields = json.loads(entry.data)
    found: LogEvent = from_json(LogEvent, {"kind": entry.kind, "shape": entry.shape, **fields})
    return found
