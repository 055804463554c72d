"""A board file with countries: tickets lead to any of their border points."""

from functools import lru_cache

from engine.board import Board
from engine.boards.files import parse_board

COUNTRY_BOARD = """
id = "borders"
title = "The Borders"

[rules]
players_least = 2
players_most = 3
trains = 14
stations = 1
station_costs = [1]
station_points = 2
cards_per_color = 12
locomotives = 14
hand = 4
row = 5
row_reset = 3
route_points = { 1 = 1, 2 = 2, 3 = 4 }
longest_path_bonus = 5
last_round_trains = 2
double_routes_players = 3
deals = [{ regular = 2, keep = 1, refused = "bottom" }]
draw_tickets = 2
keep_tickets = 1
mandala_points = [5, 10]
tie_breaks = ["completed-tickets"]

[variants.borders]
title = "Classic"

[cities]
ayr = { name = "Ayr", latitude = 2.5, longitude = -3 }
bude = { name = "Bude", latitude = 2.5, longitude = -1 }
cork = { name = "Cork", latitude = 1.0, longitude = -1 }
dee = { name = "Dee", latitude = 1.0, longitude = -3 }
north-ayr = { name = "Nordland (Ayr)", latitude = 4, longitude = -3 }
north-bude = { name = "Nordland (Bude)", latitude = 4, longitude = -1 }
south-cork = { name = "Sudland (Cork)", latitude = -0.5, longitude = -1 }
south-dee = { name = "Sudland (Dee)", latitude = -0.5, longitude = -3 }
west-dee = { name = "Westland (Dee)", latitude = 1, longitude = -6 }

[countries.north]
name = "Nordland"
names = { ru = "Северная страна" }
cities = ["north-ayr", "north-bude"]

[countries.south]
name = "Sudland"
names = { ru = "Южная страна" }
cities = ["south-cork", "south-dee"]

[countries.west]
name = "Westland"
names = { ru = "Западная страна" }
cities = ["west-dee"]

[routes]
ayr--bude = { a = "ayr", b = "bude", length = 2, color = "gray" }
ayr--dee = { a = "ayr", b = "dee", length = 2, color = "gray" }
bude--cork = { a = "bude", b = "cork", length = 2, color = "red" }
cork--dee = { a = "cork", b = "dee", length = 1, color = "blue" }
north--ayr = { a = "north-ayr", b = "ayr", length = 1, color = "gray" }
north--bude = { a = "north-bude", b = "bude", length = 2, color = "gray", tunnel = true }
south--cork = { a = "south-cork", b = "cork", length = 1, color = "black" }
south--dee = { a = "south-dee", b = "dee", length = 2, color = "gray" }
west--dee = { a = "west-dee", b = "dee", length = 3, color = "gray" }

[tickets]
1 = { a = "ayr", b = "cork", points = 4, decks = ["borders"] }
2 = { a = "bude", b = "dee", points = 4, decks = ["borders"] }
3 = { a = "north", goals = { south = 6, west = 9 }, decks = ["borders"] }
4 = { a = "ayr", goals = { south = 3, west = 7, north = 1 }, decks = ["borders"] }
5 = { a = "bude", b = "west", points = 8, decks = ["borders"] }
6 = { a = "west", goals = { north = 9, south = 5 }, decks = ["borders"] }
"""


@lru_cache
def country_board() -> Board:
    """The board of that file."""
    return parse_board(COUNTRY_BOARD)
