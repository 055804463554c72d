"""Ways across a board."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from engine.board import Route


def shortest_path(own: Iterable[Route], free: Iterable[Route], a: str, b: str) -> Sequence[Route] | None:
    """The free routes on a way from `a` to `b` that takes the fewest trains, own routes costing none.

    Empty where the two are joined already; None where no way is left. The same routes give the same way.
    """
    ways: dict[str, list[tuple[int, str, Route]]] = {}
    for routes, price in ((own, 0), (free, 1)):
        for route in routes:
            ways.setdefault(route.a, []).append((route.length * price, route.b, route))
            ways.setdefault(route.b, []).append((route.length * price, route.a, route))
    ahead: list[tuple[int, str]] = [(0, a)]
    least = {a: 0}
    came: dict[str, tuple[str, Route, bool]] = {}
    while ahead:
        trains, city = heappop(ahead)
        if city == b:
            return _back(came, a, b)
        for cost, other, route in ways.get(city, ()):
            if trains + cost < least.get(other, trains + cost + 1):
                least[other] = trains + cost
                came[other] = city, route, cost > 0
                heappush(ahead, (trains + cost, other))
    return None


def _back(came: dict[str, tuple[str, Route, bool]], a: str, b: str) -> list[Route]:
    path = []
    while b != a:
        b, route, is_free = came[b]
        if is_free:
            path.append(route)
    return path[::-1]
