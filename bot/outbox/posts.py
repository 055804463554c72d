"""Posts: what each section of the log of a match says in its chat, from the lobby to what follows the end."""

from collections.abc import Sequence
from dataclasses import replace

from bot.commands.buttons import post_buttons
from bot.matches import roster_events as happened
from bot.matches.match import Match, Step
from bot.matches.plans import plan_plays
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import IDLE
from bot.matches.turns import points_by_turn
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Message, Picture, Rows, Topic, drawn_picture, moment
from bot.outbox.notices import mentioned
from bot.outbox.recipients import PostStyle
from bot.outbox.sections import opens_lobby_post, people_waited_for, topic_of
from bot.shown.menus import clock_line, starter_line, vote_message
from bot.shown.panels import come_back, steps_since
from bot.shown.pictures import board_pictures, map_picture, replay_film, score_picture
from bot.text.history import account, newest_account, turning_point_text
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, listed, seat_names, trains
from bot.text.prompts import next_line
from bot.text.proof import end_details, lobby_details, start_details
from bot.text.roster_text import until_text
from engine.events import GameStarted, TurnStarted
from engine.game import Table

_SHOWN_ANYWAY = happened.VoteClosed, happened.PlayerJoined, happened.ComputerJoined, happened.ColorChanged
"""Events that are no news: how a vote ended is in its own post, and who has which trains in the lobby's."""


async def post_of(section: Sequence[Step], style: PostStyle, since: Sequence[Step] = ()) -> Message | None:
    """The post of a section in the style of a chat; None where nothing is to say.

    `since` are the steps since the last turn of the player who is next, if they are more: what was built in
    them is highlighted. At the end they are all steps of the game, for the turns that decided it.
    """
    match, phrases, mentions = section[-1].after, style.phrases, mentioned(section)
    if topic_of(section) is Topic.VOTE:
        return vote_message(match, phrases)
    news = account([step for step in section if not isinstance(step.event, _SHOWN_ANYWAY)], phrases)
    if match.roster.status is Status.LOBBY:
        lobby = lobby_post(section, news, style)
        return lobby and replace(lobby, mentions=mentions)
    if not news and not mentions:
        return None
    if match.table is None or match.roster.status is Status.ABORTED:
        last = section[-1].event
        is_idle = isinstance(last, happened.GameAborted) and last.cause == IDLE
        buttons = idle_buttons(match, phrases) if is_idle else _after_buttons(match, style)
        return Message(newest_account(news, section, phrases, style.longest), buttons=buttons)
    if match.table.over:
        news = newest_account(news, section, phrases, style.longest // 2)
        return replace(_end_post(match, news, style, since), mentions=mentions)
    return replace(await _turn_post(section, match.table, news, style, since), mentions=mentions)


async def _turn_post(
    section: Sequence[Step], table: Table, news: str, style: PostStyle, since: Sequence[Step]
) -> Message:
    """The post that ends with a turn, or in the middle of one."""
    match, phrases = section[-1].after, style.phrases
    waiting = people_waited_for(match) or match.waiting_for
    following = next_line(table, match.roster.names, phrases, waiting)
    has_begun = any(isinstance(step.event, GameStarted) for step in section)
    proof = start_details(match, phrases) if has_begun else ""
    details = "\n".join(filter(None, (until_text(match, waiting, phrases), proof)))
    news = newest_account(news, section, phrases, style.longest - len(following) - 2 - len(details))
    if table.choosing:
        buttons = post_buttons("choice", match, phrases)
    else:  # buttons that play are stale after the turn, and those that show something never are
        decision = table.decisions[table.seat] if table.seat is not None else None
        buttons = post_buttons("turn", match, phrases, decision.revision if decision else 0)
    # A computer has the seat of a player who did not leave.
    if any(holder.person and holder.level and not holder.given_up for holder in match.roster.holders):
        buttons = *buttons, *come_back(match, phrases)
    return Message(
        "\n\n".join(filter(None, (news, following))),
        _board(section, style, since),
        buttons=buttons,
        details=details,
        color="" if table.seat is None else match.roster.colors[table.seat],
        repeats=_repeats(section, phrases),
    )


async def without_deadline(section: Sequence[Step], style: PostStyle) -> Message | None:
    """The post of a section as it stays when a later post shows another deadline of the same turn."""
    post, match = await post_of(section, replace(style, wanted=None)), section[-1].after
    until = until_text(match, people_waited_for(match) or match.waiting_for, style.phrases)
    if post is None or not until or not post.details.startswith(until):
        return None
    return replace(post, buttons=(), details=post.details.removeprefix(until).strip())


def _repeats(section: Sequence[Step], phrases: Phrases) -> bool:
    """Whether the board looks the same as in the previous post: neither it nor a name has changed.

    After a loss of events the previous post may show moves that are gone.
    """
    before, after = section[0].before, section[-1].after
    if any(isinstance(step.event, happened.GameResumed) for step in section):
        return False
    if before is None or before.game is None or before.roster.status is not Status.RUNNING:
        return False
    return before.game == after.game and seat_names(before, phrases) == seat_names(after, phrases)


def _board(section: Sequence[Step], style: PostStyle, since: Sequence[Step]) -> tuple[Picture, ...]:
    """The pictures of the board that a post shows. Where nothing was built, there is no close-up.

    Pieces that were built in the section are highlighted, or those of the steps `since`, if there are any.
    """
    if style.wanted is None:
        return ()
    *near, whole = style.pictures.of(*board_pictures(section[-1].after, style.phrases, since or section))
    closeup = tuple(replace(picture, whole="") for picture in near)
    match style.wanted:
        case "board":
            return (whole,)
        case "closeup":
            return closeup or (whole,)
        case "both":
            return whole, *closeup


def _end_post(match: Match, news: str, style: PostStyle, steps: Sequence[Step]) -> Message:
    """The post of a game that has ended: the result, the turn that decided it, and the score sheet with the
    map. Everything else is behind its buttons. `steps` are all of the game.
    """
    phrases, details = style.phrases, end_details(match, style.phrases)
    turning = turning_point_text(steps, seat_names(match, phrases), phrases)
    text = "\n\n".join(filter(None, (news, turning)))
    pictures = style.pictures.of(score_picture(match, points_by_turn(steps), phrases))
    if len(text) + len(details) > style.longest:
        text = news
    return Message(text, pictures, buttons=_after_buttons(match, style), details=details)


async def replay_post(repository: MatchRepository, steps: Sequence[Step], style: PostStyle) -> Message | None:
    """What follows the post of the end: the game as a GIF, with its record; None where there is no GIF."""
    (film,) = style.pictures.of(replay_film(steps, style.phrases))
    if not (film := await drawn_picture(film)).png:
        return None
    game = steps[-1].after.id
    record = f"stationmaster-{game}.json", await export(repository, game)
    return Message(style.phrases.say("replay-post"), pictures=(film,), documents=(record,))


def _after_buttons(match: Match, style: PostStyle) -> Rows:
    """What people can do with a game that has ended."""
    phrases = style.phrases
    if match.roster.status is Status.ABORTED:
        again = Button(phrases.say("button-rematch"), CallbackData(match.id, 0, "rematch").code)
        back = Button(phrases.say("button-restore"), CallbackData(NO_GAME, 0, f"restore {match.id}").code)
        return ((again,),) if match.roster.seed else ((back, again),)
    return post_buttons("end", match, phrases, without="" if style.shares_replays else "share")


async def news_for_post(repository: MatchRepository, section: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that a post sums up besides its section: at the end all of the game.

    Where a turn begins, those that are new to its player, if they are more than the section.
    """
    match = section[-1].after
    if topic_of(section) is Topic.END:
        return tuple(await repository.steps(match.id, 0))
    table = match.table
    if table is None or table.choosing or table.over or table.seat is None:
        return ()
    seat, begins = table.seat, isinstance(section[-1].event, TurnStarted)
    if not begins or match.roster.holders[seat].by_computer or plan_plays(match, seat):
        return ()
    steps = await steps_since(repository, match, seat)
    return steps if steps and steps[0].after.seq < section[0].after.seq else ()


# ---- of a lobby


def lobby_post(
    section: Sequence[Step], news: str, style: PostStyle, *, with_map: bool = False
) -> Message | None:
    """The setup and the players. A lobby that opens, or that everybody has left, has no players.

    The map comes with a post that may be a new message, and where it is asked for.

    News that would make the post too long is left out: the lines above it show the present state.
    """
    match, phrases = section[-1].after, style.phrases
    pictures: tuple[Picture, ...] = ()
    if with_map or any(map(opens_lobby_post, section)):
        pictures = style.pictures.of(map_picture(match, phrases))
    buttons, details = post_buttons("lobby", match, phrases), lobby_details(match, phrases)
    roster, rules = match.roster, match.board.variants[match.roster.variant]
    if not roster.holders:
        return Message(news, buttons=buttons, details=details) if news else None
    title = phrases.say(
        "lobby-open",
        title=board_title(match.board.title, phrases),
        variant=board_title(rules.title, phrases),
        least=rules.players_least,
        most=rules.players_most,
        ranges="yes" if rules.players_least < rules.players_most else "no",
    )
    lines = [title, _players(match, phrases), starter_line(match, phrases), clock_line(match, phrases)]
    if host := next((holder.name for holder in roster.holders if holder.person == roster.creator), ""):
        lines.append(phrases.say("lobby-host", name=host, starters=style.starters))
    if roster.starts_full:
        lines.append(phrases.say("setup-full", full="on"))
    if roster.asked and roster.asked_until:
        names = listed([person(name) for _, name, _ in roster.asked], phrases)
        lines.append(phrases.say("lobby-asked", names=names, until=moment(roster.asked_until)))
    text = "\n".join(filter(None, lines))
    if news and len(text) + len(news) + len(details) < style.longest:
        text = f"{text}\n\n{news}"
    return Message(text, pictures, buttons=buttons, details=details)


def _players(match: Match, phrases: Phrases) -> str:
    """The players with their trains, computers with their levels too."""
    players = []
    for holder in match.roster.holders:
        is_computer = holder.level and not holder.person
        level = [phrases.say(f"level-{holder.level}")] if is_computer else []
        players.append(f"{person(holder.name)} ({', '.join((*level, trains(holder.color, phrases)))})")
    return phrases.say("lobby-seats", names=", ".join(players))


def closed_lobby(match: Match, phrases: Phrases) -> Message | None:
    """What the post of a lobby says after the game has started or was aborted; None while it is open."""
    if match.roster.status is Status.LOBBY:
        return None
    key = "lobby-closed" if match.game is None else "lobby-started"
    variant = board_title(match.board.variants[match.roster.variant].title, phrases)
    title = board_title(match.board.title, phrases)
    text = f"{phrases.say(key, title=title, variant=variant)}\n{_players(match, phrases)}"
    return Message(text, buttons=((notify_button(phrases),),) if match.game else ())


def idle_buttons(match: Match, phrases: Phrases) -> Rows:
    """The buttons below the post of a lobby that nobody used: open another one, or hear of the next."""
    line = f"new {match.roster.board} {match.roster.variant}"
    new = Button(phrases.say("button-new-lobby"), CallbackData(NO_GAME, 0, line).code, "main")
    return ((new, notify_button(phrases)),)


def notify_button(phrases: Phrases) -> Button:
    """The button for people who want to hear of the next game of a chat, or no longer do."""
    return Button(phrases.say("button-notify"), CallbackData(NO_GAME, 0, "notify").code)
