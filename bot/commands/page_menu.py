"""The menu of the page: the commands that have no place of their own on it."""

from collections.abc import Iterator

from bot.commands import COMMANDS
from bot.model.command import EVERYWHERE, CommandRow, MenuGroup, MenuPlace, MenuRole, Section
from bot.text.i18n import Phrases


def page_menu(phrases: Phrases) -> list[dict[str, object]]:
    """The buttons in the order of the table. Each has `word`, `label`, `group` and `roles`, some `where`.

    `roles` says who has the button: a `player` or an `onlooker` of a running game, everybody in a `lobby` or
    where no game is (`empty`), and after the end everybody (`over`) or those who have played (`seated`).
    `where` is `chat` if the button needs a chat around the board, and `line` if more must be typed. Buttons
    with `atTimes` are shown while the state of the table offers them, and those `byAdmin` always to the admin
    of the channel.
    """
    return [_button(one, phrases) for one in COMMANDS if one.typed and one.page != "own"]


def _button(row: CommandRow, phrases: Phrases) -> dict[str, object]:
    place = row.page if isinstance(row.page, MenuPlace) else _by_default(row)
    about = phrases.say(f"slash-{row.word}-about")
    label = phrases.say_or(f"ui-menu-{row.word}", about)
    button: dict[str, object] = {"word": row.word, "label": label, "group": place.group}
    button |= {"roles": [*_roles(row, place.roles)]} | ({"where": place.where} if place.where else {})
    if row.page_at_times:
        button |= {"atTimes": True, "byAdmin": row.who in ("host", "admin")}
    return button


def _roles(row: CommandRow, roles: tuple[MenuRole, ...]) -> Iterator[str]:
    """The roles; after the end, a player's command is for those who have played."""
    for role in roles:
        yield "seated" if role == "over" and row.who == "player" else role


def _by_default(row: CommandRow) -> MenuPlace:
    """For all who may use it, in the group of its section."""
    roles: tuple[MenuRole, ...] = EVERYWHERE if row.who == "anyone" else ("player",)
    return MenuPlace(_group(row.section), roles, "chat" if row.section in ("chats", "person") else "")


def _group(section: Section) -> MenuGroup:
    match section:
        case "table":
            return "game"
        case "chats":
            return "channel"
        case "person":
            return "me"
        case "turn" | "look":
            return "main"
