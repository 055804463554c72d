"""What every computer but the random one does with a tunnel half-way."""

from engine.actions import DeclineTunnel, PaySurcharge
from engine.computers.thought import Motive, Thought
from engine.options import options
from engine.view import View


def settled(view: View) -> Thought:
    """Pay for a tunnel where one can."""
    route = view.table.tunnel.route if view.table.tunnel else ""
    if ways := options(view).of(PaySurcharge):
        return Thought(ways[0], Motive.PAYS, route)
    return Thought(DeclineTunnel(), Motive.CANNOT_PAY, route)
