"""The words that pictures print. Who speaks another language fills them anew; names come from elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """Every word of every picture, in English where nothing else is said.

    What stands in braces is filled in by the picture. Numbers stand where no word is inflected by them.
    """

    round: str = "Round {number}"
    last_round: str = "LAST ROUND · turns left: {number}"
    few_trains: str = "{player} has few trains: {number}"
    """A warning before the last round, from twice the trains on that start it."""

    to_play: str = "{player} to play"
    second_card: str = "{player} draws a second card"
    choosing: str = "{player} chooses tickets"
    surcharge: str = "{player} pays the tunnel's surcharge of {number}, or declines"
    starting: str = "Choosing tickets: {players}"
    over: str = "The game is over. First: {players}"

    claimed: str = "{player}: {a} – {b}, +{points}"
    built: str = "{player}: station in {city}"
    player: str = "Player {number}"
    """Instead of a name of which nothing can be written."""


ENGLISH = Captions()
