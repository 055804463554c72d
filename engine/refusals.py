"""Why something is refused: an action that a rule forbids, or input that cannot be read or played."""

from enum import StrEnum


class Reason(StrEnum):
    """The rule that an action breaks. The docstring of each member names its facts."""

    GAME_OVER = "game-over"
    NO_SUCH_SEAT = "no-such-seat"
    """`seats`: how many there are."""
    NOT_YOUR_TURN = "not-your-turn"
    """`seat`: whose turn it is."""
    WAIT_FOR_TICKETS = "wait-for-tickets"
    """Starting tickets are still being chosen; `seats`: how many players have yet to choose."""
    CHOOSE_TICKETS_FIRST = "choose-tickets-first"
    """`keep`: the fewest allowed."""
    SECOND_CARD_FIRST = "second-card-first"
    SETTLE_TUNNEL_FIRST = "settle-tunnel-first"
    """`owed`: cards of the surcharge."""
    NO_TICKETS_OFFERED = "no-tickets-offered"
    NO_TUNNEL_OPEN = "no-tunnel-open"
    NO_SUCH_SLOT = "no-such-slot"
    """`slots`: how many there are."""
    EMPTY_SLOT = "empty-slot"
    """`slot`."""
    CARD_CHANGED = "card-changed"
    """`slot`, `card`: what lies there now."""
    LOCOMOTIVE_SECOND = "locomotive-second"
    NO_CARDS_LEFT = "no-cards-left"
    NO_TICKETS_LEFT = "no-tickets-left"
    TICKET_NOT_OFFERED = "ticket-not-offered"
    """`ticket`: its number."""
    TOO_FEW_TICKETS = "too-few-tickets"
    """`keep`: the fewest allowed; `kept`: how many were named."""
    TOO_MANY_TICKETS = "too-many-tickets"
    """`keep_most`, `kept`."""
    NO_SUCH_ROUTE = "no-such-route"
    """`route`."""
    ROUTE_TAKEN = "route-taken"
    """`route`, `seat`: its owner."""
    OWNS_TWIN = "owns-twin"
    """`route`: the player owns the other side of this double route."""
    DOUBLE_CLOSED = "double-closed"
    """`route`, `players`: how many it takes for both sides to be open."""
    TOO_FEW_TRAINS = "too-few-trains"
    """`trains`: left; `length`."""
    CARDS_NOT_HELD = "cards-not-held"
    """`missing`: letters."""
    NO_SUCH_CARDS = "no-such-cards"
    """`cards`: what was written."""
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    """`number`: how many it takes; `given`."""
    MIXED_COLORS = "mixed-colors"
    WRONG_COLOR = "wrong-color"
    """`color`: the letter that it takes."""
    FERRY_NEEDS_LOCOMOTIVES = "ferry-needs-locomotives"
    """`ferry`: the fewest allowed."""
    NO_LOCOMOTIVES_HERE = "no-locomotives-here"
    """On this board they are played on tunnels or ferries only."""
    WRONG_SWAP = "wrong-swap"
    """`any_cards`: how many cards of any kind stand in for one card; `swaps`: for how many, at most."""
    ONLY_LOCOMOTIVES = "only-locomotives"
    """Locomotives alone were laid down: the surcharge takes nothing else."""
    NO_STATIONS_IN_TITLE = "no-stations-in-title"
    NO_STATIONS_LEFT = "no-stations-left"
    NO_SUCH_CITY = "no-such-city"
    """`city`."""
    CITY_HAS_STATION = "city-has-station"
    """`city`, `seat`: whose station."""


Fact = str | int


class IllegalAction(Exception):
    """The rules forbid this action now; the game is unchanged."""

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        super().__init__(reason.value, facts)
        self.reason = reason
        self.facts = facts


class BadInput(ValueError):
    """A file, a document, a line of text or a setup that cannot be read or played.

    The text is one sentence: the place of the mistake, where it has one, and what is wrong.
    """

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}." if self.place else f"{self.reason}."

    def within(self, outer: str, separator: str = "") -> "BadInput":
        """The same error with its place inside an outer one."""
        return BadInput(self.reason, f"{outer}{separator}{self.place}" if self.place else outer)
