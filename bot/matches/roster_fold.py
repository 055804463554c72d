"""How each event changes the roster of a game."""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import (
    ChatFollowed,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    PersonTookOver,
    PlanMade,
    PlayerJoined,
    RosterEvent,
    SeatChange,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
)


def opened(event: GameOpened) -> Roster:
    """The roster of a new lobby."""
    known = event.board, event.edition, event.variant, event.bonus, event.creator, event.secret
    return Roster(*known, seal=event.seal, deck_secret=event.deck_secret)


def roster_after(roster: Roster, event: RosterEvent, at: datetime, *, started: bool) -> Roster:
    """The roster after an event that happened at `at`; `started` says whether the game had begun."""
    match event:
        case GameOpened():
            return opened(event)
        case SetupChanged(variant, bonus, starter, delays):
            return replace(roster, variant=variant, bonus=bonus, starter=starter, delays_plans=delays)
        case SeatLeft(seat):
            return _without(roster, seat)
        case ChatFollowed(by):
            return replace(roster, followers=(*roster.followers, by))
        case GameAborted() | GameRestored() | GameResumed():
            return _interrupted(roster, event, at, started=started)
        case SeedPublished(seed):
            return replace(roster, seed=seed)
        case PlanMade():
            return roster
        case StartRequested():
            return replace(_with_contribution(roster, event), status=Status.RUNNING)
        case PlayerJoined():
            holders = _holders_after(roster.holders, event, at)
            return replace(_with_contribution(roster, event), holders=holders)
        case _:
            return replace(roster, holders=_holders_after(roster.holders, event, at))


def _interrupted(
    roster: Roster, event: GameAborted | GameRestored | GameResumed, at: datetime, *, started: bool
) -> Roster:
    match event:
        case GameAborted():
            return replace(roster, status=Status.ABORTED)
        case GameRestored():
            status = Status.RUNNING if started else Status.LOBBY
            return replace(roster, status=status, holders=_restored(roster.holders, at))
        case GameResumed():
            return replace(roster, setbacks=roster.setbacks + 1)
        case _:
            assert_never(event)


def _with_contribution(roster: Roster, event: PlayerJoined | StartRequested) -> Roster:
    added = event.name, event.contribution
    return replace(roster, contributions=(*roster.contributions, added)) if roster.deck_secret else roster


def _holders_after(
    holders: tuple[SeatHolder, ...], event: PlayerJoined | ComputerJoined | SeatChange, at: datetime
) -> tuple[SeatHolder, ...]:
    match event:
        case PlayerJoined(person, name, color):
            return (*holders, SeatHolder(name, color, person=person))
        case ComputerJoined(level, name, color):
            return (*holders, SeatHolder(name, color, level=level))
        case _:
            return _put(holders, event.seat, _holder_after(holders[event.seat], event, at))


def _holder_after(holder: SeatHolder, event: SeatChange, at: datetime) -> SeatHolder:
    match event:
        case ColorChanged(color=color):
            return replace(holder, color=color)
        case ComputerTookOver(level=level, by=by):
            left = by == holder.person
            return replace(holder, level=level, skipped=False, given_up=left, away_since=at)
        case SeatGivenUp(by=by) if by == holder.person:
            return replace(holder, given_up=True)
        case SeatGivenUp():
            return replace(holder, stands_in_for="")
        case PersonTookOver(person=person, name=name):
            return _played_by(holder, person, name)
        case SeatSkipped():
            return replace(holder, skipped=True)
        case _:
            assert_never(event)


def _played_by(holder: SeatHolder, person: str, name: str) -> SeatHolder:
    """A seat that a person has taken. It stays its owner's, unless the owner has given it up."""
    owner = holder.stands_in_for or ("" if holder.given_up else holder.person)
    earlier = tuple(one for one in dict.fromkeys(holder.people) if one and one != person)
    stands_in_for = "" if owner == person else owner
    return SeatHolder(name, holder.color, person, stands_in_for=stands_in_for, earlier=earlier)


def _restored(holders: tuple[SeatHolder, ...], at: datetime) -> tuple[SeatHolder, ...]:
    """Nobody could come back while the game was aborted: the time to do so begins again."""
    return tuple(replace(one, away_since=at) if one.away_since else one for one in holders)


def turn_done(roster: Roster, seat: int) -> Roster:
    """The roster once a skipped seat's turn is over."""
    return replace(roster, holders=_put(roster.holders, seat, replace(roster.holders[seat], skipped=False)))


def _put(holders: tuple[SeatHolder, ...], seat: int, holder: SeatHolder) -> tuple[SeatHolder, ...]:
    return (*holders[:seat], holder, *holders[seat + 1 :])


def _without(roster: Roster, seat: int) -> Roster:
    left = roster.holders[:seat] + roster.holders[seat + 1 :]
    return replace(roster, holders=left, starter=_moved(roster.starter, seat))


def _moved(starter: int | None, left: int) -> int | None:
    if starter is None or starter == left:
        return None
    return starter - 1 if starter > left else starter
