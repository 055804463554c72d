"""Playing an action of a person, and what that person alone is told of it."""

from collections.abc import Awaitable, Callable

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import RosterEvent, Status
from bot.model.commands import Play
from bot.model.identity import Person
from bot.model.message import Message
from bot.service.panels import Panels
from bot.store import RowUpdates
from bot.store.values import NO_UPDATES
from bot.text.history import own_account
from bot.text.i18n import Phrases
from bot.text.request import Request
from engine.actions import Action, KeepTickets
from engine.events import seen_by
from engine.notation import line
from engine.rulebook import apply

Write = Callable[[Request, Callable[[Match], Outcome], str], Awaitable[tuple[Match, Outcome]]]


class StaleButton(Exception):
    """The decision that a button answers has been made already: nothing was changed."""


def decide(match: Match, seat: int, action: Action) -> Outcome:
    """What an action of a seat comes to. Raises CommandRefused, and IllegalAction where a rule forbids it."""
    if match.roster.status is not Status.RUNNING or match.game is None:
        raise CommandRefused("not-started" if match.roster.status is Status.LOBBY else "game-is-over")
    game, events = apply(match.game, seat, action)
    also = RowUpdates(closed=True) if game.table.over else NO_UPDATES
    return Outcome(events, "played", also=also)


def decide_as(person: Person, match: Match, command: Play) -> Outcome:
    """What a person's action comes to. Raises as `decide` does, and StaleButton where its button is stale.

    Judged with the match in hand that is written on: of two clicks on one button, one is too late.
    """
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-your-seat")
    if command.revision is not None and not match.asks(seat, command.revision):
        raise StaleButton
    holder = match.roster.holders[seat]
    if holder.level and match.roster.status is Status.RUNNING:
        raise CommandRefused("computer-plays", name=holder.name)
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


def _told(match: Match, change: Outcome, seat: int, phrases: Phrases) -> str:
    """What the player learns of the action, blind cards included."""
    if match.table is None:
        return ""
    events = [seen_by(fact, seat) for fact in change.facts if not isinstance(fact, RosterEvent)]
    return own_account(events, match.table, phrases)
