"""What happened in a match, for its people: in public, and for one seat."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.matches.match import Step
from bot.matches.roster_events import RosterEvent
from bot.text import narrate
from bot.text.i18n import Phrases
from bot.text.labels import card, route_name, seat_names
from engine.events import CardDrawn, CardTaken, Event, RouteClaimed, seen_by
from engine.game import Table


def account(steps: Sequence[Step], phrases: Phrases) -> str:
    """The public account of some steps of a match; empty where nothing public happened."""
    parts = groupby(steps, key=lambda step: isinstance(step.event, RosterEvent))
    texts = (_people(part, phrases) if people else _play(tuple(part), phrases) for people, part in parts)
    return "\n".join(filter(None, texts))


def _people(steps: Iterator[Step], phrases: Phrases) -> str:
    texts = (
        narrate.tell_roster(step.event, step.before.roster, phrases)
        for step in steps
        if step.before and isinstance(step.event, RosterEvent)
    )
    return "\n".join(filter(None, texts))


def _play(steps: Sequence[Step], phrases: Phrases) -> str:
    match = steps[-1].after
    seen = [_seen(step) for step in steps]
    return narrate.tell(seen, match.roster.names, phrases, seat_names(match, phrases))


def _seen(step: Step) -> narrate.PublicStep:
    """A step of play as everybody sees it."""
    before = step.before.table if step.before else None
    after = step.after.table
    if after is None or isinstance(step.event, RosterEvent):
        raise ValueError("not a step of play")
    return narrate.PublicStep(before, seen_by(step.event, None), after)


def own_account(events: Sequence[Event], table: Table, phrases: Phrases) -> str:
    """What the player who acted learns at once, blind cards included."""
    return " ".join(_own(events, table, phrases))


def _own(events: Sequence[Event], table: Table, phrases: Phrases) -> Iterator[str]:
    for event in events:
        match event:
            case CardTaken(card=letter):
                yield phrases.say("you-took", card=card(letter, phrases))
            case CardDrawn(card=letter):
                yield phrases.say("you-drew", card=card(letter, phrases))
            case RouteClaimed(route=route, points=points):
                where = route_name(table.board, route, phrases.language)
                yield phrases.say("you-claimed", route=where, points=points)
            case _:
                continue
