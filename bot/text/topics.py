"""Texts that are read topic by topic: help, and the rules in the numbers of the variant that is played."""

from collections.abc import Mapping, Sequence

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import CallbackData
from bot.model.message import Button, Menu, Message
from bot.model.names import LONGEST_NAME
from bot.text.i18n import Phrases
from bot.text.labels import board_title, listed, route_name
from bot.text.truncate import shortened
from engine.actions import Action, BuildStation, PaySurcharge
from engine.board import Board
from engine.cards import LOCOMOTIVE
from engine.plain_words import folded
from engine.refusals import Reason
from engine.rules import Rules

RULE_TOPICS = (
    "game",
    "different",
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
"""The topics of the rules, in reading order. A board without ferries, for example, leaves theirs out."""

HELP_TOPICS = "start", "turn", "writing", "table", "look", "chats", "person"
"""First what a newcomer needs and how to write places and cards; then each section of the commands."""

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
    Reason.NO_LOCOMOTIVES_HERE: "claiming",
    Reason.WRONG_SWAP: "claiming",
    Reason.ONLY_LOCOMOTIVES: "tunnels",
    Reason.NO_STATIONS_IN_TITLE: "turn",
    Reason.NO_STATIONS_LEFT: "stations",
    Reason.NO_SUCH_CITY: "stations",
    Reason.CITY_HAS_STATION: "stations",
}
"""The topic that explains each rule which an action can break."""


def topic_name(kind: str, topic: str, phrases: Phrases) -> str:
    """What a topic is called; `kind` is "rules" or "help"."""
    return phrases.say(f"{kind}-topic-{topic}")


def topic_menu(kind: str, topics: Sequence[str], chosen: str, game: str, phrases: Phrases) -> Menu:
    """A menu of topics. `kind` is also the word of the command that shows one."""
    codes = {topic: CallbackData(game, 0, f"{kind} {topic}").code for topic in topics}
    choices = tuple(Button(topic_name(kind, topic, phrases), code) for topic, code in codes.items())
    return Menu(phrases.say("choose-topic"), choices, codes[chosen], stays=True)


def known_topic(kind: str, topics: Sequence[str], typed: str, phrases: Phrases) -> str:
    """A topic by its word, or by the beginning of its name; the first where none is typed.

    Raises CommandRefused.
    """
    wanted = folded(typed)
    if not wanted:
        return topics[0]
    names = {topic: topic_name(kind, topic, phrases) for topic in topics}
    for topic, name in names.items():
        if topic == wanted or folded(name).startswith(wanted):
            return topic
    word, known = shortened(typed, LONGEST_NAME), ", ".join(names.values())
    raise CommandRefused("no-such-topic", kind=kind, word=word, topics=known)


# ---- the rules


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
    values = _values(board, rules, phrases)
    if topic == "different":
        return "\n".join(f"• {phrases.say(key, **values)}" for key in differences(board, rules))
    return phrases.say(f"rules-{topic}", **values)


def differences(board: Board, rules: Rules) -> tuple[str, ...]:
    """The sentences about what this variant has, and most boards have not; none on Europe."""
    there = {
        "rule-row-locomotive": not rules.is_whole_draw(LOCOMOTIVE),
        "rule-row-stays": not rules.row_reset,
        "rule-locomotives": rules.payment.locomotives_on != "all-routes",
        "rule-ferry-cards": rules.payment.ferry_cards > 0,
        "rule-any-cards": any(route.any_cards for route in board.routes),
        "rule-boxed": rules.refused_in_play == "box",
        "rule-no-path": not rules.bonus("longest-path"),
        "rule-globetrotter": bool(rules.bonus("globetrotter")),
        "rule-mandala": bool(rules.bonus("mandala")),
        "rule-countries": bool(board.countries),
    }
    return tuple(key for key, has in there.items() if has)


def topics_of(board: Board, rules: Rules) -> tuple[str, ...]:
    """The topics that this board and these rules have something to say about."""
    there = {
        "different": bool(differences(board, rules)),
        "doubles": any(route.double for route in board.routes),
        "ferries": any(route.ferry for route in board.routes),
        "tunnels": any(route.tunnel for route in board.routes),
        "stations": bool(rules.stations),
    }
    return tuple(topic for topic in RULE_TOPICS if there.get(topic, True))


def _values(board: Board, rules: Rules, phrases: Phrases) -> dict[str, str | int]:
    """The numbers of the rules, as sentences name them. 0 stands for what a variant does not have.

    The tickets at the start are dealt in turn; `narrow` are the deals from which not all may be kept.
    """
    say = phrases.say
    lengths = sorted({route.length for route in board.routes})
    any_cards = [route.id for route in board.routes if route.any_cards]
    closing, mandala = rules.double_routes_players, rules.bonus("mandala")
    narrow = [deal for deal in rules.deals if deal.keep_most < deal.long + deal.regular]
    points = (say("rules-points", length=length, points=rules.route_points[length]) for length in lengths)
    return {
        "dealt": rules.hand,
        "offered": sum(deal.long + deal.regular for deal in rules.deals),
        "kept_first": rules.deals[-1].keep,
        "narrow": sum(deal.keep_most for deal in narrow),
        "narrow_of": sum(deal.long + deal.regular for deal in narrow),
        "stations": rules.stations,
        "costs": listed([str(cost) for cost in rules.station_costs], phrases),
        "station_points": rules.station_points,
        "row": rules.row,
        "reset": rules.row_reset,
        "whole": int(rules.is_whole_draw(LOCOMOTIVE)),
        "locomotives_on": rules.payment.locomotives_on,
        "ferry_cards": rules.payment.ferry_cards,
        "any_cards": max((route.any_cards for route in board.routes), default=0),
        "any_routes": listed([route_name(board, id, phrases.language) for id in any_cards], phrases),
        "points": ", ".join(points),
        "double_players": closing if closing > rules.players_least else 0,
        "revealed": rules.tunnel_reveal,
        "drawn": rules.draw_tickets,
        "kept": rules.keep_tickets,
        "boxed": int(rules.refused_in_play == "box"),
        "trains": rules.trains,
        "few": rules.last_round_trains,
        "path": rules.bonus_points("longest-path"),
        "globetrotter": rules.bonus_points("globetrotter"),
        "countries": int(bool(board.countries)),
        "mandala": listed([str(points) for points in mandala.points], phrases) if mandala else 0,
        "ties": say("tie-then").join(say(f"tie-{tie}") for tie in rules.tie_breaks),
    }
