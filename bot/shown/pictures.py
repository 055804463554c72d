"""Pictures: a function for each kind. It says what a picture shows, its alt text, what draws it, and when it
stays the same.

Pictures are made from Views: those for everybody from a spectator's, those for one player from the player's.
Where there is nothing to show, there is no sketch.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.matches import figures
from bot.matches.figures import Rating, Results
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.turns import built_in, last_built, played_turns, turning_points
from bot.model.message import HAND, MAP, SCORES, PictureKind, PictureSource
from bot.shown.picture_service import Sketch, status_inputs
from bot.text import alt_text
from bot.text.i18n import Phrases
from bot.text.labels import board_title, seat_names
from bot.text.statistics_text import card_values, favourite_board
from bot.workers.drawings import drawings
from engine.actions import ClaimRoute
from engine.board import Board
from engine.game import SettleTunnel
from engine.rules import Rules
from engine.ticket_status import TicketStatus
from engine.view import View, view_for
from render.content import LeaderboardLine, Lesson, StatisticsCard

_MOST_MOMENTS = 120
"""Turns that a film shows; of a longer game it shows every second or third one."""

PointsByTurn = Sequence[tuple[int, ...]]
"""What each seat has from routes and completed tickets after each turn (see bot.matches.turns)."""


# ---- for everybody


def board_pictures(match: Match, phrases: Phrases, news: Sequence[Step] | None = None) -> tuple[Sketch, ...]:
    """The board, after a close-up of the last move; nothing before the game.

    `news` are the steps of a post, up to this match. Pieces built in them are highlighted and shown in the
    close-up; without any, there is no close-up.
    """
    if match.game is None:
        return ()
    view, names = view_for(match.game, None), _marked_names(match, phrases)
    new = last_built(view.table) if news is None else built_in(news)
    alt, source = alt_text.board_alt(view, names, phrases, new), _source("board", match, phrases)
    if news:
        source = replace(source, since=news[0].after.seq - 1)
    board, shown = (view, names, match.roster.colors), (*_moment(match, names), new)
    draw = partial(drawings.turn_png, *board, new=new)
    whole = Sketch("board.png", alt, phrases, shown, draw, source=source)
    if not new:
        return (whole,)
    alt, source = alt_text.closeup_alt(view, names, phrases, new), replace(source, kind="closeup")
    draw = partial(drawings.closeup_png, *board, new=new)
    return Sketch("closeup.png", alt, phrases, shown, draw, source=source, whole=whole.name), whole


def map_picture(match: Match, phrases: Phrases) -> Sketch:
    """The map of a match that has not begun."""
    alt = phrases.say("alt-map", title=board_title(match.board.title, phrases))
    shown, source = (match.board.edition,), _source("map", match, phrases)
    return Sketch(MAP, alt, phrases, shown, partial(drawings.map_png, match.board), source=source)


def score_picture(match: Match, points: PointsByTurn, phrases: Phrases) -> Sketch | None:
    """The score sheet with the map at the end, and the points turn by turn, where the turns are marked that
    changed the lead most; nothing before the end.
    """
    if match.game is None or match.game.table.sheet is None:
        return None
    view, sheet, rules = view_for(match.game, None), match.game.table.sheet, match.game.table.rules
    names, colors = seat_names(match, phrases), match.roster.colors
    titles = dict.fromkeys(board_title(title, phrases) for title in (match.board.title, rules.title))
    marked = [turn for turn, _, _ in turning_points(points, sheet.winners[0])]
    alt, source = alt_text.score_alt(sheet, names, phrases), _source("score", match, phrases)
    draw = partial(drawings.score_png, view, names, colors, points, " · ".join(titles), marked=marked)
    return Sketch(SCORES, alt, phrases, (*_moment(match, names), tuple(points)), draw, source=source)


def replay_film(steps: Sequence[Step], phrases: Phrases) -> Sketch:
    """The game from all its steps as an animated GIF."""
    match = steps[-1].after
    names = seat_names(match, phrases)
    draw = partial(drawings.film_gif, moments(steps), names, match.roster.colors)
    alt = phrases.say("alt-replay")
    return Sketch("replay.gif", alt, phrases, _moment(match, names), draw, is_film=True)


def moments(steps: Sequence[Step]) -> list[View]:
    """The game before its first turn, after each turn that built something, and at its end."""
    turns, last = played_turns(steps), steps[-1].after.game
    built = [after for before, after in turns if before.table.last != after.table.last]
    every = -(-len(built) // _MOST_MOMENTS) or 1
    games = [*(before for before, _ in turns[:1]), *built[::every], *([last] if last else [])]
    return [view_for(game, None) for game in games]


def legend_picture(board: Board, rules: Rules, phrases: Phrases) -> Sketch:
    """What the spaces of a board mean, and the points for routes under these rules."""
    alt, shown = alt_text.legend_text(board, rules, phrases), (board.id, board.edition, rules.variant)
    return Sketch("legend.png", alt, phrases, shown, partial(drawings.legend_png, board, rules))


def lesson_picture(lesson: Lesson, phrases: Phrases) -> Sketch:
    """A rule in a picture: what everybody may see of a position, with a title and a sentence."""
    table, alt = lesson.view.table, f"{lesson.title}. {lesson.words}"
    now = table.turn, table.turns_left, table.row, table.tunnel, table.decisions
    text = lesson.title, lesson.words, lesson.names, lesson.colors
    shown = status_inputs(lesson.view), now, tuple(lesson.places), lesson.cards, text
    return Sketch("lesson.png", alt, phrases, shown, partial(drawings.lesson_png, lesson))


def statistics_picture(
    name: str,
    results: Results,
    rated: Rating | None,
    boards: Mapping[str, Board],
    text: str,
    phrases: Phrases,
) -> Sketch:
    """The results of one person, whose rating is `rated`, as a card; `text` says the same in words."""
    done = figures.played(results)
    board = favourite_board(done, boards)
    favourites = figures.favourite_routes(done, board) if board else []
    card = StatisticsCard(
        name=name,
        values=card_values(results, rated),
        places=figures.places(done),
        history=figures.rating_history(results),
        board=board,
        routes=tuple((route.id, count) for route, count in favourites),
        provisional=rated is not None and figures.is_provisional(rated),
    )
    alt, draw = alt_text.text_alt(text), partial(drawings.statistics_png, card)
    return Sketch("statistics.png", alt, phrases, (card,), draw)


def leaderboard_picture(
    about: str, lines: tuple[LeaderboardLine, ...], text: str, phrases: Phrases
) -> Sketch:
    """A leaderboard as a table; `text` says the same in words."""
    alt, draw = alt_text.text_alt(text), partial(drawings.leaderboard_png, about, lines)
    return Sketch("leaderboard.png", alt, phrases, (about, lines), draw)


# ---- for one player


def hand_picture(view: View, phrases: Phrases) -> Sketch:
    """The cards in a hand, and what else the seat has left."""
    table, seat, alt = view.table, view.seat or 0, alt_text.hand_alt(view, phrases)
    shown = table.rules.variant, view.hand, table.trains[seat], table.stations[seat]
    return Sketch(HAND, alt, phrases, shown, partial(drawings.hand_png, view))


def tickets_picture(
    match: Match, view: View, statuses: Sequence[TicketStatus], phrases: Phrases
) -> Sketch | None:
    """The tickets of these statuses side by side, kept or offered; nothing without any."""
    if not statuses:
        return None
    table, colors = view.table, match.roster.colors
    alt = alt_text.tickets_alt(table.board, statuses, phrases, view.offer)
    own_routes = table.routes[view.seat] if view.seat is not None else 0
    tickets = match.id, view.seat, tuple(statuses), view.offer, view.tickets, table.over
    draw = partial(drawings.tickets_png, view, [status.ticket for status in statuses], colors)
    shown = (*tickets, own_routes, colors)
    return Sketch("tickets.png", alt, phrases, shown, draw)


def my_tickets_picture(
    match: Match, view: View, statuses: Sequence[TicketStatus], phrases: Phrases
) -> Sketch | None:
    """The tickets offered and those kept, which have these statuses, all on one map; nothing without any."""
    if not statuses:
        return None
    colors, every = match.roster.colors, replace(view, tickets=(*view.offer, *view.tickets))
    alt = alt_text.tickets_alt(view.table.board, statuses, phrases, view.offer)
    shown = match.id, view.seat, tuple(statuses), bool(view.offer), _on_map(view), colors
    draw = partial(drawings.my_tickets_png, every, colors)
    return Sketch("my-tickets.png", alt, phrases, shown, draw)


def preview_picture(match: Match, view: View, claim: ClaimRoute, phrases: Phrases) -> Sketch:
    """The map as if a claim had been made already, with its price."""
    colors, alt = match.roster.colors, alt_text.claim_alt(view, claim.route, claim.cards, phrases)
    shown = match.id, view.seat, claim, view.hand, _on_map(view), colors
    draw = partial(drawings.preview_png, view, claim, colors)
    return Sketch("preview.png", alt, phrases, shown, draw)


def tunnel_picture(match: Match, view: View, phrases: Phrases) -> Sketch | None:
    """The cards laid down for the tunnel that the seat must settle, and those revealed; else nothing."""
    if not isinstance(view.decision, SettleTunnel):
        return None
    names, colors = seat_names(match, phrases), match.roster.colors
    alt, draw = alt_text.tunnel_alt(view, names, phrases), partial(drawings.tunnel_png, view, names, colors)
    return Sketch("tunnel.png", alt, phrases, _moment(match, names), draw)


# ---- what they depend on


def _moment(match: Match, names: tuple[str, ...]) -> tuple[Hashable, ...]:
    """Everything public about a game at a moment."""
    return match.id, match.game.seq if match.game else 0, names, match.roster.colors


def _on_map(view: View) -> Hashable:
    """All that is on the map."""
    table = view.table
    return table.routes, table.stations, table.last, table.trains


def _source(kind: PictureKind, match: Match, phrases: Phrases) -> PictureSource:
    """What a public picture of a match can be drawn from again."""
    return PictureSource(kind, match.id, match.seq, phrases.language)


def _marked_names(match: Match, phrases: Phrases) -> tuple[str, ...]:
    """The names by seat. A mark says that a computer plays a person's seat at this moment."""
    if match.roster.status is not Status.RUNNING:
        return seat_names(match, phrases)
    return tuple(
        phrases.say("played-by-computer", name=holder.name)
        if holder.person and holder.by_computer
        else phrases.player(holder.name)
        for holder in match.roster.holders
    )
