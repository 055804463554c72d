"""What happened in a match, for its people: all of it, what is new to somebody, and what decided it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.matches.lead import done_by, played_turns, points_of, turning_points
from bot.matches.match import Step
from bot.matches.roster_events import PlanMade, RosterEvent
from bot.matches.turns import standing_steps
from bot.text.i18n import Phrases, person
from bot.text.labels import cards, city, listed, route_name, seat_names, shown_cards, ticket
from bot.text.narrate import tell
from bot.text.roster_text import tell_roster
from bot.text.truncate import newest, shortened
from engine.board import members
from engine.events import (
    CardDrawn,
    CardTaken,
    Event,
    MovesUndone,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
    seen_by,
)
from engine.game import Game, Table

_LONGEST_CLAIMS = 2000
"""Letters of the claims that a cut account names."""

_LONGEST_LINE = 300
"""Letters of a line of news; what is longer is cut."""


def account(steps: Sequence[Step], phrases: Phrases, later: Sequence[Step] = ()) -> str:
    """The public account of some steps of a match; empty where nothing public happened.

    Moves that were undone, by one of these steps or of the `later` ones, are marked.
    """
    standing = {step.after.seq for step in standing_steps((*steps, *later))}

    def kind(step: Step) -> tuple[bool, bool]:
        is_undone = step.after.seq not in standing and not isinstance(step.event, MovesUndone)
        return isinstance(step.event, RosterEvent), is_undone

    texts = []
    public = (step for step in steps if not isinstance(step.event, PlanMade))
    for (is_about_people, is_undone), part in groupby(public, kind):
        if is_about_people:
            texts.append(_people(part, phrases))
        elif is_undone:
            lines = _play(tuple(part), phrases).splitlines()
            texts += [phrases.say("undone-line", line=line) for line in lines]
        else:
            texts.append(_play(tuple(part), phrases))
    return "\n".join(filter(None, texts))


def _people(steps: Iterable[Step], phrases: Phrases) -> str:
    texts = (
        tell_roster(step.event, step.before.roster, phrases)
        for step in steps
        if step.before and isinstance(step.event, RosterEvent)
    )
    return "\n".join(filter(None, texts))


def _play(steps: Sequence[Step], phrases: Phrases) -> str:
    """Steps of play, as everybody sees them."""
    match, seen = steps[-1].after, []
    for step in steps:
        if step.after.table is None or isinstance(step.event, RosterEvent):
            raise ValueError("not a step of play")
        seen.append((step.before.table if step.before else None, seen_by(step.event, None), step.after.table))
    return tell(seen, match.roster.names, phrases, seat_names(match, phrases))


def newest_account(account: str, steps: Sequence[Step], phrases: Phrases, room: int) -> str:
    """The end of the account of some steps, in at most `room` letters.

    The part that is cut is replaced by its claims, as far as they fit, and by where to read everything.
    """
    if len(account) <= room:
        return account
    kept = newest(account, room - room // 3, "").lstrip()
    claims = []
    for step in standing_steps(steps):
        if isinstance(step.event, RouteClaimed):
            route = route_name(step.after.board, step.event.route, phrases.language)
            if route not in kept:
                claims.append(f"{person(step.after.roster.names[step.event.seat])} {route}")
    if not claims:
        return newest(account, room, phrases.say("earlier-in-log"))
    most = min(room // 3, _LONGEST_CLAIMS) - len(phrases.say("left-out", claims=""))
    return f"{phrases.say('left-out', claims=shortened('; '.join(claims), max(1, most - 1)))}\n{kept}"


def own_account(events: Sequence[Event], table: Table, phrases: Phrases) -> str:
    """What an action gave its player, cards from the deck included."""
    sentences = []
    for event in events:
        match event:
            case CardTaken(card=letter):
                sentences.append(phrases.say("you-took", card=cards(letter, phrases)))
            case CardDrawn(card=letter):
                sentences.append(phrases.say("you-drew", card=cards(letter, phrases)))
            case RouteClaimed(route=id, points=points):
                route = route_name(table.board, id, phrases.language)
                sentences.append(phrases.say("you-claimed", route=route, points=points))
            case _:
                pass
    return " ".join(sentences)


# ---- what is new to somebody


_NEWS = "claims", "stations", "taken", "drawn", "tickets", "trains"
"""The lines of news, in this order: routes, stations, face-up cards, cards from the deck, tickets, trains."""


def since_turn(steps: Sequence[Step], phrases: Phrases) -> str:
    """What all others did in some steps, a line for each kind; empty where nobody did anything.

    The trains are those that are left to the players who claimed a route.
    """
    table = steps[-1].after.table if steps else None
    if table is None:
        return ""
    board, language = table.board, phrases.language
    news: dict[str, dict[int, list[str]]] = {kind: {} for kind in _NEWS}
    for step in steps:
        match step.event:
            case RouteClaimed(seat=seat, route=route):
                news["claims"].setdefault(seat, []).append(route_name(board, route, language))
                news["trains"][seat] = [str(table.trains[seat])]
            case StationBuilt(seat=seat, city=place):
                news["stations"].setdefault(seat, []).append(city(board, place, language))
            case CardTaken(seat=seat, card=card):
                news["taken"].setdefault(seat, []).append(card)
            case CardDrawn(seat=seat):
                news["drawn"].setdefault(seat, []).append("")
            case TicketsKept(seat=seat, kept_size=number) if number:
                news["tickets"].setdefault(seat, []).extend([""] * number)
    names = steps[-1].after.roster.names
    lines = []
    for kind, by_seat in news.items():
        people = "; ".join(
            phrases.say("since-who", name=names[seat], what=_summed_up(kind, items, phrases))
            for seat, items in by_seat.items()
        )
        if people:
            lines.append(shortened(phrases.say(f"since-{kind}", who=people), _LONGEST_LINE))
    return "\n".join(lines)


def _summed_up(kind: str, items: Sequence[str], phrases: Phrases) -> str:
    """What one player did of a kind: names where they are public, otherwise how many."""
    match kind:
        case "taken":
            return shown_cards("".join(items), phrases)
        case "drawn" | "tickets":
            return str(len(items))
        case _:
            return ", ".join(items)


# ---- what decided the game


def turning_point_text(steps: Sequence[Step], names: Sequence[str], phrases: Phrases) -> str:
    """The turn that changed the lead of the winner most; "" where none did.

    `steps` are all of a match that is over, `names` those in its result.
    """
    table = steps[-1].after.table if steps else None
    if table is None or table.sheet is None:
        return ""
    turns = played_turns(steps)
    points = [points_of(after) for _, after in turns]
    changes = turning_points(points, table.sheet.winners[0])
    if not changes:
        return ""
    number, _, _ = max(changes, key=lambda change: (abs(change[2] - change[1]), change[0]))
    before, after = turns[number]
    seat = before.table.seat or 0
    return phrases.say(
        "turning-point",
        number=number + 1,
        name=person(names[seat]),
        what=listed(list(_gains(before, after, seat, phrases)), phrases),
        points=points[number][seat] - points_of(before)[seat],
    )


def _gains(before: Game, after: Game, seat: int, phrases: Phrases) -> Iterator[str]:
    """What was built in a turn, and the tickets that this completed."""
    board = after.table.board
    for route in members(after.table.routes[seat] & ~before.table.routes[seat]):
        yield route_name(board, board.routes[route].id, phrases.language)
    for place in after.table.stations[seat][len(before.table.stations[seat]) :]:
        yield city(board, place, phrases.language)
    for number in done_by(after, seat):
        if number not in done_by(before, seat):
            yield phrases.say("turning-ticket", ticket=ticket(board, number, phrases))
