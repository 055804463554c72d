"""Queries: what people can look at without changing anything."""

from collections.abc import Mapping
from enum import StrEnum, auto


class Query(StrEnum):
    """What people can look at."""

    HAND = auto()
    """The private panel: hand, tickets, and what can be done now."""
    REMINDED = auto()
    """The private panel, with the buttons of the reminder of a turn that led there."""
    TICKETS = auto()
    BOARD = auto()
    """The close-up of the last move, and the whole board."""
    WHOLE_BOARD = auto()
    CLOSEUP = auto()
    LEGEND = auto()
    """What the spaces on the board mean, and the points for routes."""
    TEXT = auto()
    """The board in words."""
    OPEN_ROUTES = auto()
    SCORES = auto()
    SINCE = auto()
    """What has happened since the person's own last turn, with the board."""
    LOG = auto()
    """What has happened, or a page of it; the first page is the oldest."""
    AUDIT = auto()
    """What admins and hosts did, or a page of it; the first page is the newest."""
    WHY = auto()
    """Why the computers moved as they did in a round (the last, unless it is given), after the game."""
    RECORD = auto()
    SEAL = auto()
    """How the cards were drawn, and how anybody can check it."""
    GAMES = auto()
    STATISTICS = auto()
    """The results of a person, or the question before they are deleted."""
    LEADERBOARD = auto()
    HELP = auto()
    """What a newcomer needs, or one topic of help (see bot.text.help)."""
    OPTIONS = auto()
    """The setup of a lobby, with a menu for each setting."""
    CLAIMS = auto()
    """The routes to claim, those of some cities, or the ways to pay for one of them."""
    STATIONS = auto()
    """The cities to build a station in, or the ways to pay for one of them."""
    TICKET = auto()
    """The question before tickets are drawn."""
    RULES = auto()
    """The rules, or one topic of them (see bot.text.rule_topics)."""
    LESSON = auto()
    """A topic of the rules in a picture; `about` are the topic, and a route or city of the game, or ""."""
    HINT = auto()
    """What a computer would do now in the person's place; `about` may be its level."""
    REVIEW = auto()
    """After the game, the turns in which a computer would have done something better."""
    MOMENT = auto()
    """After the game, the board before an event, by its number, with the person's own hand."""
    INVITATION = auto()
    """The code by which another chat can follow the game."""
    WHICH_ROUTE = "which-route"
    """Which of several routes is meant; `about` are the lines to choose from, as they would be typed."""
    WHICH_CITY = "which-city"
    WHICH_PAYMENT = "which-payment"
    PERMISSIONS = auto()
    """Whether the bot has the permissions that it needs here."""


OTHERWISE = "+"
"""Follows a route in `about`: CLAIMS then shows every way to pay for it, instead of the default first."""

VIEWS: Mapping[str, Query] = {
    "full": Query.WHOLE_BOARD,
    "zoom": Query.CLOSEUP,
    "legend": Query.LEGEND,
    "text": Query.TEXT,
    "open": Query.OPEN_ROUTES,
}
"""The ways to look at the board, by their words."""
