"""The replay of a game as a GIF: half a minute of work for a worker."""

from collections.abc import Sequence

from bot.matches.lead import played_turns
from bot.matches.match import Step
from bot.text.captions import captions
from engine.view import View, view_for
from render.film import film_gif

_MOST_MOMENTS = 120


def moments(steps: Sequence[Step]) -> list[View]:
    """The game before its first turn, after each turn that built something, and at its end."""
    turns, last = played_turns(steps), steps[-1].after.game
    built = [after for before, after in turns if before.table.last != after.table.last]
    every = -(-len(built) // _MOST_MOMENTS) or 1
    games = [*(before for before, _ in turns[:1]), *built[::every], *([last] if last else [])]
    return [view_for(game, None) for game in games]


def film(views: Sequence[View], names: Sequence[str], colors: Sequence[str], language: str) -> bytes:
    """The GIF of these moments; names and colours are by seat."""
    return film_gif(views, names, colors, captions(language))
