"""What happened with the people of a table: seats, the clock, votes, other chats."""

from typing import assert_never

from bot.matches.clock_events import ClockSet, ClocksMoved, PauseSet, TimeGiven
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
    VoteOpened,
)
from bot.text.clock_text import tell_away, tell_clock, tell_vote
from bot.text.i18n import Phrases, harmless, person
from bot.text.labels import listed, platform_name, trains

LONGEST_REASON = 500
"""Letters of the reason for a rollback."""


def tell_roster(event: RosterEvent, before: Roster, phrases: Phrases) -> str:
    """What happened with the people of a table; empty where the lobby shows it by itself.

    `before` is the roster that the event changes.
    """
    say = phrases.say
    match event:
        case GameOpened() | SetupChanged() | StartRequested() | PlanMade() | PlayerRenamed():
            return ""
        case PlayersAsked(players=players):
            late = [person(name) for _, name, _ in before.asked]
            return "" if players or not late else say("tell-left-out", names=listed(late, phrases))
        case PlayerJoined(_, name, color):
            return say("tell-joined", name=name, color=trains(color, phrases))
        case ComputerJoined(_, name, color):
            return say("tell-computer-joined", name=name, color=trains(color, phrases))
        case ChatFollowed(_, name, platform):
            who, where = name or say("an-admin-first"), platform_name(platform, phrases)
            return say("tell-followed", name=who, platform=where)
        case GameAborted(cause=cause):
            key = "tell-lobby-closed" if before.status is Status.LOBBY else "tell-aborted"
            who = _decider(event, before, phrases, "an-admin-first")
            return say(key, name=who, cause=cause or ("" if event.by else "operator"))
        case GameRestored(by=by):
            who = _decider(event, before, phrases, "an-admin-first")
            return say("tell-restored", name=who, cause="" if by else "operator")
        case GameRolledBack():
            return _rolled_back(event, before, phrases)
        case GameResumed(cause):
            return say("tell-resumed", cause=cause)
        case SeedPublished(seed):
            key = "tell-secret-of-aborted" if before.deck_secret else "tell-seed-of-aborted"
            return say(key, seed=before.deck_secret or seed)
        case ClockSet() | TimeGiven() | PauseSet() | ClocksMoved():
            return tell_clock(event, before, phrases)
        case VoteClosed(agreed=True):
            return ""  # the next event says what the table agreed to
        case VoteOpened() | VoteCast() | VoteClosed():
            return tell_vote(event, before, phrases)
        case _:
            return _tell_seat(event, before, phrases)


def _rolled_back(event: GameRolledBack, before: Roster, phrases: Phrases) -> str:
    """Which admin set the game back, whether they play in it, to which moment, why, and what follows."""
    plays = any(event.by in (*holder.people, holder.owner) for holder in before.holders)
    sentence = phrases.say(
        "tell-rolled-back",
        role="player" if plays else "admin" if event.name else "nobody",
        target="back" if event.again else "turn",
        name=event.name,
        turn=event.turn,
        reason=harmless(event.reason, LONGEST_REASON),
    )
    with_computers = not all(holder.person for holder in before.holders)  # never rated
    return sentence if with_computers else f"{sentence}\n{phrases.say('rolled-back-unrated')}"


def _tell_seat(event: SeatLeft | SeatChange, before: Roster, phrases: Phrases) -> str:
    """What happened to one seat."""
    say, holder = phrases.say, before.holders[event.seat]
    match event:
        case ColorChanged(color=color):
            return say("tell-color-changed", name=holder.name, color=trains(color, phrases))
        case SeatLeft():  # somebody who is forgotten leaves a closed lobby too: that is no news
            return "" if before.status is Status.ABORTED else say("tell-left", name=holder.name)
        case SeatAway():
            return tell_away(event, before, phrases)
        case SeatSkipped(cause=cause) if cause != BY_PLAYER:
            return say(f"tell-skipped-by-{cause}", name=holder.name)
        case SeatSkipped():
            return say("tell-skipped", name=holder.name, decider=_decider(event, before, phrases))
        case ComputerTookOver(cause=cause) if cause != BY_PLAYER:
            return say(f"tell-replaced-by-{cause}", name=holder.name)
        case ComputerTookOver(by=by) if by == holder.person:
            return say("tell-left-running", name=holder.name)
        case ComputerTookOver():
            return say("tell-replaced", name=holder.name, decider=_decider(event, before, phrases))
        case SeatGivenUp(by=by, name=name):
            key = "tell-given-up" if by == holder.person else "tell-given-to"
            return say(key, name=name, other=holder.name)
        case PersonTookOver(person=person) if person == holder.person:
            return say("tell-back", name=holder.name)
        case PersonTookOver(person=person, name=name) if person == holder.owner:
            return say("tell-owner-back", name=name, other=holder.name)
        case PersonTookOver(name=name):
            return say("tell-seat-taken", name=name, other=holder.name)
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
