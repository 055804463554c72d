"""Computer players: each chooses from a View and a chance of its own, and knows nothing else."""

from collections.abc import Callable, Mapping

from engine.actions import Action
from engine.chance import Chance
from engine.computers.easy import think_easy
from engine.computers.hard import think_hard
from engine.computers.normal import think_normal
from engine.computers.thought import Thought
from engine.computers.uniform import think_random
from engine.view import View

Choose = Callable[[View, Chance], Action]
Think = Callable[[View, Chance], Thought]

THOUGHTS: Mapping[str, Think] = {
    "random": think_random,
    "easy": think_easy,
    "normal": think_normal,
    "hard": think_hard,
}
"""What each level of computer chooses and why, by its name: for the same View and chance always the same."""


def _choose(think: Think) -> Choose:
    return lambda view, chance: think(view, chance).action


COMPUTERS: Mapping[str, Choose] = {level: _choose(think) for level, think in THOUGHTS.items()}
"""How each level of computer chooses, by its name."""
