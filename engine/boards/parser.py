"""Reads a Board from the rows of a board file."""

import re
from collections.abc import Mapping

from engine.board import GRAY, Board, City, Country, Route, Ticket, TicketEnd
from engine.boards.rows import TABLES, BoardRow
from engine.boards.variants import check_title, read_rules
from engine.cards import COLOR_NAMES

_COLORS = {**COLOR_NAMES, "gray": GRAY}
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def read_board(document: BoardRow, edition: str) -> Board:
    """The board that a whole document describes, each row read by itself. Raises BadInput."""
    needed = tuple(table for table in TABLES if table != "countries")
    document.check_keys(("id", "title", "rules", *needed), ("countries",))
    for table in needed:
        if not document.table(table).values:
            document.refuse(f"there is nothing in [{table}]")
    title = document.table("rules")
    check_title(title)
    patches = document.named_rows("variants")
    countries = tuple(_read_country(name, row) for name, row in document.named_rows("countries"))
    borders = {country.id: country.cities for country in countries}
    return Board(
        id=document.id("id"),
        title=document.text("title"),
        edition=edition,
        cities=tuple(_read_city(name, row) for name, row in document.named_rows("cities")),
        routes=tuple(_read_route(name, row) for name, row in document.named_rows("routes")),
        tickets=_read_tickets(document, {name: row.ids("decks") for name, row in patches}, borders),
        variants={name: read_rules(title, name, row) for name, row in patches},
        countries=countries,
    )


def ticket_number(name: str, row: BoardRow) -> int:
    """The number by which a ticket's row is named. Raises BadInput."""
    if not _NUMBER.fullmatch(name):
        row.refuse("a ticket is named by its number, from 1 to 999999")
    return int(name)


def _read_city(name: str, row: BoardRow) -> City:
    row.check_keys(("name", "latitude", "longitude"), ("names", "aliases"))
    return City(
        id=name,
        name=row.text("name"),
        names=_read_names(row),
        aliases=row.texts("aliases"),
        latitude=row.degrees("latitude", 90),
        longitude=row.degrees("longitude", 180),
    )


def _read_country(name: str, row: BoardRow) -> Country:
    row.check_keys(("name", "cities"), ("names", "aliases"))
    return Country(
        id=name,
        name=row.text("name"),
        names=_read_names(row),
        aliases=row.texts("aliases"),
        cities=row.ids("cities"),
    )


def _read_names(row: BoardRow) -> dict[str, str]:
    names = row.table("names")
    for language in names.values:
        if not _LANGUAGE.fullmatch(language):
            names.refuse(f"a language is two or three small letters, such as en, not {language!r}")
    return {language: names.text(language) for language in names.values}


def _read_route(name: str, row: BoardRow) -> Route:
    row.check_keys(("a", "b", "length", "color"), ("tunnel", "ferry", "double", "any_cards"))
    return Route(
        id=name,
        a=row.text("a"),
        b=row.text("b"),
        length=row.number("length", 1, 9),
        color=_COLORS[row.one_of("color", tuple(_COLORS))],
        tunnel=row.flag("tunnel"),
        ferry=row.number("ferry", 0, 9),
        double=row.id("double"),
        any_cards=row.number("any_cards", 2, 4),
    )


def _read_tickets(
    document: BoardRow, borrowed: Mapping[str, tuple[str, ...]], borders: Mapping[str, tuple[str, ...]]
) -> tuple[Ticket, ...]:
    """`borrowed` are the decks that each variant plays with besides its own, `borders` those of countries."""

    def end(place: str, points: int = 0) -> TicketEnd:
        return TicketEnd(place, borders.get(place, (place,)), points)

    tickets = []
    for name, row in document.named_rows("tickets"):
        decks = row.ids("decks")
        also = tuple(variant for variant, others in borrowed.items() if set(others) & set(decks))
        if "goals" in row.values:
            row.check_keys(("a", "goals"), ("long", "decks", "bonus"))
            table = row.table("goals")
            goals = [end(place, table.number(place, 1, 99)) for place in table.values]
            if len(goals) < 2:
                row.refuse("goals must name two places or more; one is named by b and points")
        else:
            row.check_keys(("a", "b", "points"), ("long", "decks", "bonus"))
            goals = [end(row.text("b"), row.number("points", 1, 99))]
        ticket = Ticket(
            number=ticket_number(name, row),
            start=end(row.text("a")),
            goals=tuple(sorted(goals, key=lambda goal: -goal.points)),
            long=row.flag("long"),
            decks=tuple(dict.fromkeys(decks + also)),
            bonus=row.id("bonus"),
        )
        tickets.append(ticket)
    return tuple(tickets)
