"""The planner's weights, in points unless said otherwise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Found by thousands of games with different weights: `stationmaster league` compares computers."""

    claim: float = 3.2
    """What claiming a route costs on top of its trains: the turn that it takes."""
    train: float = 2.6
    """What each train of a route costs: the cards to be drawn, and the train itself."""
    point: float = 0.5
    """How far a route's own points lower its cost, for each of them."""
    missing: float = 0.8
    """For each card of the route's colour that the hand lacks."""
    tunnel: float = 1.3
    spare_cards: int = 1
    """Cards beyond the price that a plan collects for a tunnel, and that a claim of one waits for."""
    tunnel_odds: tuple[float, ...] = (0.45, 0.87, 0.99, 1.0)
    """How likely a tunnel can be paid for, by the cards beyond its price: counted for one of each length."""
    ferry: float = 0.8
    """For each locomotive that a ferry asks for and the hand lacks."""
    turn: float = 3.1
    """What a turn is worth, when one plan takes more of them than another."""
    useful_cards: float = 1.8
    """Cards that a turn of drawing brings and a plan can use."""
    late: float = 6.0
    """For each turn that a plan goes on after the game is likely to be over."""
    slack: float = 1.0
    """Turns beyond that which a plan is allowed before a ticket is given up."""
    pace: float = 1.1
    """Trains a turn that a player is expected to place, before the game has shown it."""
    crowding: float = 3.0
    """For each train that a plan needs beyond those that leave five over, when tickets are chosen."""
    scarce: float = 0.6
    """How much more urgent a claim is for each point that a way round would cost."""
    locomotive: float = 2.6
    """What a locomotive is worth that a payment could do without."""
    loose_end: float = 1.4
    """For each end of a route that makes the longest path longer."""
    spare_points: float = 12.0
    """With at least this worth, a route off the plan is claimed with cards that the plan does not need."""
    trains_for_tickets: float = 22.0
    """With this many trains left, further tickets are drawn once all are done ..."""
    turns_for_tickets: float = 14.0
    """... if this many turns are likely to come."""


WEIGHTS = Weights()
