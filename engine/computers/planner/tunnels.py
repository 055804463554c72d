"""What the computers (except the random one) do about a tunnel's surcharge."""

from engine.actions import DeclineTunnel, PaySurcharge
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.options import options
from engine.view import View


def settle_tunnel(view: View) -> ExplainedMove:
    """Pay the surcharge if the hand can, else decline."""
    route = view.table.tunnel.route if view.table.tunnel else ""
    if surcharges := options(view).of(PaySurcharge):
        return ExplainedMove(surcharges[0], MoveReason.PAYS, route)
    return ExplainedMove(DeclineTunnel(), MoveReason.CANNOT_PAY, route)
