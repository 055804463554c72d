"""What happened in a match, for its people: in public, and for one seat."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from bot.matches.match import Step
from bot.matches.roster_events import PlanMade, RosterEvent
from bot.matches.turns import standing_steps
from bot.text.i18n import Phrases, person
from bot.text.labels import cards, route_name, seat_names
from bot.text.narrate import PublicStep, tell
from bot.text.roster_text import tell_roster
from bot.text.truncate import newest, shortened
from engine.events import CardDrawn, CardTaken, Event, MovesUndone, RouteClaimed, seen_by
from engine.game import Table

_LONGEST_CLAIMS = 2000
"""Letters of the claims that a cut account names."""


def account(steps: Sequence[Step], phrases: Phrases, later: Sequence[Step] = ()) -> str:
    """The public account of some steps of a match; empty where nothing public happened.

    Moves that were undone, by one of these steps or of the `later` ones, are marked.
    """
    stand = {step.after.seq for step in standing_steps((*steps, *later))}
    public = (step for step in steps if not isinstance(step.event, PlanMade))
    parts = groupby(public, key=lambda step: (isinstance(step.event, RosterEvent), _is_undone(step, stand)))
    texts = (_part(tuple(part), phrases, undone=undone) for (_, undone), part in parts)
    return "\n".join(filter(None, texts))


def _is_undone(step: Step, stand: Collection[int]) -> bool:
    return step.after.seq not in stand and not isinstance(step.event, MovesUndone)


def _part(steps: Sequence[Step], phrases: Phrases, *, undone: bool) -> str:
    """Steps of one kind, which were undone or not."""
    if isinstance(steps[0].event, RosterEvent):
        return _people(steps, phrases)
    text = _play(steps, phrases)
    if not undone:
        return text
    return "\n".join(phrases.say("undone-line", line=line) for line in text.splitlines())


def _people(steps: Iterable[Step], phrases: Phrases) -> str:
    texts = (
        tell_roster(step.event, step.before.roster, phrases)
        for step in steps
        if step.before and isinstance(step.event, RosterEvent)
    )
    return "\n".join(filter(None, texts))


def _play(steps: Sequence[Step], phrases: Phrases) -> str:
    match = steps[-1].after
    seen = [_seen(step) for step in steps]
    return tell(seen, match.roster.names, phrases, seat_names(match, phrases))


def _seen(step: Step) -> PublicStep:
    """A step of play as everybody sees it."""
    before = step.before.table if step.before else None
    after = step.after.table
    if after is None or isinstance(step.event, RosterEvent):
        raise ValueError("not a step of play")
    return before, seen_by(step.event, None), after


def newest_account(account: str, steps: Sequence[Step], phrases: Phrases, room: int) -> str:
    """The end of the account of some steps, in at most `room` letters.

    The part that is cut is replaced by its claims, as far as they fit, and by where to read everything.
    """
    if len(account) <= room:
        return account
    kept = newest(account, room - room // 3, "").lstrip()
    claims = [claim for route, claim in _claims(steps, phrases) if route not in kept]
    if not claims:
        return newest(account, room, phrases.say("earlier-in-log"))
    most = min(room // 3, _LONGEST_CLAIMS) - len(phrases.say("left-out", claims=""))
    return f"{phrases.say('left-out', claims=shortened('; '.join(claims), max(1, most - 1)))}\n{kept}"


def _claims(steps: Sequence[Step], phrases: Phrases) -> Iterator[tuple[str, str]]:
    """Each route that was claimed, and who claimed it."""
    for step in standing_steps(steps):
        if isinstance(step.event, RouteClaimed):
            where = route_name(step.after.board, step.event.route, phrases.language)
            yield where, f"{person(step.after.roster.names[step.event.seat])} {where}"


def own_account(events: Sequence[Event], table: Table, phrases: Phrases) -> str:
    """What an action gave its player, cards from the deck included."""
    return " ".join(_own(events, table, phrases))


def _own(events: Sequence[Event], table: Table, phrases: Phrases) -> Iterator[str]:
    for event in events:
        match event:
            case CardTaken(card=letter):
                yield phrases.say("you-took", card=cards(letter, phrases))
            case CardDrawn(card=letter):
                yield phrases.say("you-drew", card=cards(letter, phrases))
            case RouteClaimed(route=route, points=points):
                where = route_name(table.board, route, phrases.language)
                yield phrases.say("you-claimed", route=where, points=points)
            case _:
                continue
