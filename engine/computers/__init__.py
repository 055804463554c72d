"""Computer players: each chooses from a View and a chance of its own, and knows nothing else."""

from collections.abc import Callable, Mapping

from engine.actions import Action
from engine.chance import Chance
from engine.computers.easy import choose_easy
from engine.computers.uniform import choose_random
from engine.view import View

Choose = Callable[[View, Chance], Action]

COMPUTERS: Mapping[str, Choose] = {"random": choose_random, "easy": choose_easy}
"""How each level of computer chooses, by its name."""
