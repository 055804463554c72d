"""The buttons below posts, made from the commands."""

from itertools import groupby

from bot.commands import COMMANDS
from bot.matches.match import Match
from bot.model.callbacks import CallbackData
from bot.model.command import CommandRow, PostKind
from bot.model.message import Button, Rows, Style
from bot.text.i18n import Phrases


def post_buttons(post: PostKind, match: Match, phrases: Phrases, revision: int = 0) -> Rows:
    """The buttons below a post: those of the commands that it has, a row for each section.

    Those of a lobby are in one row: its menus take the others. Buttons that spend a turn carry its
    `revision`.
    """
    offered = [one for one in COMMANDS if post in one.posts and _is_useful(one, post, match)]
    rows = groupby(offered, key=lambda one: "" if post == "lobby" else one.section)
    return tuple(
        tuple(_button(match, one, phrases, revision if section == "turn" else 0, post) for one in row)
        for section, row in rows
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
        case word if post == "turn" and command.section == "turn":
            asked = table is not None and table.seat is not None
            return asked and (word != "station" or bool(table and table.rules.stations))
        case _:
            return True


def _is_full(match: Match) -> bool:
    """Whether a lobby has no free seat. Then it offers to notify people of the next game."""
    most = match.board.variants[match.roster.variant].players_most
    return len(match.roster.holders) >= most


def _button(match: Match, command: CommandRow, phrases: Phrases, revision: int, post: PostKind) -> Button:
    choosing = post == "choice" and command.word == "ticket"
    label = phrases.say("button-choose-tickets" if choosing else f"button-{command.word}")
    style: Style = "main" if choosing or command.main else "plain"
    return Button(label, CallbackData(match.id, 0 if choosing else revision, command.word).code, style)
