"""The numbers of tickets in pictures, and where they go on a map: next to their cities, clear of names and of
one another.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.view import View
from render.draw.frame import Frame
from render.draw.layout import MAP, Layout
from render.draw.tracks import CITY_RADIUS

DISTANCES = (0, 1, 2, 3)
"""How far a block of numbers may be moved away from its city, in steps of `STEP` pixels."""
STEP = 14
DIRECTIONS = (-1j, 1j, 1, -1, 1 - 1j, -1 - 1j, 1 + 1j, -1 + 1j)
MOST_COLUMNS = 4
NAME, NUMBER, OUTSIDE = 30.0, 60.0, 60.0
"""What it costs if a pixel of a number lies on a name, on another number, or outside the map."""


def ticket_places(view: View) -> Mapping[int, int]:
    """The numbers that pictures show for tickets: their places in the list of those held, from 1 on.

    While a seat chooses, these are the places in the offer. The tickets that it has kept have none then.
    """
    return {ticket: place for place, ticket in enumerate(view.offer or view.tickets, 1)}


def badge_spots(plan: Layout, counts: Mapping[str, int], radius: float) -> Mapping[str, Sequence[complex]]:
    """The middles of as many numbers for each city as it counts, in the order in which they are read.

    Cities with many numbers choose first.
    """
    chosen: dict[str, Sequence[complex]] = {}
    names = [label.frame for label in plan.labels.values()]
    for city in sorted(counts, key=lambda city: -counts[city]):
        taken = [spot for spots in chosen.values() for spot in spots]
        choices = list(_choices(plan.cities[city], counts[city], radius))
        reach = max(abs(spot - plan.cities[city]) for spots in choices for spot in spots) + radius
        near = [name for name in names if abs(name.nearest(plan.cities[city]) - plan.cities[city]) < reach]
        costs = [_cost(spots, near, taken, radius) + 0.2 * place for place, spots in enumerate(choices)]
        chosen[city] = choices[costs.index(min(costs))]
    return {city: chosen[city] for city in counts}


def _choices(at: complex, count: int, radius: float) -> Iterator[list[complex]]:
    """Blocks of spots over a city and then around it, nearest first."""
    pitch = 2 * radius - 1
    blocks = [
        [pitch * complex(n % columns, n // columns) for n in range(count)]
        for columns in range(1, min(count, MOST_COLUMNS) + 1)
    ]
    for distance in DISTANCES:
        for block in blocks:
            half = complex(max(spot.real for spot in block), max(spot.imag for spot in block)) / 2
            for way in DIRECTIONS if distance else (0j,):
                reach = complex(half.real + radius, half.imag + radius) + CITY_RADIUS * (1 + 1j)
                away = complex(way.real * reach.real, way.imag * reach.imag) if distance else 0
                away += way * STEP * max(distance - 1, 0)
                yield [at + away - half + spot for spot in block]


def _cost(spots: Sequence[complex], names: Sequence[Frame], taken: Sequence[complex], radius: float) -> float:
    """How much these spots cover."""
    room = MAP.inset(radius + 3)
    cost = 0.0
    for spot in spots:
        cost += OUTSIDE * abs(room.nearest(spot) - spot)
        cost += NAME * sum(max(radius - abs(name.nearest(spot) - spot), 0.0) for name in names)
        cost += NUMBER * sum(max(2 * radius - 1 - abs(other - spot), 0.0) for other in taken)
    return cost
