"""The words that pictures print. A picture in another language is given `Captions` of that language."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.rules import BonusKind


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word of every picture, and the language that it is in; the defaults are English.

    A picture fills in what is in braces. A number is placed so that no word has to agree with it.
    """

    language: str = "en"
    """In which pictures name cities."""

    round: str = "Round {number}"
    last_round: str = "LAST ROUND · turns left: {number}"
    few_trains: str = "{player}: few trains left ({number})"

    to_play: str = "It’s {player}’s turn"
    second_card: str = "{player} is choosing a second card"
    choosing: str = "{player} is choosing tickets"
    surcharge: str = "{player} must pay extra cards ({number}) for the tunnel {a} – {b}, or decline"
    starting: str = "Choosing starting tickets: {players}"
    over: str = "The game is over, won by {players}"

    claimed: str = "{player} claims {a} – {b} (+{points})"
    built: str = "{player} builds a station in {city}"

    red: str = "Red"
    blue: str = "Blue"
    green: str = "Green"
    yellow: str = "Yellow"
    black: str = "Black"
    """The players by their colours, where the fonts have no letter of a name."""

    hand: str = "Your hand"
    no_cards: str = "No cards"
    cards: str = "cards: {number}"
    trains: str = "trains: {number}"
    stations: str = "stations: {number}"

    tickets: str = "Your tickets"
    no_tickets: str = "No tickets"
    long_ticket: str = "Long ticket"
    done: str = "Done"
    possible: str = "Possible"
    cut_off: str = "Cut off"
    failed: str = "Missed"
    trains_to_go: str = "trains needed: {number}"
    stations_to_go: str = "stations: {number}"
    tickets_now: str = "if the game ended now: {points}"

    preview: str = "Only you see this preview. Nothing has happened yet."
    station_in: str = "Station in {city}"
    tunnel_ahead: str = "Tunnel: {number} cards are revealed, and each match costs 1 extra card"

    tunnel: str = "Tunnel {a} – {b}"
    laid: str = "Played"
    revealed: str = "Revealed"
    owed: str = "Extra cards: {number}"
    nothing_owed: str = "No extra cards"

    score: str = "Final score"
    routes: str = "Routes"
    score_tickets: str = "Tickets"
    unused_stations: str = "Unused stations"
    longest_path: str = "Longest path ({number})"
    globetrotter: str = "Globetrotter ({number})"
    mandala: str = "Mandalas ({number})"
    borrowed: str = "Borrowed routes"
    points_over_the_game: str = "Points, turn by turn"
    final_map: str = "The map at the end"
    longest_paths: str = "Longest paths"
    paths_and_borrowed: str = "Longest paths and borrowed routes"

    legend: str = "Legend"
    legend_color: str = "Pay with cards of this colour"
    legend_gray: str = "Pay with cards of any one colour"
    legend_tunnel: str = "Tunnel: may cost extra cards"
    legend_ferry: str = "Ferry: a locomotive for each engine"
    legend_closed: str = "Closed: one side only with few players"
    legend_station: str = "Station: borrows one route at the end"
    legend_points: str = "Points by the length of a route"

    games: str = "Games"
    wins: str = "Wins"
    rating: str = "Rating"
    provisional_rating: str = "Rating (provisional)"
    turns_in_time: str = "Turns in time"
    average_score: str = "Average score"
    best_score: str = "Best score"
    tickets_completed: str = "Tickets completed"
    best_path: str = "Longest path"
    places: str = "Places"
    rating_by_game: str = "Rating, game by game"
    not_rated: str = "No rated game yet"
    favourite_routes: str = "Favourite routes"
    leaderboard: str = "Leaderboard"
    leaderboard_player: str = "Player"
    leaderboard_average: str = "Average"
    somebody: str = "Player {number}"
    """Somebody, where the fonts have no letter of the name."""

    def player(self, color: str) -> str:
        """A player by the name of a colour."""
        by_color = {
            "red": self.red,
            "blue": self.blue,
            "green": self.green,
            "yellow": self.yellow,
            "black": self.black,
        }
        return by_color[color]

    def bonus(self, kind: BonusKind) -> str:
        """A bonus and, in place of `{number}`, the figure that counts for it."""
        by_kind: Mapping[BonusKind, str] = {
            "longest-path": self.longest_path,
            "globetrotter": self.globetrotter,
            "mandala": self.mandala,
        }
        return by_kind[kind]


ENGLISH = Captions()
