"""What a computer chose and why. The same View and the same chance always give the same answer."""

from dataclasses import dataclass
from typing import Literal

from engine.actions import Action

MoveReason = Literal[
    "at-random",
    "best-plan",  # these tickets go together best
    "short-tickets",  # these tickets cost the fewest trains for their points
    "for-tickets",  # a route on the way between the cities of a ticket
    "scarce",  # such a route, which it would cost a long detour to lose
    "before-rival",  # such a route, which a rival may want too
    "in-the-way",  # a route that only a rival seems to want
    "for-points",  # a route for its own points
    "second-way",  # a route of the second way that makes a mandala of a ticket
    "last-turn",  # what brings the most points before the game ends
    "card-for-route",
    "nothing-in-row",  # a blind card, because no face-up card is wanted more
    "more-tickets",  # all tickets are done or lost, and there is time for more
    "tickets-on-the-way",  # tickets that may lie on the routes that are planned anyway
    "borrow",  # a station, to use a rival's route for a ticket
    "pays",
    "cannot-pay",
    "nothing-better",
]
"""Why a computer made a move; each is the key of a sentence."""


@dataclass(frozen=True, slots=True)
class ExplainedMove:
    """An action with its reason, and what it is about: a route's id, tickets by number, a rival's seat."""

    action: Action
    reason: MoveReason
    route: str = ""
    tickets: tuple[int, ...] = ()
    rival: int | None = None
    gain: float = 0.0
    """In a review, how much better than the move that was made: about 0.04 for each point."""
