"""Words that stand in for a picture, for those who cannot see it: plain English, from the View alone."""

from collections.abc import Sequence

from engine.cards import CARDS, COLOR_NAMES, EMPTY_SLOT, LOCOMOTIVE
from engine.game import Table
from engine.sheet import ScoreSheet
from engine.view import View
from render.news import last_round, news
from render.text import ELLIPSIS

LONGEST = 1024
"""Characters; what chats take."""
LONGEST_NAME = 40
CARD_NAMES = {letter: name for name, letter in COLOR_NAMES.items()} | {LOCOMOTIVE: "locomotive"}


def board_alt(view: View, names: Sequence[str]) -> str:
    """What the picture of the board shows, in at most 1,024 characters."""
    table, names = view.table, [_cut(name, LONGEST_NAME) for name in names]
    sentences = [
        f"Board of {table.board.title}.",
        f"{news(table, names)}.",
        f"{last_round(table)}." if last_round(table) else "",
        _last_move(table, names),
        f"Face-up cards: {_row(table.row)}.",
        f"{_some(table.deck, 'card')} in the deck, {_some(table.ticket_deck, 'ticket')} to draw.",
        *(_player(table, seat, names) for seat in range(table.players)),
    ]
    return _cut(" ".join(filter(None, sentences)))


def hand_alt(view: View) -> str:
    """What the picture of a hand shows, in at most 1,024 characters. For that player only."""
    held = [f"{count} {CARD_NAMES[card]}" for card, count in zip(CARDS, view.hand, strict=True) if count]
    board = view.table.board
    tickets = [
        f"{board.city[ticket.a].name} to {board.city[ticket.b].name} for {ticket.points}"
        for ticket in (board.ticket[number] for number in view.tickets)
    ]
    words = f"Hand of {_some(sum(view.hand), 'card')}: {', '.join(held) or 'none'}."
    return _cut(f"{words} Tickets: {'; '.join(tickets) or 'none'}.")


def score_alt(sheet: ScoreSheet, names: Sequence[str]) -> str:
    """What the picture of the final score shows, in at most 1,024 characters."""
    lines = [
        f"{seat.place}. {_cut(names[seat.seat], LONGEST_NAME)} {seat.total} points"
        f" ({seat.routes} for routes, {seat.ticket_points} for tickets, {seat.completed} of them completed)"
        for seat in sorted(sheet.seats, key=lambda seat: (seat.place, seat.seat))
    ]
    return _cut(f"Final score. {'; '.join(lines)}.")


def _some(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _row(row: str) -> str:
    return ", ".join("empty" if card == EMPTY_SLOT else CARD_NAMES[card] for card in row) or "none"


def _last_move(table: Table, names: Sequence[str]) -> str:
    if table.last is None:
        return ""
    seat, place = table.last
    city = table.board.city
    if place in city:
        return f"Last: {names[seat]} built a station in {city[place].name}."
    route = table.board.route[place]
    return f"Last: {names[seat]} claimed {city[route.a].name} to {city[route.b].name}."


def _player(table: Table, seat: int, names: Sequence[str]) -> str:
    facts = [
        _some(table.points[seat], "point"),
        f"{_some(table.trains[seat], 'train')} left",
        _some(table.hands[seat], "card"),
        _some(table.tickets[seat], "ticket"),
    ]
    if table.rules.stations:
        facts.append(f"{_some(table.rules.stations - len(table.stations[seat]), 'station')} left")
    return f"{names[seat]}: {', '.join(facts)}."


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1] + ELLIPSIS
