"""Playing an action of a person, and what that person alone is told of it."""

from collections.abc import Awaitable, Callable

from bot.commands import Play
from bot.identity import Person
from bot.matches.deciding import Change, Refused
from bot.matches.match import Match
from bot.matches.roster import RosterEvent, Status
from bot.message import Message
from bot.panel import Panels
from bot.request import Request
from bot.store import Also
from bot.store.values import NOTHING_ELSE
from bot.talk.account import own_account
from bot.talk.phrases import Phrases
from engine.actions import Action, KeepTickets
from engine.events import seen_by
from engine.notation import line
from engine.rulebook import apply

Write = Callable[[Request, Callable[[Match], Change], str], Awaitable[tuple[Match, Change]]]


class MovedOn(Exception):
    """The decision that a button answers has been made already: nothing was changed."""


def decide(match: Match, seat: int, action: Action) -> Change:
    """What an action of a seat comes to. Raises Refused, and IllegalAction where a rule forbids it."""
    if match.roster.status is not Status.RUNNING or match.game is None:
        raise Refused("not-started" if match.roster.status is Status.LOBBY else "game-is-over")
    game, events = apply(match.game, seat, action)
    also = Also(closed=True) if game.table.over else NOTHING_ELSE
    return Change(events, "played", also=also)


def decide_as(person: Person, match: Match, command: Play) -> Change:
    """What a person's action comes to. Raises as `decide` does, and MovedOn where its button is stale.

    Judged with the match in hand that is written on: of two clicks on one button, one is too late.
    """
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise Refused("not-your-seat")
    if command.revision is not None and not match.asks(seat, command.revision):
        raise MovedOn
    sitter = match.roster.sitters[seat]
    if sitter.level and match.roster.status is Status.RUNNING:
        raise Refused("computer-plays", name=sitter.name)
    return decide(match, seat, command.action)


async def play(write: Write, panels: Panels, request: Request, command: Play) -> Message:
    """Write an action down; the answer says what it brought, and what can be done now."""
    person = request.player
    match, change = await write(
        request, lambda match: decide_as(person, match, command), line(command.action)
    )
    seat = match.roster.seat_of(str(person))
    assert seat is not None
    lead = _told(match, change, seat, request.phrases)
    new_tickets = isinstance(command.action, KeepTickets)
    return await panels.panel(match, seat, request.phrases, lead, with_map=new_tickets)


def _told(match: Match, change: Change, seat: int, phrases: Phrases) -> str:
    """What the player learns of the action, blind cards included."""
    if match.table is None:
        return ""
    events = [seen_by(fact, seat) for fact in change.facts if not isinstance(fact, RosterEvent)]
    return own_account(events, match.table, phrases)
