"""The rules of a board file: those of the title, and the keys that each variant replaces."""

from collections.abc import Iterator, Mapping
from typing import get_args

from engine.boards.rows import BoardRow
from engine.cards import COLORS
from engine.rules import Bonus, BonusKind, Deal, LocomotiveUse, Payment, RefusedTickets, Rules, TieBreak

NEEDED = {
    "players_least": (2, 5),
    "players_most": (2, 5),
    "trains": (1, 99),
    "cards_per_color": (3, 48),
    "locomotives": (0, 48),
    "hand": (0, 20),
    "row": (1, 9),
    "row_reset": (0, 10),
    "last_round_trains": (0, 98),
    "double_routes_players": (2, 6),
    "draw_tickets": (1, 9),
    "keep_tickets": (1, 9),
}
"""The numbers that every title states, with the least and the most that they may be."""

OPTIONAL = {
    "stations": (0, 9),
    "station_points": (0, 99),
    "row_locomotive": (1, 2),
    "tunnel_reveal": (1, 9),
}
"""The numbers that a title may leave out."""

_LEFT_OUT = {
    "row_locomotive": 2,
    "tunnel_reveal": 3,
    "refused_in_play": "bottom",
    "locomotives_on": "all-routes",
}
"""What a key means that a title leaves out, if not 0 or an empty list."""

_MOST_BONUSES: Mapping[str, BonusKind] = {
    "longest_path_bonus": "longest-path",
    "globetrotter_bonus": "globetrotter",
}
"""The keys of the bonuses for who has the most; the first is always stated."""
_BONUSES = (*_MOST_BONUSES, "mandala_points")
"""The keys of all bonuses, in the order in which a score sheet lists them."""

_MOST_BONUS = 99

_NUMBERS = NEEDED | OPTIONAL
_LISTS = ("route_points", "deals", "tie_breaks")
_OTHERS = ("station_costs", "refused_in_play", "locomotives_on", "ferry_cards")
_REFUSED: tuple[RefusedTickets, ...] = get_args(RefusedTickets)
_TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
_LOCOMOTIVES_ON: tuple[LocomotiveUse, ...] = get_args(LocomotiveUse)
_DEAL_KEYS = ("long", "regular", "keep_most")


def read_rules(title: BoardRow, variant: str, patch: BoardRow) -> Rules:
    """The rules of a variant: the title's, with each key that the patch names in place of the title's.

    Raises BadInput.
    """
    patch.check_keys(("title",), (*_NUMBERS, *_BONUSES, *_LISTS, *_OTHERS, "decks"))
    changes = {key: value for key, value in patch.values.items() if key not in ("title", "decks")}
    return _read(BoardRow(patch.name, {**title.values, **changes}), variant, patch.text("title"))


def check_title(title: BoardRow) -> None:
    """The title's own rules are whole and can be played, before any variant is. Raises BadInput."""
    title.check_keys((*NEEDED, *_LISTS, "longest_path_bonus"), (*OPTIONAL, *_BONUSES, *_OTHERS))
    _read(title, "", "")


def _read(row: BoardRow, variant: str, title: str) -> Rules:
    row = BoardRow(row.name, {**_LEFT_OUT, **row.values})
    numbers = {key: row.number(key, least, most) for key, (least, most) in _NUMBERS.items()}
    bonuses = tuple(_read_bonuses(row))
    rules = Rules(
        variant=variant,
        title=title,
        station_costs=row.numbers("station_costs", 1, 9),
        route_points=_route_points(row.table("route_points")),
        deals=tuple(_read_deal(deal) for deal in row.rows("deals")),
        bonuses=bonuses,
        tie_breaks=_tie_breaks(row, bonuses),
        payment=Payment(row.one_of("locomotives_on", _LOCOMOTIVES_ON), row.number("ferry_cards", 2, 4)),
        refused_in_play=row.one_of("refused_in_play", _REFUSED),
        **numbers,
    )
    for fault in _faults(rules):
        row.refuse(fault)
    return rules


def _route_points(row: BoardRow) -> dict[int, int]:
    for length in row.values:
        if length not in set("123456789"):
            row.refuse(f"the length of a route is a number from 1 to 9, not {length!r}")
    return {int(length): row.number(length, 1, 99) for length in row.values}


def _read_deal(row: BoardRow) -> Deal:
    row.check_keys(("keep", "refused"), _DEAL_KEYS)
    long, regular = row.number("long", 0, 9), row.number("regular", 0, 9)
    return Deal(
        long=long,
        regular=regular,
        keep=row.number("keep", 0, 9),
        keep_most=row.number("keep_most", 1, 9, default=long + regular),
        refused=row.one_of("refused", _REFUSED),
    )


def _read_bonuses(row: BoardRow) -> Iterator[Bonus]:
    """The bonuses that a row states; 0 stands for a card that the variant does not have."""
    for key, kind in _MOST_BONUSES.items():
        if points := row.number(key, 0, _MOST_BONUS):
            yield Bonus(kind, (points,))
    if table := row.numbers("mandala_points", 1, _MOST_BONUS):
        yield Bonus("mandala", table)


def _tie_breaks(row: BoardRow, bonuses: tuple[Bonus, ...]) -> tuple[TieBreak, ...]:
    """The longest path breaks no tie in a variant without that card."""
    row.ids("tie_breaks")
    named = (BoardRow(row.name, {"tie_breaks": key}) for key in row.texts("tie_breaks"))
    keys = [each.one_of("tie_breaks", _TIE_BREAKS) for each in named]
    has_path = any(bonus.kind == "longest-path" for bonus in bonuses)
    return tuple(key for key in keys if has_path or key != "longest-path")


def _faults(rules: Rules) -> Iterator[str]:
    """Combinations of numbers with which no game can be played."""
    if rules.players_least > rules.players_most:
        yield f"players_least ({rules.players_least}) is more than players_most ({rules.players_most})"
    if len(rules.station_costs) != rules.stations:
        yield f"station_costs names {len(rules.station_costs)} of {rules.stations} stations"
    if rules.keep_tickets > rules.draw_tickets:
        yield f"keep_tickets ({rules.keep_tickets}) is more than draw_tickets ({rules.draw_tickets})"
    if rules.last_round_trains >= rules.trains:
        yield f"last_round_trains ({rules.last_round_trains}) must be less than trains ({rules.trains})"
    if rules.row_reset == 1:
        yield "row_reset must be 2 or more, or 0 for a row that is never cleared"
    dealt = rules.hand * rules.players_most + rules.row
    cards = rules.cards_per_color * len(COLORS) + rules.locomotives
    if dealt > cards:
        yield f"{cards} train cards are too few for the hands and the row of {rules.players_most} players"
    if not rules.deals:
        yield "deals must name at least one offer of starting tickets"
    yield from _deal_faults(rules.deals)


def _deal_faults(deals: tuple[Deal, ...]) -> Iterator[str]:
    """A player who kept the fewest tickets of the earlier offers can still keep enough of this one."""
    kept = 0
    for place, deal in enumerate(deals, 1):
        offered = deal.long + deal.regular
        if not offered:
            yield f"deal {place} offers no ticket"
        if deal.keep_most > offered:
            yield f"deal {place} offers {offered} tickets, so that nobody can keep {deal.keep_most}"
        if deal.keep > kept + deal.keep_most:
            yield f"deal {place} asks to keep {deal.keep}, more than a player may have by then"
        if deal.long and deal.refused != "box":
            yield f"deal {place} has long tickets, so that refused ones must go to the box"
        kept = max(kept, deal.keep)
