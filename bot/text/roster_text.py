"""What happened with the people of a table: seats, the clock, votes, other chats."""

from typing import assert_never

from bot.matches.clock_events import ClockEvent, ClockSet, ClocksMoved, PauseSet, TimeGiven
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import (
    BY_PLAYER,
    ChatFollowed,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    GameRolledBack,
    PersonTookOver,
    PlanMade,
    PlayerJoined,
    PlayerRenamed,
    PlayersAsked,
    RosterEvent,
    SeatAway,
    SeatChange,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
    VoteCast,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from bot.text.audit import tell_rollback
from bot.text.clock_text import tell_away, tell_clock, tell_vote
from bot.text.i18n import Phrases, person
from bot.text.labels import listed, platform_name, trains


def tell_roster(event: RosterEvent, before: Roster, phrases: Phrases) -> str:
    """What happened with the people of a table; empty where the lobby shows it by itself.

    `before` is the roster that the event changes.
    """
    match event:
        case GameOpened() | SetupChanged() | StartRequested() | PlanMade() | PlayerRenamed():
            return ""
        case PlayersAsked(players=players):
            late = [person(name) for _, name, _ in before.asked]
            return "" if players or not late else phrases.say("tell-left-out", names=listed(late, phrases))
        case GameAborted() | GameRestored() | GameRolledBack() | GameResumed():
            return _tell_game(event, before, phrases)
        case ChatFollowed(_, name, platform):
            who, where = name or phrases.say("an-admin-first"), platform_name(platform, phrases)
            return phrases.say("tell-followed", name=who, platform=where)
        case SeedPublished(seed):
            key = "tell-secret-of-aborted" if before.deck_secret else "tell-seed-of-aborted"
            return phrases.say(key, seed=before.deck_secret or seed)
        case PlayerJoined(_, name, color):
            return phrases.say("tell-joined", name=name, color=trains(color, phrases))
        case ComputerJoined(_, name, color):
            return phrases.say("tell-computer-joined", name=name, color=trains(color, phrases))
        case _:
            return _tell_table(event, before, phrases)


def _tell_game(
    event: GameAborted | GameRestored | GameRolledBack | GameResumed, before: Roster, phrases: Phrases
) -> str:
    """That a game stops, or from where it goes on."""
    match event:
        case GameAborted() | GameRestored():
            ended = "lobby-closed" if before.status is Status.LOBBY else "aborted"
            key, cause = (ended, event.cause) if isinstance(event, GameAborted) else ("restored", "")
            who = _decider(event, before, phrases, "an-admin-first")
            cause = cause or ("" if event.by else "operator")
            return phrases.say(f"tell-{key}", name=who, cause=cause)
        case GameRolledBack():
            return tell_rollback(event, before, phrases)
        case GameResumed(cause):
            return phrases.say("tell-resumed", cause=cause)
        case _:
            assert_never(event)


def _tell_table(
    event: ClockEvent | VoteEvent | SeatLeft | SeatChange, before: Roster, phrases: Phrases
) -> str:
    match event:
        case ClockSet() | TimeGiven() | PauseSet() | ClocksMoved():
            return tell_clock(event, before, phrases)
        case VoteClosed(agreed=True):
            return ""  # the next event says what the table agreed to
        case VoteOpened() | VoteCast() | VoteClosed():
            return tell_vote(event, before, phrases)
        case ComputerTookOver() | SeatSkipped():
            return _tell_computer(event, before, phrases)
        case _:
            return _tell_seat(event, before, phrases)


def _tell_computer(event: ComputerTookOver | SeatSkipped, before: Roster, phrases: Phrases) -> str:
    """That a computer plays for a person, and why."""
    holder = before.holders[event.seat]
    what = "skipped" if isinstance(event, SeatSkipped) else "replaced"
    if event.cause != BY_PLAYER:
        return phrases.say(f"tell-{what}-by-{event.cause}", name=holder.name)
    if what == "replaced" and event.by == holder.person:
        return phrases.say("tell-left-running", name=holder.name)
    return phrases.say(f"tell-{what}", name=holder.name, decider=_decider(event, before, phrases))


def _tell_seat(
    event: ColorChanged | SeatLeft | SeatAway | SeatGivenUp | PersonTookOver, before: Roster, phrases: Phrases
) -> str:
    holder = before.holders[event.seat]
    match event:
        case ColorChanged(color=color):
            return phrases.say("tell-color-changed", name=holder.name, color=trains(color, phrases))
        case SeatLeft():  # somebody who is forgotten leaves a closed lobby too: that is no news
            return "" if before.status is Status.ABORTED else phrases.say("tell-left", name=holder.name)
        case SeatAway():
            return tell_away(event, before, phrases)
        case SeatGivenUp(by=by, name=name):
            key = "tell-given-up" if by == holder.person else "tell-given-to"
            return phrases.say(key, name=name, other=holder.name)
        case PersonTookOver(person=person) if person == holder.person:
            return phrases.say("tell-back", name=holder.name)
        case PersonTookOver(person=person, name=name) if person == holder.owner:
            return phrases.say("tell-owner-back", name=name, other=holder.name)
        case PersonTookOver(name=name):
            return phrases.say("tell-seat-taken", name=name, other=holder.name)
        case _:
            assert_never(event)


def _decider(
    event: SeatSkipped | ComputerTookOver | GameAborted | GameRestored,
    roster: Roster,
    phrases: Phrases,
    anonymous: str = "an-admin",
) -> str:
    """Who decided something about the game or another player's seat, and whether as an admin.

    Logs of earlier versions have no names: there, anybody who is not a player was an admin.
    """
    seat = roster.seat_of(event.by)
    name = event.name or ("" if seat is None else roster.names[seat])
    if event.admin and name:
        return phrases.say("named-admin", name=name)
    return person(name or phrases.say(anonymous))
