"""The rules in short, by topic: what /rules answers, in the numbers of the variant that is played."""

from collections.abc import Mapping, Sequence

from bot.model.message import Message
from bot.text.i18n import Phrases
from bot.text.labels import board_title, listed
from bot.text.topics import topic_menu, topic_name
from engine.actions import Action, BuildStation, PaySurcharge
from engine.board import Board
from engine.refusals import Reason
from engine.rules import Deal, Rules

TOPICS = (
    "game",
    "turn",
    "cards",
    "claiming",
    "doubles",
    "ferries",
    "tunnels",
    "tickets",
    "stations",
    "end",
    "scoring",
    "letters",
)
"""The topics, in reading order. A board without ferries, for example, leaves theirs out."""


TOPIC_OF: Mapping[Reason, str] = {
    Reason.GAME_OVER: "end",
    Reason.NO_SUCH_SEAT: "turn",
    Reason.NOT_YOUR_TURN: "turn",
    Reason.WAIT_FOR_TICKETS: "tickets",
    Reason.CHOOSE_TICKETS_FIRST: "tickets",
    Reason.SECOND_CARD_FIRST: "cards",
    Reason.SETTLE_TUNNEL_FIRST: "tunnels",
    Reason.NO_TICKETS_OFFERED: "tickets",
    Reason.NO_TUNNEL_OPEN: "tunnels",
    Reason.NO_SUCH_SLOT: "cards",
    Reason.EMPTY_SLOT: "cards",
    Reason.CARD_CHANGED: "cards",
    Reason.LOCOMOTIVE_SECOND: "cards",
    Reason.NO_CARDS_LEFT: "cards",
    Reason.NO_TICKETS_LEFT: "tickets",
    Reason.TICKET_NOT_OFFERED: "tickets",
    Reason.TOO_FEW_TICKETS: "tickets",
    Reason.TOO_MANY_TICKETS: "tickets",
    Reason.NO_SUCH_ROUTE: "claiming",
    Reason.ROUTE_TAKEN: "claiming",
    Reason.OWNS_TWIN: "doubles",
    Reason.DOUBLE_CLOSED: "doubles",
    Reason.TOO_FEW_TRAINS: "claiming",
    Reason.CARDS_NOT_HELD: "claiming",
    Reason.NO_SUCH_CARDS: "letters",
    Reason.WRONG_NUMBER_OF_CARDS: "claiming",
    Reason.MIXED_COLORS: "claiming",
    Reason.WRONG_COLOR: "claiming",
    Reason.FERRY_NEEDS_LOCOMOTIVES: "ferries",
    Reason.ONLY_LOCOMOTIVES: "tunnels",
    Reason.NO_STATIONS_IN_TITLE: "turn",
    Reason.NO_STATIONS_LEFT: "stations",
    Reason.NO_SUCH_CITY: "stations",
    Reason.CITY_HAS_STATION: "stations",
}
"""The topic that explains each rule which an action can break."""


def topic_of(reason: Reason, action: Action | None, board: Board, rules: Rules) -> str:
    """The topic about a refused action: that of the rule, or of what would have been built."""
    topic = TOPIC_OF[reason]
    if topic == "claiming" and isinstance(action, BuildStation | PaySurcharge):
        topic = "stations" if isinstance(action, BuildStation) else "tunnels"
    return topic if topic in topics_of(board, rules) else "turn"


def rules_message(topic: str, board: Board, rules: Rules, game: str, phrases: Phrases) -> Message:
    """The rules of a variant on a topic, with a list of all topics. `game` is asked about the others."""
    topics = topics_of(board, rules)
    title = board_title(board.title, phrases)
    head = phrases.say(
        "rules-of",
        topic=topic_name("rules", topic, phrases),
        title=title,
        variant=board_title(rules.title, phrases),
    )
    text = f"{head}\n{rule_text(topic, board, rules, phrases)}"
    return Message(text, menus=(topic_menu("rules", topics, topic, game, phrases),))


def rule_text(topic: str, board: Board, rules: Rules, phrases: Phrases) -> str:
    """What the rules of a variant say on a topic."""
    return phrases.say(f"rules-{topic}", **_values(board, rules, phrases))


def topics_of(board: Board, rules: Rules) -> tuple[str, ...]:
    """The topics that this board and these rules have something to say about."""
    there = {
        "doubles": any(route.double for route in board.routes),
        "ferries": any(route.ferry for route in board.routes),
        "tunnels": any(route.tunnel for route in board.routes),
        "stations": bool(rules.stations),
    }
    return tuple(topic for topic in TOPICS if there.get(topic, True))


def _values_of_deals(deals: Sequence[Deal]) -> dict[str, int]:
    """The numbers of tickets at the start; `narrow` are the deals from which not all may be kept."""
    narrow = [deal for deal in deals if deal.keep_most < deal.long + deal.regular]
    return {
        "offered": sum(deal.long + deal.regular for deal in deals),
        "kept_first": deals[-1].keep,
        "narrow": sum(deal.keep_most for deal in narrow),
        "narrow_of": sum(deal.long + deal.regular for deal in narrow),
    }


def _values(board: Board, rules: Rules, phrases: Phrases) -> dict[str, str | int]:
    """The numbers of the rules, as sentences name them. 0 stands for what a variant does not have."""
    say = phrases.say
    lengths = sorted({route.length for route in board.routes})
    closing = rules.double_routes_players
    points = (say("rules-points", length=length, points=rules.route_points[length]) for length in lengths)
    return {
        "dealt": rules.hand,
        **_values_of_deals(rules.deals),
        "stations": rules.stations,
        "costs": listed([str(cost) for cost in rules.station_costs], phrases),
        "station_points": rules.station_points,
        "row": rules.row,
        "reset": rules.row_reset,
        "points": ", ".join(points),
        "double_players": closing if closing > rules.players_least else 0,
        "revealed": rules.tunnel_reveal,
        "drawn": rules.draw_tickets,
        "kept": rules.keep_tickets,
        "trains": rules.trains,
        "few": rules.last_round_trains,
        "path": rules.longest_path_bonus,
        "globetrotter": rules.globetrotter_bonus,
        "ties": say("tie-then").join(say(f"tie-{tie}") for tie in rules.tie_breaks),
    }
