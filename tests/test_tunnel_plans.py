"""Computer players and tunnels: they collect a card to spare, and wait for it."""

from collections import Counter
from typing import Any

from engine.cards import letters, removed
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.events import TunnelDeclined
from engine.game import Game
from engine.notation import line
from engine.payments import laid_color
from engine.rulebook import apply
from engine.view import view_for
from tests.random_games import opened
from tests.rules.table import at

SEED = "0c" * 32
ZURICH_BRINDISI = 24
TO_VENEZIA = ["roma--venezia", "brindisi--roma"]


def before_the_tunnel(hand: str, **position: Any) -> Game:
    """Of a ticket only the tunnel Venezia - Zürich is left, which takes two green cards."""
    return at(hands=[hand], tickets=[[ZURICH_BRINDISI]], routes=[TO_VENEZIA], **position)


def chosen(game: Game) -> str:
    return line(COMPUTERS["normal"](view_for(game, 0), Chance(SEED)))


def test_a_tunnel_waits_for_a_card_to_spare() -> None:
    assert chosen(before_the_tunnel("GG", row="RGBKO")) == "draw 2G"
    assert chosen(before_the_tunnel("GG", row="RYBKO")) == "draw deck"
    assert chosen(before_the_tunnel("GGG", row="RYBKO")) == "claim venezia--zurich GG"


def test_a_locomotive_is_a_card_to_spare() -> None:
    assert chosen(before_the_tunnel("GGL", row="RYBKO")) == "claim venezia--zurich GG"
    assert chosen(before_the_tunnel("GLL", row="RYBKO")) == "claim venezia--zurich GL"


def test_a_locomotive_in_the_row_is_taken_if_only_the_card_to_spare_is_missing() -> None:
    assert chosen(before_the_tunnel("GG", row="RLBKO")) == "draw 2L"


def test_in_the_last_turn_a_tunnel_is_tried_without_a_card_to_spare() -> None:
    assert chosen(before_the_tunnel("GG", row="RYBKO", turns_left=0)) == "claim venezia--zurich GG"


def test_tunnels_seldom_fail_without_a_card_to_spare() -> None:
    failed = Counter(spare == 0 for number in range(20) for spare in spare_of_failed(number))
    assert failed[True] <= 2


def spare_of_failed(number: int) -> list[int]:
    """For each tunnel that failed in a game of two: the cards to spare when it was tried."""
    game, chance, spares = opened("europe", "europe", 2, number)[0], Chance(f"{number:064x}"), list[int]()
    while not game.table.over:
        seat = game.table.waiting_for[0]
        after, events = apply(game, seat, COMPUTERS["normal"](view_for(game, seat), chance))
        spares += [spare(after, seat, event) for event in events if isinstance(event, TunnelDeclined)]
        game = after
    return spares


def spare(after: Game, seat: int, failed: TunnelDeclined) -> int:
    """The cards in a hand that could have paid for more than was laid down."""
    color, left = laid_color(failed.cards), letters(removed(after.hands[seat], failed.cards))
    return sum(left.count(card) for card in {color, "L"})
