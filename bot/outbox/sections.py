"""Sections: the parts of a log that become one post each, and the players that a step concerns."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from bot.matches import roster_events as happened
from bot.matches.match import Match, Step
from bot.matches.plans import plan_asks
from bot.matches.roster import Status
from bot.matches.seats import is_restored_again
from bot.model.identity import FORGOTTEN, Person
from bot.model.message import Topic
from engine import events as played
from engine.game import SettleTunnel

LATE, BEHIND = timedelta(minutes=1), timedelta(seconds=3)
"""Turns that ended LATE ago go into one post; one that ended BEHIND ago and is overtaken has no picture."""

SILENT = frozenset(
    event.__name__
    for event in (
        played.CardDrawn,
        played.CardTaken,
        played.DeckShuffled,
        played.RowCleared,
        played.RowFilled,
        played.SecondCardDue,
    )
)
"""Kinds of events that make no post by themselves: somebody draws cards. A plan has an event of its own."""

_COMES_BACK = happened.GameRestored, happened.GameResumed
"""Events after which the present state is posted, even in the middle of a turn."""


def split_into_posts(steps: Sequence[Step], *, grouped: bool = True) -> list[tuple[Step, ...]]:
    """The steps in sections of one post each. Steps after the last section are not posted yet.

    There is one post per turn. It ends with the step after which another person has to decide, and no
    computer. Turns of computers, and changes in the middle of a turn, go into the next post. A seat that is
    lost or taken is posted at once, because its owner has to know. Starting tickets, which everybody chooses
    at the same time, have one post when all are dealt.

    Where turns of computers are not `grouped`, each of them has a post of its own.

    The sections depend on the log and that setting alone, so after a crash the same steps make the same post.
    """
    sections, begun, opened = [], 0, False
    for place, step in enumerate(steps, 1):
        begins = any(opens_for(step, seat) for seat in step.after.waiting_for)
        opened = opened or begins or _is_posted_at_once(step)
        if isinstance(step.event, happened.VoteOpened):
            sections += [tuple(part) for part in (steps[begun : place - 1], (step,)) if part]
            begun = place
            continue
        if _ends_section(step, opened=opened, grouped=grouped):
            sections.append(tuple(steps[begun:place]))
            begun, opened = place, False
    return sections


def _ends_section(step: Step, *, opened: bool, grouped: bool) -> bool:
    """Whether a post ends with this step.

    `opened` is true if something has happened since the last post that needs one (see split_into_posts).
    """
    match = step.after
    if isinstance(step.event, happened.PlanMade):
        return False
    if match.roster.status is not Status.RUNNING or isinstance(step.event, _COMES_BACK):
        return True
    if match.table is None or not opened:
        return False
    if match.table.choosing:
        # The starting tickets are dealt to everybody, who choose or have chosen.
        return all(
            decision or kept
            for decision, kept in zip(match.table.decisions, match.table.tickets, strict=True)
        )
    # Nobody is waited for within a move: between the tickets that a computer keeps and the next turn.
    return match.waiting_for != () and (not grouped or people_waited_for(match) == match.waiting_for)


def _is_posted_at_once(step: Step) -> bool:
    """Whether a post in the middle of a turn says what happened."""
    match step.event:
        case (
            happened.ChatFollowed()
            | happened.SeatGivenUp()
            | happened.ClockSet()
            | happened.TimeGiven()
            | happened.PauseSet()
            | happened.ClocksMoved()
        ):
            return True
        case played.MovesUndone():
            return True
        case happened.SeatAway(seat=seat, until=until):
            return until is not None or seat in step.after.waiting_for
        case happened.PersonTookOver(seat=seat, person=person) if step.before:
            return step.before.roster.holders[seat].person != person
        case happened.ComputerTookOver(seat=seat, by=by):
            is_forgotten = by.startswith(f"{FORGOTTEN}:")
            return replaces(step, seat) or (is_forgotten and seat not in step.after.waiting_for)
        case _:
            return False


def opens_for(step: Step, seat: int) -> bool:
    """Whether a step begins this seat's turn or choice of starting tickets, or gives it to a person.

    A turn that a plan has begun is given to its player by the step after which they must finish it.
    """
    if _leaves_rest(step, seat):
        return True
    match step.event:
        case happened.GameRestored():
            return seat in step.after.waiting_for and not is_restored_again(step)
        case happened.GameResumed() | played.MovesUndone():
            return seat in step.after.waiting_for
        case played.TurnStarted(seat=asked):
            return asked == seat
        case played.TicketsOffered(seat=asked, starting=True, dealt=dealt):
            return asked == seat and dealt > 0  # those that were dealt before continue the same choice
        case happened.PersonTookOver(seat=taken, person=person) if step.before:
            is_back = step.before.roster.holders[taken].person == person  # and has asked for it
            return taken == seat and seat in step.after.waiting_for and not is_back
        case _:
            return False


def _leaves_rest(step: Step, seat: int) -> bool:
    """Whether a step opens a decision, in a turn that a plan has begun, which its player must make.

    A tunnel for which nothing is owed does not count: it opens within a move, when the plan's next step is
    not known yet.
    """
    before, after = (
        match.table.decisions[seat] if match and match.table else None for match in (step.before, step.after)
    )
    opens = after is not None and after != before and after != SettleTunnel(after.revision, 0)
    return opens and plan_asks(step.after, seat)


def replaces(step: Step, seat: int) -> bool:
    """Whether with this step somebody let a computer play for the player of a seat."""
    match step.event:
        case happened.ComputerTookOver(seat=replaced, by=by) if step.before:
            return replaced == seat and by != step.before.roster.holders[seat].person
        case _:
            return False


def seat_lost(step: Step, person: Person) -> int | None:
    """The seat that a person loses with this step, to a new player or to its owner."""
    match step.event:
        case happened.PersonTookOver(seat=seat) | happened.SeatGivenUp(seat=seat) if step.before:
            seated = step.after.roster.seat_of(str(person)) is not None
            return None if seated or step.before.roster.owned_seat(str(person)) != seat else seat
        case _:
            return None


def people_waited_for(match: Match) -> tuple[int, ...]:
    """The seats that have a decision to make and that no computer plays."""
    return tuple(seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer)


def end_of_next_post(steps: Sequence[Step], now: datetime, *, grouped: bool) -> int | None:
    """The last event of the next post: one turn or one vote, or all turns that are late."""
    sections = split_into_posts(steps, grouped=grouped)
    turns = list(takewhile(lambda section: not _asks_table(section), sections))
    ended = [section for section in turns if section[-1].at <= now - LATE]
    return next((section[-1].after.seq for section in (*ended[-1:], *sections[:1])), None)


def is_overtaken(steps: Sequence[Step], end: int, now: datetime, *, grouped: bool) -> bool:
    """Whether the post that ends with event `end` is behind, and another turn has to be posted after it.

    The picture of such a post would be out of date when it arrives.
    """
    section = [step for step in steps if step.after.seq <= end]
    if now - section[-1].at < BEHIND:
        return False
    rest = [step for step in steps if step.after.seq > end]
    until = end_of_next_post(rest, now, grouped=grouped) or end
    follows = [step for step in rest if step.after.seq <= until]
    return any(isinstance(step.event, played.TurnStarted) for step in follows)


def _asks_table(section: Sequence[Step]) -> bool:
    """Whether a section is the beginning of a vote, which has a post of its own."""
    return len(section) == 1 and isinstance(section[0].event, happened.VoteOpened)


def begins_lobby(step: Step) -> bool:
    """Whether the first person takes a seat in a lobby: from then on it has a post."""
    is_first = step.before is not None and not step.before.roster.holders
    return is_first and isinstance(step.event, happened.PlayerJoined)


def opens_lobby_post(step: Step) -> bool:
    """Whether the post of a lobby after a step is a new one, with a picture: its first player joins."""
    is_first = step.before is None or not step.before.roster.holders
    return is_first or isinstance(step.event, happened.GameRestored | happened.ChatFollowed)


def topic_of(section: Sequence[Step]) -> Topic:
    """What the post of a section is to the platform that shows it."""
    match section[-1].after.roster.status:
        case Status.LOBBY:
            return Topic.LOBBY
        case Status.OVER:
            return Topic.END
        case Status.ABORTED if section[-1].after.game:
            return Topic.END
        case Status.RUNNING if _asks_table(section):
            return Topic.VOTE
        case _:
            return Topic.TURN
