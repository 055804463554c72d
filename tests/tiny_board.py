"""A board file of three cities, for tests that change one word of it."""

from functools import lru_cache

from engine.board import Board
from engine.boards.files import parse_board

TINY_BOARD = """
id = "isle"
title = "The Isle"

[rules]
players_least = 2
players_most = 2
trains = 12
stations = 2
station_costs = [1, 2]
station_points = 4
cards_per_color = 12
locomotives = 14
hand = 4
row = 5
row_reset = 3
route_points = { 1 = 1, 2 = 2, 3 = 4 }
longest_path_bonus = 10
last_round_trains = 2
double_routes_players = 4
deals = [{ long = 1, regular = 1, keep = 1, refused = "box" }]
draw_tickets = 2
keep_tickets = 1
tie_breaks = ["completed-tickets", "longest-path"]

[variants.isle]
title = "Classic"

[cities]
ayr = { name = "Ayr", latitude = 1.5, longitude = -2, names = { ru = "Эр" }, aliases = ["Inver Ayr"] }
bude = { name = "Bude", latitude = 2.5, longitude = -2 }
cork = { name = "Cork", latitude = 3.5, longitude = -2 }

[routes]
ayr--bude = { a = "ayr", b = "bude", length = 3, color = "gray", ferry = 2 }
bude--cork--1 = { a = "bude", b = "cork", length = 2, color = "red", double = "bude--cork" }
bude--cork--2 = { a = "cork", b = "bude", length = 2, color = "blue", tunnel = true, double = "bude--cork" }

[tickets]
1 = { a = "ayr", b = "bude", points = 3, decks = ["isle"] }
2 = { a = "ayr", b = "cork", points = 5, decks = ["isle"] }
3 = { a = "bude", b = "cork", points = 2, long = true, decks = ["isle"] }
4 = { a = "cork", b = "ayr", points = 5, long = true, decks = ["isle"] }
"""


def changed(old: str, new: str, text: str = TINY_BOARD) -> str:
    """The board file with one text replaced."""
    assert text.count(old) == 1, f"{old!r} must be in the file once"
    return text.replace(old, new)


@lru_cache
def tiny_board() -> Board:
    """The board of that file."""
    return parse_board(TINY_BOARD)
