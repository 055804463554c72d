"""What happened with the people of a table: seats, clocks, absence, votes, other chats."""

from collections.abc import Iterable
from typing import assert_never

from bot.matches import roster_events as happened
from bot.matches.clocks import TurnClock
from bot.matches.match import Match
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import BY_PLAYER, CLOCK, UNDO, RosterEvent, VoteClosed, VoteOpened
from bot.model.message import moment
from bot.text.i18n import Phrases, harmless, person
from bot.text.labels import listed, platform_name, trains

LONGEST_REASON = 500
"""Letters of the reason for a rollback."""

_UNITS = (("days", 86_400, 3), ("hours", 3_600, 1), ("minutes", 60, 1))
"""Units of time: their seconds, and from which number on a unit is used."""


def tell_roster(event: RosterEvent, before: Roster, phrases: Phrases) -> str:
    """What happened with the people of a table; empty where the lobby shows it by itself.

    `before` is the roster that the event changes.
    """
    say, names = phrases.say, before.names
    match event:
        case (
            happened.GameOpened()
            | happened.SetupChanged()
            | happened.StartRequested()
            | happened.PlanMade()
            | happened.PlayerRenamed()
            | happened.VoteCast()
        ):
            return ""
        case happened.PlayersAsked(players=players):
            late = [person(name) for _, name, _ in before.asked]
            return "" if players or not late else say("tell-left-out", names=listed(late, phrases))
        case happened.PlayerJoined(_, name, color):
            return say("tell-joined", name=name, color=trains(color, phrases))
        case happened.ComputerJoined(_, name, color):
            return say("tell-computer-joined", name=name, color=trains(color, phrases))
        case happened.ColorChanged(seat, color):
            return say("tell-color-changed", name=names[seat], color=trains(color, phrases))
        case happened.SeatLeft(seat):  # somebody who is forgotten leaves a closed lobby too: that is no news
            return "" if before.status is Status.ABORTED else say("tell-left", name=names[seat])

        # who plays a seat
        case happened.SeatSkipped(seat, cause=cause) if cause != BY_PLAYER:
            return say(f"tell-skipped-by-{cause}", name=names[seat])
        case happened.SeatSkipped(seat):
            return say("tell-skipped", name=names[seat], decider=_decider(event, before, phrases))
        case happened.ComputerTookOver(seat, cause=cause) if cause != BY_PLAYER:
            return say(f"tell-replaced-by-{cause}", name=names[seat])
        case happened.ComputerTookOver(seat, by=by) if by == before.holders[seat].person:
            return say("tell-left-running", name=names[seat])
        case happened.ComputerTookOver(seat):
            return say("tell-replaced", name=names[seat], decider=_decider(event, before, phrases))
        case happened.SeatGivenUp(seat, by, name):
            key = "tell-given-up" if by == before.holders[seat].person else "tell-given-to"
            return say(key, name=name, other=names[seat])
        case happened.PersonTookOver(seat, who) if who == before.holders[seat].person:
            return say("tell-back", name=names[seat])
        case happened.PersonTookOver(seat, who, name):
            is_owner = who == before.holders[seat].owner
            return say("tell-owner-back" if is_owner else "tell-seat-taken", name=name, other=names[seat])
        case happened.SeatAway(seat, None):
            return say("tell-away-over", name=names[seat])
        case happened.SeatAway(seat, until):
            assert until
            return say("tell-away", name=names[seat], until=moment(until))

        # the game as a whole
        case happened.ChatFollowed(_, name, platform):
            who, where = name or say("an-admin-first"), platform_name(platform, phrases)
            return say("tell-followed", name=who, platform=where)
        case happened.GameAborted(cause=cause):
            key = "tell-lobby-closed" if before.status is Status.LOBBY else "tell-aborted"
            who = _decider(event, before, phrases, "an-admin-first")
            return say(key, name=who, cause=cause or ("" if event.by else "operator"))
        case happened.GameRestored(by=by):
            who = _decider(event, before, phrases, "an-admin-first")
            return say("tell-restored", name=who, cause="" if by else "operator")
        case happened.GameRolledBack():
            return _rolled_back(event, before, phrases)
        case happened.GameResumed(cause):
            return say("tell-resumed", cause=cause)
        case happened.SeedPublished(seed):
            key = "tell-secret-of-aborted" if before.deck_secret else "tell-seed-of-aborted"
            return say(key, seed=before.deck_secret or seed)

        # clocks
        case happened.ClockSet(clock):  # until a game begins, its lobby shows the clock by itself
            is_news = before.status is not Status.LOBBY
            return say("tell-clock-set", clock=clock_label(clock, phrases)) if is_news else ""
        case happened.TimeGiven(seat, seconds, giver):
            time = span(seconds, phrases)
            return say("tell-time-given", name=names[seat], other=names[giver], time=time)
        case happened.PauseSet(paused, 0):
            return say("tell-paused" if paused else "tell-unpaused")
        case happened.PauseSet(paused, seconds):
            return say("tell-paused-for" if paused else "tell-pause-over", time=_rounded(seconds, phrases))
        case happened.ClocksMoved(seconds, cause):
            key = "tell-clocks-moved" if seconds > 0 else "tell-clocks-set-back"
            return say(key, time=_rounded(abs(seconds), phrases), cause=cause)

        # votes
        case VoteClosed(agreed=True):
            return ""  # the next event says what the table agreed to
        case VoteOpened() | VoteClosed():
            return tell_vote(event, before, phrases)
        case _:
            assert_never(event)


def tell_vote(event: VoteOpened | VoteClosed, roster: Roster, phrases: Phrases) -> str:
    """That a vote of the table is open, or how it ended."""
    if isinstance(event, VoteOpened):
        asked = question(event, roster, phrases)
        return phrases.say("tell-vote", name=roster.names[event.by], question=asked)
    if roster.vote is None:
        return ""
    key = "tell-vote-agreed" if event.agreed else "tell-vote-refused"
    return phrases.say(key, question=question(roster.vote, roster, phrases))


def question(vote: VoteOpened, roster: Roster, phrases: Phrases) -> str:
    """What a vote is about."""
    if vote.about is not None:
        return phrases.say(f"vote-{vote.question}", name=roster.names[vote.about])
    if vote.question == CLOCK:
        return phrases.say("vote-clock", clock=clock_label(vote.clock, phrases))
    if vote.question == UNDO:
        return phrases.say("vote-undo", name=roster.names[vote.by])
    return phrases.say(f"vote-{vote.question}")


def _rolled_back(event: happened.GameRolledBack, before: Roster, phrases: Phrases) -> str:
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


def _decider(
    event: happened.SeatSkipped | happened.ComputerTookOver | happened.GameAborted | happened.GameRestored,
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


# ---- times in words


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


def _rounded(seconds: int, phrases: Phrases) -> str:
    """About how long something took: in hours from two hours on, in minutes below."""
    unit = 3_600 if seconds >= 7_200 else 60
    return span(max(1, round(seconds / unit)) * unit, phrases)


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
