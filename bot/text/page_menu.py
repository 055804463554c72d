"""The menu of the page: the commands of the table that have no place of their own on it."""

from collections.abc import Iterator

from bot.model.command_spec import CommandSpec, MenuGroup, MenuPlace, MenuRole, Section, Trait
from bot.model.commands import COMMANDS, EVERYWHERE, Command
from bot.text.i18n import Phrases


def page_menu(phrases: Phrases) -> list[dict[str, object]]:
    """The buttons in the order of the table. Each has `word`, `label`, `group` and `roles`, some `where`.

    `roles` says who has the button: a `player` or an `onlooker` of a running game, everybody in a `lobby` or
    where no game is (`empty`), and after the end everybody (`over`) or those who have played (`seated`).
    `where` is `chat` if the button needs a chat around the board, and `line` if more must be typed. Buttons
    with `atTimes` are shown while the state of the table offers them, and those `byAdmin` always to the admin
    of the channel.
    """
    return [_button(spec, phrases) for spec in COMMANDS if _is_in_menu(spec)]


def _is_in_menu(spec: CommandSpec[Command]) -> bool:
    return spec.has(Trait.TYPED) and not spec.has(Trait.OWN_PLACE)


def _button(spec: CommandSpec[Command], phrases: Phrases) -> dict[str, object]:
    group, roles, where = spec.on_page or _by_default(spec)
    about = phrases.say(f"slash-{spec.word}-about")
    label = phrases.say_or(f"ui-menu-{spec.word}", about)
    button: dict[str, object] = {"word": spec.word, "label": label, "group": group}
    button |= {"roles": [*_roles(spec, roles)]} | ({"where": where} if where else {})
    if spec.has(Trait.AT_TIMES):
        button |= {"atTimes": True, "byAdmin": spec.who in ("host", "admin")}
    return button


def _roles(spec: CommandSpec[Command], roles: tuple[MenuRole, ...]) -> Iterator[str]:
    """The roles; after the end, a player's command is for those who have played."""
    for role in roles:
        yield "seated" if role == "over" and spec.who == "player" else role


def _by_default(spec: CommandSpec[Command]) -> MenuPlace:
    """For all who may use it, in the group of its section."""
    roles: tuple[MenuRole, ...] = EVERYWHERE if spec.who == "anyone" else ("player",)
    return _group(spec.section), roles, "chat" if spec.section in ("chats", "person") else ""


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
