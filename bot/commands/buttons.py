"""The buttons of commands: below posts, and in the menu of the page."""

from itertools import groupby

from bot.commands import COMMANDS
from bot.matches.match import Match
from bot.model.callbacks import CallbackData
from bot.model.command import (
    CHATS,
    EVERYWHERE,
    LOOK,
    PERSON,
    TURN,
    CommandRow,
    MenuGroup,
    MenuPlace,
    PostKind,
    Section,
)
from bot.model.message import Button, Rows
from bot.text.i18n import Phrases

_GROUPS: dict[Section, MenuGroup] = {
    "table": "game",
    "turn": "main",
    "look": "main",
    "chats": "channel",
    "person": "me",
}
"""The group of each section in the menu of the page."""

_MAIN = ("join", "start", "rematch")
"""The commands whose buttons below posts stand out."""


def post_buttons(
    post: PostKind, match: Match, phrases: Phrases, revision: int = 0, *, without: str = ""
) -> Rows:
    """The buttons below a post: those of the commands that it has, `without` one, a row for each section.

    Those of a lobby that change nothing are in one row. Buttons that spend a turn carry its `revision`.
    """
    of_post = [command for command in COMMANDS if post in command.posts and command.word != without]
    offered = [command for command in of_post if _is_useful(command, post, match)]
    looks = LOOK, CHATS
    rows = groupby(
        offered, key=lambda one: looks if post == "lobby" and one.section in looks else one.section
    )
    return tuple(
        tuple(_post_button(command, post, match, revision, phrases) for command in row) for _, row in rows
    )


def _is_useful(command: CommandRow, post: PostKind, match: Match) -> bool:
    table = match.table
    match command.word:
        case "computer":
            return not _is_full(match)
        case "notify":
            return _is_full(match)
        case "why":
            return any(holder.level for holder in match.roster.holders)
        case word if post == "turn" and command.section == TURN:
            asked = table is not None and table.seat is not None
            return asked and (word != "station" or bool(table and table.rules.stations))
        case _:
            return True


def _is_full(match: Match) -> bool:
    """Whether a lobby has no free seat. Then it offers to notify people of the next game."""
    most = match.board.variants[match.roster.variant].players_most
    return len(match.roster.holders) >= most


def _post_button(
    command: CommandRow, post: PostKind, match: Match, revision: int, phrases: Phrases
) -> Button:
    if post == "choice" and command.word == "ticket":
        return Button(phrases.say("button-choose-tickets"), CallbackData(match.id, 0, "ticket").code, "main")
    spends_turn = post != "lobby" and command.section == TURN
    code = CallbackData(match.id, revision if spends_turn else 0, command.word).code
    return Button(phrases.say(f"button-{command.word}"), code, "main" if command.word in _MAIN else "plain")


def page_menu(phrases: Phrases) -> list[dict[str, object]]:
    """The buttons in the order of the table. Each has `word`, `label`, `group` and `roles`, some `where`.

    `roles` says who has the button: a `player` or an `onlooker` of a running game, everybody in a `lobby` or
    where no game is (`empty`), and after the end everybody (`over`) or those who have played (`seated`).
    `where` is `chat` if the button needs a chat around the board, and `line` if more must be typed. Buttons
    with `atTimes` are shown while the state of the table offers them, and those `byAdmin` always to the admin
    of the channel.
    """
    return [
        _menu_button(command, command.page, phrases)
        for command in COMMANDS
        if command.is_typed and isinstance(command.page, MenuPlace)
    ]


def _menu_button(command: CommandRow, place: MenuPlace, phrases: Phrases) -> dict[str, object]:
    roles = place.roles or (EVERYWHERE if command.who == "anyone" else ("player",))
    where = place.where or ("chat" if command.section in (CHATS, PERSON) else "")
    is_players = command.who == "player"
    button: dict[str, object] = {
        "word": command.word,
        "label": phrases.say_or(f"ui-menu-{command.word}", phrases.say(f"slash-{command.word}-about")),
        "group": place.group or _GROUPS[command.section],
        "roles": ["seated" if role == "over" and is_players else role for role in roles],
    }
    if where:
        button["where"] = where
    if place.at_times:
        button |= {"atTimes": True, "byAdmin": command.who in ("host", "admin")}
    return button
