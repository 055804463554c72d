"""What every computer but the random one does with a tunnel half-way."""

from engine.actions import DeclineTunnel, PaySurcharge
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.options import options
from engine.view import View


def settled(view: View) -> ExplainedMove:
    """Pay for a tunnel where one can."""
    route = view.table.tunnel.route if view.table.tunnel else ""
    if ways := options(view).of(PaySurcharge):
        return ExplainedMove(ways[0], MoveReason.PAYS, route)
    return ExplainedMove(DeclineTunnel(), MoveReason.CANNOT_PAY, route)
