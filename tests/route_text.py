"""Routes and tickets in one line each, and networks as they grow in play, for tests of the network."""

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.board import GRAY, Board, Route, Ticket, TicketEnd


def routes(text: str) -> list[Route]:
    """Routes between cities, `"paris-brest 3, brest-dieppe 2"`. The same two again are a double route."""
    rows: list[Route] = []
    for row in text.split(",") if text else ():
        pair, length = row.split()
        a, b = pair.split("-")
        twins = sum({a, b} == {other.a, other.b} for other in rows)
        rows.append(Route(pair + "=" * twins, a, b, int(length), GRAY))
    return rows


def route(text: str) -> Route:
    return routes(text)[0]


def tickets(text: str) -> list[Ticket]:
    """Tickets numbered from 1, `"paris-wien 8, brest-petrograd 20"`."""
    rows = [row.replace("-", " ").split() for row in text.split(",")] if text else []
    return [ticket_of(number, a, b, int(points)) for number, (a, b, points) in enumerate(rows, 1)]


def ticket_of(number: int, a: str, b: str, points: int) -> Ticket:
    """A ticket from city to city."""
    return Ticket(number, TicketEnd(a, (a,)), (TicketEnd(b, (b,), points),))


def flooded(city: str, network: Sequence[Route]) -> set[str]:
    """The cities that can be reached from one city, found step by step."""
    reached = {city}
    while more := {end for row in network for end in (row.a, row.b) if {row.a, row.b} & reached} - reached:
        reached |= more
    return reached


@st.composite
def grown(draw: st.DrawFn, board: Board, trains: int = 45, most: int = 25) -> list[Route]:
    """A player's network, mostly connected, that takes at most `trains` trains."""
    network: list[Route] = []
    for _ in range(draw(st.integers(1, most))):
        left = trains - sum(row.length for row in network)
        open_to_us = [row for row in board.routes if row.length <= left and may_claim(row, network)]
        cities = {city for row in network for city in (row.a, row.b)}
        next_to_ours = [row for row in open_to_us if {row.a, row.b} & cities]
        if not open_to_us:
            break
        elsewhere = not next_to_ours or draw(st.integers(0, 9)) == 0
        network.append(draw(st.sampled_from(open_to_us if elsewhere else next_to_ours)))
    return network


def may_claim(row: Route, network: Sequence[Route]) -> bool:
    """Each route once, and never both sides of a double route."""
    return all(row.id != other.id and (not row.double or row.double != other.double) for other in network)
