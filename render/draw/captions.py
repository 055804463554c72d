"""The words that pictures print. Who speaks another language fills them anew; names come from elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word of every picture, in English where nothing else is said.

    What stands in braces is filled in by the picture. Numbers stand where no word is inflected by them.
    """

    round: str = "Round {number}"
    last_round: str = "LAST ROUND · turns left: {number}"
    few_trains: str = "{player}: few trains left ({number})"

    to_play: str = "{player} to play"
    second_card: str = "{player} draws a second card"
    choosing: str = "{player} chooses tickets"
    surcharge: str = "{player}: {number} more for the tunnel {a} – {b}, or declines"
    starting: str = "Choosing tickets: {players}"
    over: str = "The game is over. First: {players}"

    claimed: str = "{player}: {a} – {b}, +{points}"
    built: str = "{player}: station in {city}"
    player: str = "Player {number}"
    """Instead of a name of which nothing can be written."""

    hand: str = "Your hand"
    no_cards: str = "No cards"
    cards: str = "cards {number}"
    trains: str = "trains {number}"
    stations: str = "stations {number}"

    tickets: str = "Your tickets"
    no_tickets: str = "No tickets"
    ticket: str = "No. {number}"
    long_ticket: str = "Long ticket"
    done: str = "Done"
    possible: str = "Possible"
    cut_off: str = "Cut off"
    failed: str = "Failed"
    trains_to_go: str = "trains to go: {number}"
    stations_to_go: str = "stations to go: {number}"
    tickets_now: str = "if the game ended now: {points}"

    preview: str = "Only you see this: nothing is claimed yet"
    station_in: str = "Station in {city}"
    tunnel_ahead: str = "Tunnel: {number} cards will be revealed, and each match costs one more"

    tunnel: str = "Tunnel {a} – {b}"
    laid: str = "Laid down"
    revealed: str = "Revealed"
    owed: str = "Surcharge: {number}"
    nothing_owed: str = "No surcharge"

    score: str = "Final score"
    routes: str = "Routes"
    score_tickets: str = "Tickets"
    unused_stations: str = "Unused stations"
    longest_path: str = "Longest path ({number})"
    globetrotter: str = "Globetrotter ({number})"
    borrowed: str = "Borrowed"
    points_over_the_game: str = "Points, turn by turn"
    final_map: str = "The longest paths and the routes that stations borrow"


ENGLISH = Captions()
