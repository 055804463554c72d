"""The names of things in a language: cities, routes, cards, tickets, and what a button does."""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from bot.matches.match import Match
from bot.matches.roster import SeatHolder, Status
from bot.text.i18n import Phrases, phrases
from bot.text.truncate import shortened
from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import GRAY, Board
from engine.cards import CARDS, EMPTY_SLOT, Counts, in_order
from engine.game import Table
from engine.notation import read_line
from engine.plain_words import words
from engine.refusals import BadInput
from engine.sheet import TicketScore
from engine.ticket_status import TicketStatus
from engine.view import View
from render.draw.theme import SIGNS

LONGEST_LABEL = 80
"""Signs on a button."""

LONGEST_SET = 100
"""Letters of the label of a set of tickets: Discord cuts what is longer."""

_SHORT_NAMES = 12, 10, 9, 8, 7, 6, 5, 4, 3
_WITH_POINTS = 5
"""Letters of the cities of a set that is too long with whole names; fewer leave no room for the points."""


def seat_names(match: Match, phrases: Phrases) -> tuple[str, ...]:
    """The names by seat. In a result, the seat of a person who had left has the computer's name."""
    if match.roster.status is not Status.OVER:
        return tuple(map(phrases.player, match.roster.names))
    return tuple(_result_name(holder, phrases) for holder in match.roster.holders)


def _result_name(holder: SeatHolder, phrases: Phrases) -> str:
    if not (holder.level and holder.person):
        return phrases.player(holder.name)
    key = "conceded" if holder.conceded else "left" if holder.given_up else "replaced"
    return phrases.say(f"result-{key}", name=holder.name)


def platform_name(platform: str, phrases: Phrases) -> str:
    """A platform as people call it."""
    return phrases.say("platform-name", platform=platform)


def board_title(title: str, phrases: Phrases) -> str:
    """A board's or a variant's title in a language; the title itself if it has no translation."""
    return phrases.say_or(f"title-{'-'.join(words(title))}", title)


def city(board: Board, id: str, language: str) -> str:
    """What a city or a country is called in a language, in pictures too."""
    return board.place[id].name_in(language)


def route_name(board: Board, route: str, language: str, *, sided: bool = True, numbered: bool = False) -> str:
    """A route by its cities; the side of a double route by its colour too, unless it is not `sided`.

    The sides of a gray one are alike: only a `numbered` name, which must fit one route, tells them apart.
    """
    there = board.route[route]
    say = phrases(language).say
    name = say("route", a=city(board, there.a, language), b=city(board, there.b, language))
    if not there.double or not sided:
        return name
    if there.color != GRAY:
        return say("route-side", route=name, side=say(f"side-{there.color}"))
    if not numbered:
        return name
    sides = [other.id for other in board.routes if other.double == there.double]
    return say("route-side", route=name, side=str(sides.index(route) + 1))


def place(board: Board, id: str, phrases: Phrases) -> str:
    """A route or a city by its id."""
    name = route_name if id in board.route else city
    return name(board, id, phrases.language)


def ticket(board: Board, number: int, phrases: Phrases) -> str:
    """A ticket's ends and points."""
    row, language = board.ticket[number], phrases.language
    a, *ends = (city(board, end.place, language) for end in (row.start, *row.goals))
    if len(ends) == 1:
        return phrases.say("ticket", a=a, b=ends[0], points=row.points)
    points = [goal.points for goal in row.goals]
    goals = [phrases.say("ticket-goal", b=b, points=each) for b, each in zip(ends, points, strict=True)]
    return phrases.say("route", a=a, b=either(goals, phrases))


def scored_ticket(board: Board, score: TicketScore, phrases: Phrases) -> str:
    """A ticket at the end; one to several countries with the points that count."""
    named = ticket(board, score.number, phrases)
    if len(board.ticket[score.number].goals) == 1:
        return named
    return phrases.say("ticket-scored", ticket=named, points=score.points)


def offered_ticket(board: Board, number: int, offer: Sequence[int], phrases: Phrases) -> str:
    """A ticket; one of an offer has the number by which it is kept: its place there, from 1."""
    named = ticket(board, number, phrases)
    if number not in offer:
        return named
    return phrases.say("ticket-offered", place=offer.index(number) + 1, ticket=named)


def offered_tickets(view: View, phrases: Phrases) -> tuple[str, ...]:
    """The tickets offered to a seat, by their numbers."""
    return tuple(offered_ticket(view.table.board, one, view.offer, phrases) for one in view.offer)


def card(letter: str, phrases: Phrases) -> str:
    """What a card is called: `black`."""
    return phrases.say(f"card-{letter}")


def lettered_card(letter: str, phrases: Phrases) -> str:
    """A card with the letter by which it can be typed: `K (black)`."""
    return phrases.say("card", letter=letter, color=card(letter, phrases))


def color_name(letter: str, phrases: Phrases) -> str:
    """What a card is called in a list, behind the symbol that is drawn on it: `♠️ black`."""
    return f"{SIGNS[letter]} {phrases.say(f'card-{letter}')}"


def unsigned(text: str) -> str:
    """A text without the symbols of cards, which a voice would spell out one by one."""
    for sign in SIGNS.values():
        text = text.replace(f"{sign} ", "")
    return text


def cards(letters: str, phrases: Phrases) -> str:
    """Some cards that are taken: `2 black and 1 locomotive`, `black and red`. At least one."""
    if _is_one_of_each(letters):
        return listed([phrases.say(f"taken-one-{kind}") for kind in letters], phrases)
    return paid_cards(letters, phrases)


def paid_cards(letters: str, phrases: Phrases) -> str:
    """Some cards that pay for something: `2 black and 1 locomotive`, `1 red`. At least one."""
    counted = Counter(letters).items()
    return listed([phrases.say(f"taken-{kind}", count=count) for kind, count in counted], phrases)


def shown_cards(letters: str, phrases: Phrases) -> str:
    """Some cards in a list, such as behind a colon. At least one."""
    if _is_one_of_each(letters):
        return listed([card(kind, phrases) for kind in letters], phrases)
    return payment_label(letters, phrases)


def payment_label(letters: str, phrases: Phrases) -> str:
    """A way to pay, on a button or in a list. At least one card."""
    counted = Counter(letters).items()
    return listed([phrases.say(f"cards-{kind}", count=count) for kind, count in counted], phrases)


def _is_one_of_each(letters: str) -> bool:
    return len(set(letters)) == len(letters)


def held(hand: Counts, phrases: Phrases) -> str:
    """Cards where many are held, the most first: `♠️ black ×3 · 🚂 locomotive`. Empty for no cards."""
    kinds = sorted(zip(CARDS, hand, strict=True), key=lambda kind: -kind[1])
    return " · ".join(
        phrases.say("held", color=color_name(letter, phrases), count=count)
        for letter, count in kinds
        if count
    )


def hand(view: View, ticket_status: Sequence[TicketStatus], phrases: Phrases) -> str:
    """What a seat holds: its cards, and its tickets with what may become of each."""
    return f"{hand_cards(view, phrases)}\n{hand_tickets(view.table.board, ticket_status, phrases)}"


def brief(view: View, phrases: Phrases) -> str:
    """A short form of what a seat holds: `K×3 L×1`, and its tickets; an offer by its places."""
    letters = (
        " ".join(f"{card}×{count}" for card, count in zip(CARDS, view.hand, strict=True) if count) or "–"
    )
    if view.offer:
        return "\n".join((*offered_tickets(view, phrases), letters))
    slots = " ".join(f"{slot}:{card}" for slot, card in enumerate(view.table.row, 1) if card != EMPTY_SLOT)
    faces = (phrases.say("board-row", row=slots),) if view.decision else ()
    held_tickets = (ticket(view.table.board, one, phrases) for one in view.tickets)
    return "\n".join((letters, *faces, *held_tickets))


def hand_tickets(board: Board, ticket_status: Sequence[TicketStatus], phrases: Phrases) -> str:
    """The tickets that a seat holds, with what may become of each."""
    if not ticket_status:
        return phrases.say("hand-no-tickets")
    lines = [ticket_status_line(board, status, phrases) for status in ticket_status]
    return "\n".join([phrases.say("hand-tickets", count=len(lines)), *lines])


def hand_cards(view: View, phrases: Phrases) -> str:
    """The cards that a seat holds."""
    return phrases.say("hand-cards", count=sum(view.hand), cards=held(view.hand, phrases))


def ticket_status_line(
    board: Board, status: TicketStatus, phrases: Phrases, offer: Sequence[int] = ()
) -> str:
    """A ticket with what may become of it: done, still possible and how, or cut off. One of the `offer` has
    its number there.
    """
    named = offered_ticket(board, status.ticket, offer, phrases)
    match status.progress:
        case "done":
            several = len(board.ticket[status.ticket].goals) > 1
            key = "ticket-mandala" if status.mandala else "ticket-done-for" if several else "ticket-done"
            return phrases.say(key, ticket=named, points=status.points)
        case "cut-off":
            return phrases.say("ticket-cut-off", ticket=named)
        case "possible":
            needs = (("needs-trains", status.trains), ("needs-stations", status.stations))
            parts = [phrases.say(key, count=count) for key, count in needs if count]
            # If it needs nothing, its stations lend to other tickets first.
            needed = listed(parts, phrases) or phrases.say("needs-loan")
            return phrases.say("ticket-possible", ticket=named, needs=needed)
        case kind:
            assert_never(kind)


def row(cards: str, phrases: Phrases) -> str:
    """The face-up row, slot by slot: `1 R ❤️ red · 2 L 🚂 locomotive · 3 —`."""
    return " · ".join(
        phrases.say("slot-empty", slot=slot)
        if letter == EMPTY_SLOT
        else phrases.say("slot", slot=slot, letter=letter, color=color_name(letter, phrases))
        for slot, letter in enumerate(cards, 1)
    )


def trains(color: str, phrases: Phrases) -> str:
    """The colour of a player's trains, one of `bot.matches.roster.COLORS`."""
    return phrases.say(f"trains-{color}")


def listed(items: Sequence[str], phrases: Phrases) -> str:
    """All of these: `a, b and c`."""
    return _joined(items, "list-and", phrases)


def either(items: Sequence[str], phrases: Phrases) -> str:
    """One of these: `a, b or c`."""
    return _joined(items, "list-or", phrases)


def _joined(items: Sequence[str], key: str, phrases: Phrases) -> str:
    if len(items) < 2:
        return "".join(items)
    return phrases.say(key, first=", ".join(items[:-1]), last=items[-1])


def action(action: Action, table: Table, phrases: Phrases, offer: Sequence[int] = ()) -> str:
    """The label of an action: at most 80 characters, of which the first 34 identify it; of a set of tickets,
    which is chosen from a list, 100. With the `offer`, the tickets have their places in it.
    """
    longest = LONGEST_SET if isinstance(action, KeepTickets) else LONGEST_LABEL
    return shortened(_label(action, table, phrases, offer), longest)


def _label(action: Action, table: Table, phrases: Phrases, offer: Sequence[int]) -> str:
    board, say = table.board, phrases.say
    match action:
        case DrawFaceUp(slot, letter):
            return say("do-face-up", slot=slot, letter=letter, color=color_name(letter, phrases))
        case DrawDeck():
            return say("do-deck")
        case DrawTickets():
            return say("do-tickets", count=min(table.rules.draw_tickets, table.ticket_deck))
        case KeepTickets(tickets):
            return _keep_label(board, tickets, offer, phrases)
        case ClaimRoute(route, paid):
            name = route_name(board, route, phrases.language)
            return say("do-claim", cards=in_order(paid), route=name)
        case BuildStation(place, paid):
            return say("do-station", cards=in_order(paid), city=city(board, place, phrases.language))
        case PaySurcharge(paid):
            return say("do-pay", cards=paid_cards(in_order(paid), phrases))
        case DeclineTunnel():
            return say("do-decline")
        case _:
            assert_never(action)


def move(action: Action, board: Board, phrases: Phrases) -> str:
    """A move in a sentence, behind a verb such as "would": `claim Brest — Paris with 3 black`."""
    say = phrases.say
    match action:
        case DrawFaceUp(_, letter):
            return say("move-face-up", card=cards(letter, phrases))
        case DrawDeck():
            return say("move-deck")
        case DrawTickets():
            return say("move-tickets")
        case KeepTickets(tickets):
            named = listed([ticket_cities(board, number, phrases) for number in tickets], phrases)
            return say("move-keep", count=len(tickets), tickets=named)
        case ClaimRoute(route, paid):
            name = route_name(board, route, phrases.language)
            return say("move-claim", route=name, cards=paid_cards(in_order(paid), phrases))
        case BuildStation(place, paid):
            where = city(board, place, phrases.language)
            return say("move-station", city=where, cards=paid_cards(in_order(paid), phrases))
        case PaySurcharge(paid):
            return say("move-pay", cards=paid_cards(in_order(paid), phrases))
        case DeclineTunnel():
            return say("move-decline")
        case _:
            assert_never(action)


def ticket_cities(board: Board, number: int, phrases: Phrases) -> str:
    """A ticket's ends alone, for a sentence that goes on."""
    row, language = board.ticket[number], phrases.language
    goals = [city(board, goal.place, language) for goal in row.goals]
    return phrases.say("route", a=city(board, row.a, language), b=either(goals, phrases))


def _keep_label(board: Board, tickets: tuple[int, ...], offer: Sequence[int], phrases: Phrases) -> str:
    if not tickets:
        return phrases.say("do-keep-none")
    chosen = [number for number in offer if number in tickets] or sorted(tickets)
    places = ", ".join(str(offer.index(number) + 1) for number in chosen if number in offer)
    named = "; ".join(ticket(board, number, phrases) for number in chosen)
    label = phrases.say("do-keep", places=places or "none", tickets=named)
    for names in _SHORT_NAMES:
        if len(label) <= LONGEST_SET:
            break
        short = "; ".join(_short_ticket(board, number, names, phrases.language) for number in chosen)
        label = phrases.say("do-keep", places=places or "none", tickets=short)
    return label


def _short_ticket(board: Board, number: int, names: int, language: str) -> str:
    """A ticket with its ends cut to `names` letters each, and its points if there is room for them."""
    row = board.ticket[number]
    a, *goals = (city(board, end.place, language)[:names].rstrip(" .-") for end in (row.start, *row.goals))
    label = f"{a}–{'/'.join(goals)}"
    return label if names < _WITH_POINTS else f"{label} {row.points}"


def typed_line(line: str, table: Table | None, phrases: Phrases) -> str:
    """The label of a button for a typed line: its action, or the route or city in it."""
    if table is None:
        return line
    try:
        return action(read_line(line), table, phrases)
    except BadInput:
        return place(table.board, line.split()[1], phrases)
