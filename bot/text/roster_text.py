"""What happened with the people of a table: seats, clocks, absence, votes, other chats."""

from collections.abc import Iterable
from typing import assert_never

from bot.matches.clocks import TurnClock
from bot.matches.match import Match
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import (
    BY_PLAYER,
    CLOCK,
    UNDO,
    ChatFollowed,
    ClockEvent,
    ClockSet,
    ClocksMoved,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    GameRolledBack,
    PauseSet,
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
    TimeGiven,
    VoteCast,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)
from bot.model.message import moment
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


# ---- clocks, absence and votes

_UNITS = (("days", 86_400, 3), ("hours", 3_600, 1), ("minutes", 60, 1))
"""Units of time: their seconds, and from which number on a unit is used."""


def span(seconds: int, phrases: Phrases, *, at_most: bool = False) -> str:
    """A length of time in its largest whole unit, such as "24 hours"; `at_most` is for it behind "up to"."""
    fitting = ((unit, size) for unit, size, least in _UNITS if seconds >= least * size and not seconds % size)
    unit, size = next(fitting, _UNITS[-1][:2])
    key = f"most-{unit}" if at_most else f"span-{unit}"
    return phrases.say(key, count=max(1, seconds // size))


def clock_label(clock: TurnClock | None, phrases: Phrases) -> str:
    """A clock in words: the time for a turn, and how much of it can be saved."""
    if clock is None:
        return phrases.say("clock-none")
    bank = span(clock.bank, phrases, at_most=True)
    return phrases.say("clock-label", turn=span(clock.turn, phrases), bank=bank)


def tell_clock(event: ClockEvent, roster: Roster, phrases: Phrases) -> str:
    """What happened with the clocks of a table. Until a game begins, its lobby shows them by itself."""
    match event:
        case ClockSet() if roster.status is Status.LOBBY:
            return ""
        case ClockSet(clock):
            return phrases.say("tell-clock-set", clock=clock_label(clock, phrases))
        case TimeGiven(seat, seconds, by):
            names = {"name": roster.names[seat], "other": roster.names[by]}
            return phrases.say("tell-time-given", **names, time=span(seconds, phrases))
        case PauseSet(paused, 0):
            return phrases.say("tell-paused" if paused else "tell-unpaused")
        case PauseSet(paused, seconds):
            key = "tell-paused-for" if paused else "tell-pause-over"
            return phrases.say(key, time=_rounded(seconds, phrases))
        case ClocksMoved(seconds, cause):
            key = "tell-clocks-moved" if seconds > 0 else "tell-clocks-set-back"
            return phrases.say(key, time=_rounded(abs(seconds), phrases), cause=cause)
        case _:
            assert_never(event)


def _rounded(seconds: int, phrases: Phrases) -> str:
    """About how long something took: in hours from two hours on, in minutes below."""
    unit = 3_600 if seconds >= 7_200 else 60
    return span(max(1, round(seconds / unit)) * unit, phrases)


def tell_away(event: SeatAway, roster: Roster, phrases: Phrases) -> str:
    """That a player is away, or is back."""
    name = roster.names[event.seat]
    if event.until is None:
        return phrases.say("tell-away-over", name=name)
    return phrases.say("tell-away", name=name, until=moment(event.until))


def tell_vote(event: VoteEvent, roster: Roster, phrases: Phrases) -> str:
    """What happened with a vote of the table."""
    match event:
        case VoteOpened(by=by):
            return phrases.say("tell-vote", name=roster.names[by], question=question(event, roster, phrases))
        case VoteClosed(agreed) if roster.vote:
            asked = question(roster.vote, roster, phrases)
            return phrases.say("tell-vote-agreed" if agreed else "tell-vote-refused", question=asked)
        case VoteCast() | VoteClosed():
            return ""
        case _:
            assert_never(event)


def question(vote: VoteOpened, roster: Roster, phrases: Phrases) -> str:
    """What a vote is about."""
    if vote.about is not None:
        return phrases.say(f"vote-{vote.question}", name=roster.names[vote.about])
    if vote.question == CLOCK:
        return phrases.say("vote-clock", clock=clock_label(vote.clock, phrases))
    if vote.question == UNDO:
        return phrases.say("vote-undo", name=roster.names[vote.by])
    return phrases.say(f"vote-{vote.question}")


def saved_text(match: Match, phrases: Phrases) -> str:
    """How much time each person has in their bank; "" where nobody has any."""
    saved = [
        f"{person(name)} ({_rounded(holder.clock.bank, phrases)})"
        for name, holder in zip(match.roster.names, match.roster.holders, strict=True)
        if holder.clock.bank and not holder.by_computer
    ]
    return phrases.say("clock-saved", saved=", ".join(saved)) if saved else ""


def until_text(match: Match, seats: Iterable[int], phrases: Phrases) -> str:
    """Until when the first of some seats has to decide; empty where none has a deadline."""
    first = min(filter(None, map(match.deadline, seats)), default=None)
    return phrases.say("turn-until", until=moment(first)) if first else ""
