"""Where city names go on a plain map: next to their city, clear of cars, other names and other cities."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.board import PRINTED_LANGUAGE, Board
from render.draw.frame import Frame
from render.draw.text import fitted, width
from render.draw.tracks import CAR_WIDTH, Car

SIZE = 27
"""The size of the letters, in pixels."""
HIGH = 27.0
STATION = 20.0
"""Half the width and height of a station in a city."""
WIDEST = 220.0
FAR = 250.0
"""Pixels beyond which another city does not matter to a label."""
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Label:
    """A city's name and its rectangle."""

    text: str
    frame: Frame

    @property
    def beads(self) -> list[complex]:
        """The centres of circles that together cover it."""
        reach = (self.frame.width - HIGH) / 2
        count = max(round(2 * reach / HIGH * 1.5), 1)
        return [self.frame.centre + reach * (2 * n / count - 1) for n in range(count + 1)]


def texts(board: Board, language: str = PRINTED_LANGUAGE) -> dict[str, str]:
    """The text of each city's label in a language, by the city's id."""
    return {city: fitted(board.label(city, language), SIZE, WIDEST) for city in board.city_ids}


def labels(
    board: Board,
    cities: Mapping[str, complex],
    cars: Mapping[str, Sequence[Car]],
    frame: Frame,
    language: str = PRINTED_LANGUAGE,
) -> Mapping[str, Label]:
    """Every city's label by its id: of the places around the city, the one that covers least."""
    names = texts(board, language)
    beads = [bead for row in cars.values() for car in row for bead in car.beads]
    choices = {
        city: _by_cost(city, _places(at, width(names[city], SIZE), frame), cities, beads)
        for city, at in cities.items()
    }
    chosen = {city: choice[0][1] for city, choice in choices.items()}
    for _ in range(ROUNDS):
        for city, choice in choices.items():
            others = [
                place
                for other, place in chosen.items()
                if other != city and abs(cities[other] - cities[city]) < 2 * WIDEST
            ]
            chosen[city] = min(choice, key=lambda option: option[0] + 3 * _common(option[1], others))[1]
    return {city: Label(names[city], place) for city, place in chosen.items()}


def _places(at: complex, wide: float, frame: Frame) -> list[Frame]:
    """The candidate places of a label, inside the frame: at the sides of the city, then above and below."""
    far, high = STATION + wide / 2 + 2, STATION + HIGH / 2 + 1
    aside = [complex(x * far, y) for y in (0, -9, 9, -18, 18, -26, 26) for x in (1, -1)]
    shares = [side * n / 8 for n in range(9) for side in (1, -1)]
    above = [complex(x * far, y * high) for x in shares for y in (-1, 1)]
    wider = [complex(x * far, y * (high + 12)) for x in shares for y in (-1, 1)]
    room = Frame(frame.left + wide / 2, frame.top + HIGH / 2, frame.right - wide / 2, frame.bottom - HIGH / 2)
    middles = [room.nearest(at + offset) for offset in (*aside, *above, *wider)]
    return [Frame.around(middle, wide, HIGH) for middle in middles]


def _by_cost(
    city: str, places: Sequence[Frame], cities: Mapping[str, complex], beads: Sequence[complex]
) -> list[tuple[float, Frame]]:
    """Places with their costs: pixels of cars and cities under the label, and nearness to another city."""
    here = cities[city]
    reach = places[0].width / 2 + HIGH
    beads = [bead for bead in beads if abs(bead - here) < 2 * reach + STATION]
    near = {name: at for name, at in cities.items() if abs(at - here) < FAR + 2 * reach}
    others = [at for name, at in near.items() if name != city]
    costs = []
    for preference, place in enumerate(places):
        covered = _covered(place, beads, CAR_WIDTH / 2)
        stations = _covered(place, near.values(), STATION + 1)
        distance = abs(here - place.nearest(here))
        nearest = min((abs(at - place.nearest(at)) for at in others), default=FAR)
        unclear = max(1.3 * distance + 8 - nearest, 0.0)
        cost = 1.5 * covered + 6 * stations + unclear + 0.3 * distance + 0.05 * preference
        costs.append((cost, place))
    return costs


def _covered(place: Frame, points: Iterable[complex], radius: float) -> float:
    """How deep circles around points overlap a place, in pixels, added up."""
    around = place.inset(-radius)
    near = (abs(point - place.nearest(point)) for point in points if around.holds(point))
    return sum(radius - distance for distance in near if distance < radius)


def _common(place: Frame, others: Sequence[Frame]) -> float:
    """How far a label overlaps others, in pixels."""
    reach = 0.0
    left, top, right, bottom = place.left - 6, place.top - 2, place.right + 6, place.bottom + 2
    for other in others:
        if left < other.right and other.left < right and top < other.bottom and other.top < bottom:
            across = min(place.right, other.right) - max(place.left, other.left) + 6
            down = min(place.bottom, other.bottom) - max(place.top, other.top) + 2
            reach += max(min(across, down), 0.0)
    return reach
