"""Computer players: each chooses an action from a View and a chance of its own, and knows nothing else.

>>> COMPUTERS["easy"](view, Chance("00" * 32))
ClaimRoute(route='kyiv--warszawa', cards='KKKL')
>>> EXPLAINED_COMPUTERS["easy"](view, Chance("00" * 32)).reason
'for-tickets'
"""

from collections.abc import Callable, Mapping

from engine.actions import Action
from engine.chance import Chance
from engine.computers.easy import easy_move
from engine.computers.hard import hard_move
from engine.computers.normal import normal_move
from engine.computers.planner.explanation import explained
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.computers.random import random_move
from engine.computers.reasons import ExplainedMove
from engine.view import View

Choose = Callable[[View, Chance], Action]
ChooseExplained = Callable[[View, Chance], ExplainedMove]

EXPLAINED_COMPUTERS: Mapping[str, ChooseExplained] = {
    "random": random_move,
    "easy": easy_move,
    "normal": normal_move,
    "hard": hard_move,
}
"""Each level of computer by its name: what it chooses and why. Equal Views and chances give equal answers."""


def _choose(think: ChooseExplained) -> Choose:
    return lambda view, chance: think(view, chance).action


COMPUTERS: Mapping[str, Choose] = {level: _choose(think) for level, think in EXPLAINED_COMPUTERS.items()}
"""Each level of computer by its name: what it chooses."""


def reason_for(level: str, view: View, action: Action) -> ExplainedMove:
    """An earlier choice of a computer, with a reason. An earlier version may have made it.

    >>> move = COMPUTERS["easy"](view, Chance("00" * 32))
    >>> reason_for("easy", view, move).reason, reason_for("random", view, move).reason
    ('for-tickets', 'at-random')
    """
    if level == "random":
        return ExplainedMove(action, "at-random")
    return explained(TurnContext(view, WEIGHTS), action)
