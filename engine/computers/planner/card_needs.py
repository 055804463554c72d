"""What a hand lacks for some routes, and what it can spare."""

from collections.abc import Iterable, Sequence

from engine.board import GRAY, Board
from engine.cards import COLORS, Counts
from engine.game import Table


class CardNeeds:
    """What a hand lacks and can spare once cards are set aside for routes. Colours and routes are numbers."""

    __slots__ = ("lacking", "locomotives", "nearest", "replaceable", "spare")

    def __init__(self, hand: Sequence[int]) -> None:
        *self.spare, locomotives = hand
        """Cards of each colour that none of the routes needs, in the order of COLORS."""
        self.lacking = [0] * len(COLORS)
        """Cards of each colour still to be drawn."""
        self.nearest: dict[int, tuple[int, int]] = {}
        """For each colour that is lacking: how many cards, and for which route, where that is fewest."""
        self.locomotives = -locomotives
        """Locomotives that ferries still ask for; negative where the hand has more than that."""
        self.replaceable = 0
        """How many of the cards still to be drawn locomotives can stand for."""

    @property
    def short(self) -> int:
        """How many cards are still to be drawn in all."""
        return max(0, sum(self.lacking) + max(self.locomotives, -self.replaceable))

    def set_aside(self, route: int, color: int, cards: int, *, takes_locomotives: bool = True) -> None:
        """Set cards of a colour aside for a route, as far as the hand has them."""
        short = cards - self.spare[color]
        if short <= 0:
            self.spare[color] = -short
            return
        self.spare[color] = 0
        self.lacking[color] += short
        self.replaceable += short * takes_locomotives
        self.nearest[color] = min((short, route), self.nearest.get(color, (short, route)))


def card_needs(
    table: Table, routes: Iterable[int], hand: Counts, row: str = "", for_tunnel: int = 0
) -> CardNeeds:
    """What a hand lacks for these routes, with this number of extra cards for each tunnel.

    Gray routes take the colour held most or lying in the row.
    """
    board, fares, needs, gray = table.board, table.fares, CardNeeds(hand), list[int]()
    shown = [0.6 * row.count(color) for color in COLORS]

    def set_aside(route: int, color: int) -> None:
        price, cards = fares.price[board.routes[route].id], _cards(board, route, for_tunnel)
        needs.set_aside(route, color, cards, takes_locomotives=price.takes_locomotives)

    for route in routes:
        color = board.routes[route].color
        if color == GRAY:
            gray.append(route)
        else:
            set_aside(route, COLORS.index(color))
        needs.locomotives += board.routes[route].ferry
    for route in sorted(gray, key=lambda route: -board.routes[route].length):
        best = max(range(len(COLORS)), key=lambda color: needs.spare[color] + shown[color])
        set_aside(route, best)
    return needs


def _cards(board: Board, route: int, for_tunnel: int) -> int:
    """The cards of a colour that a route takes, without the locomotives of a ferry."""
    claim = board.routes[route]
    return claim.length - claim.ferry * (claim.color == GRAY) + for_tunnel * claim.tunnel
