"""The lines of text about a moment: who is to act, the last move, and how near the end is."""

from collections.abc import Sequence
from typing import assert_never

from engine.game import ChooseTickets, Decision, DrawSecondCard, SettleTunnel, Table, TakeTurn
from render.draw.captions import ENGLISH, Captions
from render.draw.text import fitted_name, shown_name
from render.draw.theme import Livery

SIZE = 28
"""The size of the letters, in pixels."""
WIDEST_NAME = 230
"""The greatest width of a player's name in a line, in pixels."""
WARNING = 3
"""A player has few trains from this many times the trains that start the last round."""


def shown_names(
    names: Sequence[str], seats: Sequence[Livery], captions: Captions = ENGLISH
) -> tuple[str, ...]:
    """The names by seat in letters that the fonts have; a name without any becomes that of its colour."""
    return tuple(
        shown_name(name, captions.player(livery.name)) for name, livery in zip(names, seats, strict=False)
    )


def status_line(table: Table, names: Sequence[str], captions: Captions = ENGLISH) -> str:
    """Whose turn it is and what the table waits for."""
    if table.sheet is not None:
        return captions.over.format(players=_listed(table.sheet.winners, names))
    if table.choosing:
        return captions.starting.format(players=_listed(table.waiting_for, names))
    return ", ".join(
        _due(table, decision, _name(names, seat), captions)
        for seat, decision in enumerate(table.decisions)
        if decision is not None
    )


def _due(table: Table, decision: Decision, player: str, captions: Captions) -> str:
    match decision:
        case TakeTurn():
            return captions.to_play.format(player=player)
        case DrawSecondCard():
            return captions.second_card.format(player=player)
        case ChooseTickets():
            return captions.choosing.format(player=player)
        case SettleTunnel(owed=owed):
            a, b = _ends(table, table.tunnel.route, captions) if table.tunnel else ("", "")
            return captions.surcharge.format(player=player, number=owed, a=a, b=b)
        case _:
            assert_never(decision)


def last_move(table: Table, names: Sequence[str], captions: Captions = ENGLISH) -> str:
    """Who last claimed or built what; "" before the first move and while a tunnel is not settled."""
    if table.last is None or table.tunnel:
        return ""
    seat, place = table.last
    player = _name(names, seat)
    if place in table.board.city:
        return captions.built.format(player=player, city=table.board.city[place].name_in(captions.language))
    a, b = _ends(table, place, captions)
    points = table.rules.route_points[table.board.route[place].length]
    return captions.claimed.format(player=player, a=a, b=b, points=points)


def _ends(table: Table, route: str, captions: Captions) -> list[str]:
    """The names of a route's cities."""
    ends = table.board.route[route]
    return [table.board.city[city].name_in(captions.language) for city in (ends.a, ends.b)]


def last_round(table: Table, captions: Captions = ENGLISH) -> str:
    """The banner of the last round; "" before it and after the end."""
    if table.turns_left is None or table.over:
        return ""
    return captions.last_round.format(number=table.turns_left)


def warning(table: Table, names: Sequence[str], captions: Captions = ENGLISH) -> str:
    """Who has the fewest trains when the last round is near; "" before that and in the last round."""
    fewest = min(table.trains, default=0)
    if table.last_round or not has_few(table, fewest):
        return ""
    player = _name(names, table.trains.index(fewest))
    return captions.few_trains.format(player=player, number=fewest)


def has_few(table: Table, trains: int) -> bool:
    """Whether a player with this many trains brings the last round near, or it has come."""
    return trains <= WARNING * table.rules.last_round_trains and not (table.choosing or table.over)


def round_number(table: Table, captions: Captions = ENGLISH) -> str:
    """The number of the round; "" before the first and after the last."""
    if table.turn == 0 or table.over:
        return ""
    return captions.round.format(number=(table.turn - 1) // table.players + 1)


def _name(names: Sequence[str], seat: int) -> str:
    return fitted_name(names[seat], (SIZE,), WIDEST_NAME)[0]


def _listed(seats: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(_name(names, seat) for seat in seats)
