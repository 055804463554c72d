"""What a computer chose and why. The same View and the same chance always give the same answer."""

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action


class MoveReason(StrEnum):
    """Why a computer made a move; each value is the key of a sentence."""

    AT_RANDOM = "at-random"
    BEST_PLAN = "best-plan"
    """These tickets go together best."""
    SHORT_TICKETS = "short-tickets"
    """These tickets cost the fewest trains for their points."""
    FOR_TICKETS = "for-tickets"
    """A route on the way between the cities of a ticket."""
    SCARCE = "scarce"
    """Such a route, which it would cost a long detour to lose."""
    FOR_POINTS = "for-points"
    """A route for its own points."""
    LAST_TURN = "last-turn"
    """What brings the most points before the game ends."""
    CARD_FOR_ROUTE = "card-for-route"
    NOTHING_IN_ROW = "nothing-in-row"
    """A blind card, because no face-up card is wanted more."""
    MORE_TICKETS = "more-tickets"
    """All tickets are done or lost, and there is time for more."""
    BORROW = "borrow"
    """A station, to use a rival's route for a ticket."""
    PAYS = "pays"
    CANNOT_PAY = "cannot-pay"
    NOTHING_BETTER = "nothing-better"
    SEARCHED = "searched"
    """It came out better than the planner's move in the rollouts."""


@dataclass(frozen=True, slots=True)
class ExplainedMove:
    """An action with its reason, and what the reason is about: a route's id, and tickets by number."""

    action: Action
    reason: MoveReason
    route: str = ""
    tickets: tuple[int, ...] = ()
