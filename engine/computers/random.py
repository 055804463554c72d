"""The random computer: any legal kind of action, then any action of that kind, all equally likely."""

from engine.actions import Action
from engine.chance import Chance
from engine.computers.reasons import ExplainedMove
from engine.options import options
from engine.view import View


def choose_random(view: View, chance: Chance) -> Action:
    """Choose at random. Raises ValueError if the seat has no decision to make."""
    open_now = options(view)
    kinds = open_now.kinds
    if not kinds:
        raise ValueError("nothing is asked of this seat")
    return chance.pick(open_now.of(chance.pick(kinds)))


def random_move(view: View, chance: Chance) -> ExplainedMove:
    """Choose at random, with that reason. Raises ValueError if the seat has no decision to make."""
    return ExplainedMove(choose_random(view, chance), "at-random")
