"""Posts of a lobby: its setup and its players, and what is left of them once it is closed."""

from collections.abc import Sequence

from bot.commands.buttons import post_buttons
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Message, Picture, Rows, moment
from bot.outbox.recipients import PostStyle
from bot.outbox.sections import opens_lobby_post
from bot.shown.menus import clock_line, option_menus, starter_line
from bot.shown.pictures import map_picture
from bot.text.i18n import Phrases, person
from bot.text.labels import board_title, listed, trains
from bot.text.proof import lobby_details


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
    if roster.asked and roster.asked_until:
        names = listed([person(name) for _, name, _ in roster.asked], phrases)
        lines.append(phrases.say("lobby-asked", names=names, until=moment(roster.asked_until)))
    text = "\n".join(filter(None, lines))
    if news and len(text) + len(news) + len(details) < style.longest:
        text = f"{text}\n\n{news}"
    menus = option_menus(match, phrases)
    return Message(text, pictures, buttons=buttons, menus=menus, details=details)


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
