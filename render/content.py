"""What pictures of lessons, statistics and leaderboards show."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.board import Board
from engine.view import View

FavouriteRoutes = tuple[tuple[str, int], ...]
"""Routes by id, and how often each was claimed."""

LeaderboardLine = tuple[int, str, Sequence[str]]
"""The place, the name, and the four figures of a line."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A rule in a picture: a position, with the places and the cards that matter in it, and a sentence.

    Names and colours are by seat, as for the board.
    """

    title: str
    words: str
    view: View
    names: tuple[str, ...]
    colors: tuple[str, ...] | None = None
    places: Sequence[str] = ()
    cards: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsCard:
    """What the card of one person shows."""

    name: str
    values: tuple[str, ...]
    """Eight: games, wins, rating, share of turns in time, average and best score, tickets, longest path."""
    places: tuple[int, ...]
    """How often the person came first, second and so on."""
    history: tuple[int, ...]
    """The rating after each rated game."""
    board: Board | None = None
    routes: FavouriteRoutes = ()
    """Those of the board; without any there is no map."""
    provisional: bool = False
    """Whether the rating is provisional."""
