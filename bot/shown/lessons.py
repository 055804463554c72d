"""The rules in pictures: what /rules shows, and what the button below a refused move shows."""

from dataclasses import replace

from bot.matches.boards import DEFAULT_BOARD
from bot.matches.match import Match
from bot.matches.roster import COLORS
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Message
from bot.requests.request import Request
from bot.shown.pictures import lesson_picture
from bot.text.labels import seat_names
from bot.text.map_text import place_line
from bot.text.refusal_text import refusal
from bot.text.rule_examples import ILLUSTRATED, example_players, rule_example
from bot.text.topics import known_topic, rules_message, topic_name, topic_of, topics_of
from engine.actions import Action, BuildStation, ClaimRoute
from engine.refusals import IllegalAction
from engine.view import view_for
from render.content import Lesson


def illustrated_rules(request: Request, typed: str) -> Message:
    """The rules of the game here on a topic, with a picture; without a game, those of the board of /new.

    Raises CommandRefused.
    """
    match = request.match
    board = match.board if match else request.repository.boards.by_id[DEFAULT_BOARD]
    rules = board.variants[match.roster.variant if match else next(iter(board.variants))]
    players = len(match.roster.holders) if match else 0
    topic = known_topic("rules", topics_of(board, rules), typed, request.phrases)
    game = match.id if match else NO_GAME
    message = rules_message(topic, board, rules, game, request.phrases)
    if topic not in ILLUSTRATED:
        return message
    example = rule_example(topic, board, rules, players, request.phrases)
    if example is None:
        return message
    view, places, cards, words = example
    number, title = view.table.players, topic_name("rules", topic, request.phrases)
    names = example_players(request.phrases, number)
    lesson = Lesson(title, words, view, names, COLORS[:number], places, cards)
    return replace(message, pictures=request.pictures.of(lesson_picture(lesson, request.phrases)))


def refused_move(
    error: IllegalAction, request: Request, match: Match | None = None, action: Action | None = None
) -> Message:
    """Which rule forbids an action, and a button that shows it; `match` is the game as it is now."""
    match, phrases = match or request.shown_match, request.phrases
    if match.game is None:
        return Message(phrases.say("not-started"))
    hand = request.view.hand if request.view else None
    table = match.game.table
    text = refusal(error, table, match.roster.names, phrases, action, hand)
    line = f"showme {topic_of(error.reason, action, match.board, table.rules)}"
    match action:
        case ClaimRoute(route=place) if place in match.board.route:
            line = f"{line} {place}"
        case BuildStation(city=place) if place in match.board.city:
            line = f"{line} {place}"
    button = Button(phrases.say("button-show-me"), CallbackData(match.id, 0, line).code)
    return Message(text, buttons=((button,),))


def shown_rule(request: Request, typed: str, place: str) -> Message:
    """A rule in a picture: of a route or a city in the game as everybody sees it, or of an example.

    Raises CommandRefused.
    """
    message, match = illustrated_rules(request, typed), request.shown_match
    if match.game is None or not (place in match.board.route or place in match.board.city):
        return message
    view, names = view_for(match.game, None), seat_names(match, request.phrases)
    words = place_line(view.table, place, names, request.phrases)
    topic = known_topic("rules", topics_of(match.board, view.table.rules), typed, request.phrases)
    title, colors = topic_name("rules", topic, request.phrases), match.roster.colors
    lesson = Lesson(title, words, view, names, colors, places=(place,))
    picture = request.pictures.of(lesson_picture(lesson, request.phrases))
    return replace(message, text=f"{words}\n\n{message.text}", pictures=picture)
