"""The random computer: any kind of action that is open, then any action of that kind, each as likely."""

from engine.actions import Action
from engine.chance import Chance
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.options import options
from engine.view import View


def choose_random(view: View, chance: Chance) -> Action:
    """Choose without a thought. Raises ValueError where nothing is asked of the seat."""
    open_now = options(view)
    kinds = open_now.kinds
    if not kinds:
        raise ValueError("nothing is asked of this seat")
    return chance.pick(open_now.of(chance.pick(kinds)))


def random_move(view: View, chance: Chance) -> ExplainedMove:
    """Choose without a thought, and say so. Raises ValueError as `choose_random` does."""
    return ExplainedMove(choose_random(view, chance), MoveReason.AT_RANDOM)
