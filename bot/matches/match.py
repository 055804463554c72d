"""A match: one game as its log tells it, with its roster and the state of play."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from msgspec import structs

from bot.matches import roster_events as happened
from bot.matches.clocks import deadline, moved
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import RosterEvent
from bot.matches.roster_fold import opened, roster_after, roster_after_play, run_clocks
from bot.store.values import Entry, UnreadableGame
from bot.tasks import fault
from bot.version import VERSION
from engine.board import Board
from engine.documents.codec import from_json, to_json
from engine.events import BY_ADMIN, BY_PLAYER, Event, GameEnded, GameStarted, MovesUndone
from engine.fold import evolve
from engine.game import Game, Table, TakeTurn, started
from engine.undo import goes_on_openly, open_move_begins

MOST_UNDONE = 3
"""How many moves a player may take back alone in one turn: each notifies the next player."""

Plans = tuple[happened.PlanMade | None, ...]
"""The plan of each seat; empty where nobody has one."""

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


def first_match(id: str, board: Board, event: happened.GameOpened, at: datetime) -> Match:
    """The match of a new lobby."""
    return Match(id, board, opened(event), 1, at, active_at=at)


def check_setup(match: Match) -> None:
    """Raise ValueError if the board does not have what the roster names."""
    board, roster = match.board, match.roster
    if roster.variant not in board.variants or not set(roster.bonus) <= set(board.bonus_sets):
        raise ValueError(f"the board of {match.id} has no such variant or bonus tickets")


def follow(match: Match, event: LogEvent, at: datetime, game: Game | None = None) -> Match:
    """The match after one more event, which happened at `at`; `game` is its state then, where it is known."""
    if isinstance(event, happened.PlanMade):
        return _after_plan(match, event)
    if isinstance(event, RosterEvent):
        return _after_roster_event(replace(match, seq=match.seq + 1, at=at), event)
    if game is None:
        if isinstance(event, GameStarted):
            game = started(match.board, event)
        elif match.game is None:
            raise ValueError(f"the log of {match.id} has play before its start")
        else:
            game = evolve(match.game, event)
    if isinstance(event, GameEnded) and game.table.sheet:
        conceded = [seat for seat, holder in enumerate(match.roster.holders) if holder.conceded]
        game = replace(game, table=replace(game.table, sheet=game.table.sheet.without(conceded)))
    return _after_play(replace(match, seq=match.seq + 1, at=at), event, game)


def _after_plan(match: Match, event: happened.PlanMade) -> Match:
    """The match after a plan. Nothing that other players can see changes."""
    seats = len(match.roster.holders)
    replanned = list(match.replanned or (0,) * seats)
    replanned[event.seat] += not event.playing
    return replace(
        match,
        seq=match.seq + 1,
        hidden=match.hidden + 1,
        plans=_with_plan(match.plans or (None,) * seats, event.seat, event if event.lines else None),
        replanned=tuple(replanned),
    )


def _with_plan(plans: Plans, seat: int, plan: happened.PlanMade | None) -> Plans:
    """The plans with this one of a seat, or without one; nothing where nobody has any."""
    return (*plans[:seat], plan, *plans[seat + 1 :]) if plans else ()


def _for_next_turn(plan: happened.PlanMade) -> happened.PlanMade | None:
    """What is left of a plan when its player's turn is over."""
    if plan.waits:
        return structs.replace(plan, waits=False)
    left = 0 if plan.draft else plan.turns - 1
    return structs.replace(plan, turns=left, playing="") if left else None


def _after_roster_event(match: Match, event: RosterEvent) -> Match:
    """The match after an event of its roster, which happened at `match.at`.

    A plan ends when its seat changes hands, and every plan when moves were lost. Waiting begins again for a
    person who takes a seat, and for everyone when a game comes back; for a player who left and comes back, it
    counts on. An event by a person renews `active_at`, and one of the clock alone moves or keeps it.
    """
    at, plans, since = match.at, match.plans, match.since
    active_at: datetime | None = at
    match event:
        case happened.ClocksMoved(seconds):
            since = tuple(opened and moved(opened, seconds, at) for opened in since)
            active_at = match.active_at and moved(match.active_at, seconds, at)
        case happened.PlayersAsked(players=()):
            active_at = match.active_at
        case happened.GameRestored():
            since = tuple(opened and at for opened in since)
        case happened.GameResumed():
            plans, since = (), tuple(opened and at for opened in since)
        case (
            happened.ColorChanged()
            | happened.ComputerTookOver()
            | happened.SeatGivenUp()
            | happened.SeatSkipped()
        ):
            plans = _with_plan(plans, event.seat, None)
        case happened.PersonTookOver(seat, person):
            plans = _with_plan(plans, seat, None)
            if not match.roster.holders[seat].is_left_by(person):
                since = tuple(opened and (at if one == seat else opened) for one, opened in enumerate(since))
        case _:
            pass
    roster = roster_after(match.roster, event, at, started=match.game is not None)
    roster = run_clocks(match.roster, roster, match.game, at)
    return replace(match, roster=roster, plans=plans, since=since, active_at=active_at)


def _after_play(match: Match, event: Event, game: Game) -> Match:
    """The match after an event of play, which happened at `match.at` and leads to `game`."""
    table, before = game.table, match.table
    roster = run_clocks(match.roster, roster_after_play(match.roster, event, game), game, match.at)
    if before and not isinstance(event, MovesUndone):
        answered = [
            earlier is not None and decision != earlier and _is_by_person(match, seat)
            for seat, (earlier, decision) in enumerate(zip(before.decisions, table.decisions, strict=True))
        ]
        if any(answered):
            holders = zip(roster.holders, answered, strict=True)
            acted = (replace(holder, acted_at=match.at) if is_own else holder for holder, is_own in holders)
            roster = replace(roster, holders=tuple(acted))
    nothing = (None,) * table.players
    since = tuple(
        None if decision is None else opened if decision == earlier else match.at
        for decision, earlier, opened in zip(
            table.decisions, before.decisions if before else nothing, match.since or nothing, strict=True
        )
    )
    plans = () if before is None or table.over or isinstance(event, MovesUndone) else match.plans
    if plans and before and before.seat is not None and before.turn != table.turn:
        plan = plans[before.seat]
        plans = _with_plan(plans, before.seat, _for_next_turn(plan) if plan else None)
    replanned = match.replanned if before and before.turn == table.turn else ()
    undone = match.undone
    if isinstance(event, MovesUndone) and event.cause == BY_PLAYER:
        turn, times = undone
        undone = table.turn, min(times + 1, MOST_UNDONE) if turn == table.turn else 1
    undoable = () if undone == (table.turn, MOST_UNDONE) else _undoable(match, event)
    return replace(
        match,
        game=game,
        roster=roster,
        since=since,
        plans=plans,
        replanned=replanned,
        undoable=undoable,
        undone=undone,
    )


def _is_by_person(match: Match, seat: int) -> bool:
    """Whether the person in a seat makes its decision now.

    Where the table delays plans, a planned move counts as theirs: it must look like a move by hand.
    """
    plan = match.plans[seat] if match.plans else None
    is_planned = plan is not None and bool(plan.playing) and not match.roster.delays_plans
    return not match.roster.holders[seat].by_computer and not is_planned


def _undoable(match: Match, event: Event) -> tuple[tuple[int, int], ...]:
    """What can be taken back alone after an event of play; `match` is that before it."""
    game, moves = match.game, match.undoable
    if isinstance(event, MovesUndone):
        return () if event.cause == BY_ADMIN else tuple(move for move in moves if move[1] < event.to)
    if game is None or game.table.seat is None or not goes_on_openly(event):
        return ()
    if not open_move_begins(game, event):
        return moves
    seat = game.table.seat
    if match.roster.holders[seat].by_computer or match.undone == (game.table.turn, MOST_UNDONE):
        return ()
    begins_turn = isinstance(game.table.decisions[seat], TakeTurn)
    return (*(() if begins_turn else moves), (seat, game.seq))


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
    event: LogEvent = from_json(LogEvent, {"kind": entry.kind, "shape": entry.shape, **fields})
    return event


def known_shapes() -> Mapping[str, int]:
    """The newest shape of each kind of event that this program knows."""
    return {kind.__name__: kind.shape for kind in get_args(LogEvent)}


def unreadable(game: str, entry: Entry, error: Exception) -> UnreadableGame:
    """What is wrong with an event, from what following it has raised."""
    newest = known_shapes().get(entry.kind, 0)
    is_newer = entry.shape > newest
    if not newest:
        clause = f"is a {entry.kind}, which version {VERSION} of this program does not know"
    elif is_newer:
        known = f"version {VERSION} of this program knows shape {newest}"
        clause = f"is a {entry.kind} in shape {entry.shape}, and {known}"
    elif entry.kind == "GameOpened" and isinstance(error, KeyError):
        clause = "names a board whose text is missing from the database, or changed there"
    else:
        clause = f"({entry.kind}, shape {entry.shape}) cannot be followed ({fault(error)})"
    return UnreadableGame(game, entry.seq, f"event {entry.seq} {clause}", is_newer=is_newer)
