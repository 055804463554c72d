"""Votes of the players: on a pause, the clock, an undo, an early end, or a computer for a late player."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.matches import roster_events as happened
from bot.matches.clocks import TurnClock
from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import Roster, Status
from bot.matches.roster_events import BY_VOTE, CLOCK, END, END_RATED, PAUSE, REPLACE, RESUME, SKIP, UNDO
from bot.matches.seats import held_for
from bot.matches.undo import restored
from bot.model.identity import Person
from engine.levels import DEFAULT_LEVEL
from engine.turns import end_early

_LONGEST, _SHORTEST, _TURNS = timedelta(days=1), timedelta(minutes=5), 3
"""How long a vote is open: as long as some turns may take, within these limits."""

_LEAST_PAUSE = timedelta(days=1)
"""A majority pauses the game only where it has that much left."""

_ON_LATE_PLAYERS = SKIP, REPLACE

_OF_END = END, END_RATED

_OF_EVERYBODY = CLOCK, UNDO, *_OF_END
"""The questions to which everybody must say yes."""

MOST_PAUSED = timedelta(days=7)
"""How long a pause lasts at most, and for how long in all a majority may pause a game: after that, everybody
must agree. Otherwise two of three players could keep the third from ever finishing it.
"""

AGREED_BY_SILENCE = (*_ON_LATE_PLAYERS, RESUME)
"""The questions to which no answer counts as yes."""


def lasts(roster: Roster) -> timedelta:
    """How long a vote of a table is open: a day, or less on a fast clock, unless that stands still."""
    if roster.clock is None or roster.paused:
        return _LONGEST
    return max(_SHORTEST, min(_LONGEST, _TURNS * timedelta(seconds=roster.clock.turn)))


def ask(
    match: Match,
    person: Person,
    question: str,
    now: datetime,
    about: int | None = None,
    clock: TurnClock | None = None,
    earlier: Match | None = None,
) -> Outcome:
    """Open a vote, in which the person votes yes; where nobody else has a vote, it is agreed at once.

    Asking the question that is already open is a vote for it. A vote on a late player ends a vote of another
    kind, so that nobody can block it with questions of their own. `earlier` is the match that UNDO brings
    back. Raises CommandRefused.
    """
    seat, present = _voting_seat(match, person), match.roster.vote
    number = match.seq - match.hidden + (2 if present else 1)
    to = earlier.game.seq if earlier and earlier.game else None
    vote = happened.VoteOpened(question, seat, now + lasts(match.roster), number, about, clock, to)
    if present and replace(vote, by=present.by, until=present.until, number=present.number) == present:
        return cast(match, person, yes=True, earlier=earlier)
    if present and (question not in _ON_LATE_PLAYERS or present.question in _ON_LATE_PLAYERS):
        raise CommandRefused("vote-open")
    if question == CLOCK and clock == match.roster.clock:
        raise CommandRefused("same-clock")
    if question in (PAUSE, RESUME) and match.roster.paused == (question == PAUSE):
        raise CommandRefused("is-paused" if match.roster.paused else "not-paused")
    if question in _OF_END and (match.table is None or match.table.choosing):
        raise CommandRefused("end-too-early")
    closed: tuple[LogEvent, ...] = (happened.VoteClosed(False),) if present else ()
    alone = [True if voter == seat else None for voter in range(len(match.roster.holders))]
    if verdict(match, vote, alone):
        return Outcome((*closed, *_effect(match, vote, earlier)), f"done-{question}")
    return Outcome((*closed, vote), "vote-opened")


def cast(
    match: Match, person: Person, *, yes: bool, number: int | None = None, earlier: Match | None = None
) -> Outcome:
    """Vote, or change one's vote. `number` is that of a button's vote, `earlier` as in `ask`.

    Raises CommandRefused.
    """
    vote = match.roster.vote
    if match.roster.status is not Status.RUNNING or vote is None or number not in (None, vote.number):
        raise CommandRefused("vote-settled")
    seat = _voting_seat(match, person)
    if seat not in voters(match, vote.about):
        raise CommandRefused("vote-about-you")
    votes = [yes if voter == seat else answer for voter, answer in enumerate(match.roster.votes)]
    decided = verdict(match, vote, votes)
    return Outcome((happened.VoteCast(seat, yes), *_closed(match, vote, decided, earlier)), "vote-cast")


def vote_over(match: Match, now: datetime, earlier: Match | None = None) -> Outcome:
    """Close a vote whose time is over. No answer counts as yes only where a yes lets the game go on.

    Otherwise a pause would never end if those who agreed to it did not come back.
    """
    vote = match.roster.vote
    if match.roster.status is not Status.RUNNING or vote is None or vote.until > now:
        return Outcome(())
    silence = vote.question in AGREED_BY_SILENCE
    votes = [silence if answer is None else answer for answer in match.roster.votes]
    return Outcome(_closed(match, vote, verdict(match, vote, votes), earlier))


def pause_over(match: Match, now: datetime) -> Outcome:
    """End a pause that has lasted as long as it may, and a vote on that."""
    roster = match.roster
    if not roster.paused or roster.paused_until is None or roster.paused_until > now:
        return Outcome(())
    closed = (happened.VoteClosed(True),) if roster.vote and roster.vote.question == RESUME else ()
    return Outcome((*closed, happened.PauseSet(False, int(MOST_PAUSED.total_seconds()))))


def pause_left(roster: Roster) -> timedelta:
    """For how long a majority may still pause the game."""
    return MOST_PAUSED - timedelta(seconds=roster.paused_for)


def is_of_everybody(roster: Roster, vote: happened.VoteOpened) -> bool:
    """Whether everybody must say yes: also to a pause, once a majority has no time left for one."""
    return vote.question in _OF_EVERYBODY or (vote.question == PAUSE and pause_left(roster) < _LEAST_PAUSE)


def voters(match: Match, about: int | None) -> tuple[int, ...]:
    """The seats that may vote: those of people who play, except the seat that the vote is `about`."""
    holders = enumerate(match.roster.holders)
    return tuple(seat for seat, holder in holders if holder.person and not holder.level and seat != about)


def asked_seats(match: Match, vote: happened.VoteOpened) -> tuple[int, ...]:
    """The seats whose votes count. Where everybody must agree, seats that wait for their player count too.

    An undo needs everybody who can come back, however long they are away: otherwise the players who are left
    could look at hidden cards, at offered tickets and at what computers draw, and take that back.
    """
    if not is_of_everybody(match.roster, vote):
        return voters(match, vote.about)
    opened, holders = vote.until - lasts(match.roster), enumerate(match.roster.holders)
    return tuple(
        seat
        for seat, holder in holders
        if holder.person
        and not holder.conceded
        and (vote.question == UNDO or not holder.level or held_for(holder, opened))
    )


def verdict(match: Match, vote: happened.VoteOpened, votes: Sequence[bool | None]) -> bool | None:
    """Whether these votes settle the question; None while they do not.

    Nothing is undone for a player who has left meanwhile.
    """
    seats = asked_seats(match, vote)
    if vote.question == UNDO and vote.by not in voters(match, vote.about):
        return False
    needed = len(seats) if is_of_everybody(match.roster, vote) else len(seats) // 2 + 1
    answers = [votes[seat] for seat in seats]
    if answers.count(True) >= needed:
        return True
    return False if len(seats) - answers.count(False) < needed else None


def give_time(match: Match, person: Person, seat: int | None) -> Outcome:
    """Give a rival one turn's time for their present turn. Raises CommandRefused."""
    roster, own = match.roster, _voting_seat(match, person)
    if roster.clock is None:
        raise CommandRefused("no-clock")
    running = [rival for rival in range(len(roster.holders)) if rival != own and match.deadline(rival)]
    if seat == own or (seat is None and not running and own in match.waiting_for):
        raise CommandRefused("own-time")
    if not running or seat not in (None, *running):
        raise CommandRefused("nobody-waited-for")
    if seat is None and len(running) > 1:
        raise CommandRefused("name-somebody", names=tuple(roster.names[rival] for rival in running))
    rival = running[0] if seat is None else seat
    if roster.holders[rival].clock.used <= -roster.clock.turn:
        raise CommandRefused("enough-time", name=roster.names[rival])
    return Outcome(
        (happened.TimeGiven(rival, roster.clock.turn, own),), "time-given", {"name": roster.names[rival]}
    )


def _voting_seat(match: Match, person: Person) -> int:
    """The seat of a person who plays. Raises CommandRefused."""
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("not-started" if match.roster.status is Status.LOBBY else "game-is-over")
    seat = match.roster.seat_of(str(person))
    if seat is None or match.roster.holders[seat].level:
        raise CommandRefused("vote-without-seat")
    return seat


def _closed(
    match: Match, vote: happened.VoteOpened, decided: bool | None, earlier: Match | None
) -> tuple[LogEvent, ...]:
    if decided is None:
        return ()
    return (happened.VoteClosed(decided), *(_effect(match, vote, earlier) if decided else ()))


def _effect(match: Match, vote: happened.VoteOpened, earlier: Match | None) -> tuple[LogEvent, ...]:
    """What the table does where it agrees. Raises CommandRefused where the vote is not about `earlier`."""
    if vote.question == UNDO:
        if earlier is None or earlier.game is None or earlier.game.seq != vote.to:
            raise CommandRefused("vote-settled")
        return restored(match, earlier, vote.by, BY_VOTE)
    if vote.question in _OF_END and match.game:
        return end_early(match.game, vote.by)[1]
    if vote.question == SKIP:
        return (happened.SeatSkipped(vote.about or 0, "", cause=BY_VOTE),)
    if vote.question == REPLACE:
        return (happened.ComputerTookOver(vote.about or 0, DEFAULT_LEVEL, "", cause=BY_VOTE),)
    if vote.question == PAUSE:
        left = pause_left(match.roster)
        return (
            happened.PauseSet(True, int((left if left >= _LEAST_PAUSE else MOST_PAUSED).total_seconds())),
        )
    if vote.question == RESUME:
        return (happened.PauseSet(False),)
    return (happened.ClockSet(vote.clock, match.roster.allowance),)
