"""What happened since somebody's last turn, in a few lines."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Step
from bot.text.i18n import Phrases
from bot.text.labels import city, route_name, shown_cards
from bot.text.truncate import shortened
from engine.events import CardDrawn, CardTaken, RouteClaimed, StationBuilt, TicketsKept

_LONGEST_LINE = 300
"""Letters of a line; what is longer is cut."""


def since_turn(steps: Sequence[Step], phrases: Phrases) -> str:
    """What all others did in some steps, a line for each kind; empty where nobody did anything.

    The kinds are routes, stations, face-up cards, cards from the deck, tickets, and the trains that are left
    to those who claimed a route: six lines at most.
    """
    return "\n".join(shortened(line, _LONGEST_LINE) for line in _lines(steps, phrases))


def _lines(steps: Sequence[Step], phrases: Phrases) -> Iterator[str]:
    if not steps or (table := steps[-1].after.table) is None:
        return
    board, language = table.board, phrases.language
    news: dict[str, dict[int, list[str]]] = {}
    for step in steps:
        match step.event:
            case RouteClaimed(seat=seat, route=route):
                _add(news, "claims", seat, route_name(board, route, language))
                news.setdefault("trains", {})[seat] = [str(table.trains[seat])]
            case StationBuilt(seat=seat, city=where):
                _add(news, "stations", seat, city(board, where, language))
            case CardTaken(seat=seat, card=card):
                _add(news, "taken", seat, card)
            case CardDrawn(seat=seat):
                _add(news, "drawn", seat, "")
            case TicketsKept(seat=seat, kept_size=kept) if kept:
                _add(news, "tickets", seat, *[""] * kept)
            case _:
                pass
    names = steps[-1].after.roster.names
    for kind in _KINDS:
        if kind in news:
            yield phrases.say(f"since-{kind}", who=_people(news[kind], kind, names, phrases))


_KINDS = "claims", "stations", "taken", "drawn", "tickets", "trains"
_COUNTED = "drawn", "tickets"


def _add(news: dict[str, dict[int, list[str]]], kind: str, seat: int, *what: str) -> None:
    news.setdefault(kind, {}).setdefault(seat, []).extend(what)


def _people(by_seat: dict[int, list[str]], kind: str, names: Sequence[str], phrases: Phrases) -> str:
    """Each person with what they did: `Boris: Paris — Brest, Roma — Palermo; Carl: Wien — Budapest`."""
    return "; ".join(
        phrases.say("since-who", name=names[seat], what=_what(what, kind, phrases))
        for seat, what in by_seat.items()
    )


def _what(what: Sequence[str], kind: str, phrases: Phrases) -> str:
    if kind == "taken":
        return shown_cards("".join(what), phrases)
    return str(len(what)) if kind in _COUNTED else ", ".join(what)
