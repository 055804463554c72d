"""The score sheet: the source of pictures and sentences about the end of a game."""

from collections.abc import Collection
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from engine.rules import BonusKind
from engine.stored_values import Strict


class BonusScore(NamedTuple):
    """What a player has for a bonus: the figure that counts, such as the spaces of a path, and the points."""

    figure: int
    points: int


class TicketScore(Strict, frozen=True):
    """One ticket at the end: its points count for the player where completed, else against."""

    number: int
    points: int
    """Of a ticket to several countries, those of the best one reached, or of the least where none is."""
    completed: bool


class StationScore(Strict, frozen=True):
    """One station at the end: the rival's route that it borrows at its city, or "" for none."""

    city: str
    route: str
    owner: int | None
    """The seat that the route belongs to."""


class SeatScore(Strict, frozen=True, omit_defaults=True):
    """One player's line. Points all add up to `total`; ticket points may be negative.

    What only some boards have is written only where there is some: records of the others stay as they are.
    """

    seat: int
    routes: int
    tickets: tuple[TicketScore, ...]
    ticket_points: int
    stations: tuple[StationScore, ...]
    stations_left: int
    station_points: int
    path: tuple[str, ...]
    """A longest path, route after route as travelled."""
    path_length: int
    path_bonus: int
    completed: int
    """Tickets completed."""
    globetrotter_bonus: int
    total: int
    place: int
    """1 for the winner; players who are equal after all tie-breaks share a place. 0 for one who is not
    in the result."""
    mandalas: tuple[int, ...] = ()
    """The numbers of the completed tickets that count for this bonus, in a variant that has it."""
    mandala_bonus: int = 0

    def bonus(self, kind: BonusKind) -> BonusScore:
        """How one of the bonuses came about."""
        match kind:
            case "longest-path":
                return BonusScore(self.path_length, self.path_bonus)
            case "globetrotter":
                return BonusScore(self.completed, self.globetrotter_bonus)
            case "mandala":
                return BonusScore(len(self.mandalas), self.mandala_bonus)
            case _:
                assert_never(kind)


class ScoreSheet(Strict, frozen=True):
    """Every player's line, by seat, and who won."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]

    @property
    def ranked(self) -> list[SeatScore]:
        """The lines, the first place first, and those without a place last."""
        return sorted(self.seats, key=lambda line: (line.place == 0, line.place, line.seat))

    def without(self, seats: Collection[int]) -> "ScoreSheet":
        """The sheet where these seats have no place, and the others as if they had not taken part.

        Where nobody else is left, it stays as it is.
        """
        counted = [line for line in self.seats if line.seat not in seats]
        places = {line.seat: 1 + sum(other.place < line.place for other in counted) for line in counted}
        if not places:
            return self
        ranked = tuple(replace(line, place=places.get(line.seat, 0)) for line in self.seats)
        return ScoreSheet(ranked, tuple(seat for seat, place in places.items() if place == 1))
