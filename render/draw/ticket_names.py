"""What pictures call a ticket and what it is worth, and the journeys that it asks for."""

from collections.abc import Iterator, Mapping

from engine.board import Board, Ticket


def ends_of(board: Board, ticket: Ticket, language: str) -> tuple[str, str]:
    """The names of a ticket's start and goal; of several each with points: `Italy 11, Germany 5`."""
    a, *names = (board.place[end.place].name_in(language) for end in (ticket.start, *ticket.goals))
    if len(names) == 1:
        return a, names[0]
    return a, ", ".join(f"{b} {goal.points}" for b, goal in zip(names, ticket.goals, strict=True))


def ticket_name(board: Board, ticket: Ticket, language: str) -> str:
    """A ticket by its ends, in one line."""
    return " – ".join(ends_of(board, ticket, language))


def journeys(ticket: Ticket, at: Mapping[str, complex]) -> Iterator[tuple[str, str]]:
    """For each goal of a ticket, the two nearest cities on the map, at the start and at the goal."""
    for goal in ticket.goals:
        pairs = ((start, city) for start in ticket.start.cities for city in goal.cities)
        yield min(pairs, key=lambda pair: abs(at[pair[0]] - at[pair[1]]))
