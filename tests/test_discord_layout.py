"""The layout of messages on Discord, and the names of commands in every language."""

import re
from collections.abc import Collection
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.discord.buttons import calls_in, pick_form
from bot.discord.client import PERMISSIONS, DiscordClient, invitation_of
from bot.discord.commands import FluentTranslator
from bot.discord.layout import formatted, laid_out
from bot.model.call import Call
from bot.model.identity import Chat
from bot.model.message import Button, Menu, Message, Pick, Picture
from bot.model.port import Watcher
from bot.text.i18n import person


def rows(message: Message, post: str = "") -> list[list[dict[str, Any]]]:
    """The buttons and lists of a message, as Discord receives them."""
    return [part["components"] for part in parts(message, post) if part["type"] == 1]


def parts(message: Message, post: str = "") -> list[dict[str, Any]]:
    """What the container of a message has, as Discord receives it."""
    (container,) = laid_out(message, post).view.to_components()
    return container["components"]


def choices(count: int) -> tuple[Button, ...]:
    return tuple(Button(f"Route {number:02}", f"k3f9.7.ways claim r{number}") for number in range(count))


# ---- text and pictures


async def test_a_message_is_a_container_in_the_colour_of_a_player() -> None:
    layout = laid_out(Message("**Your turn.**", color="blue"))
    (container,) = layout.view.to_components()
    assert container["accent_color"] == 0x1340B4
    assert container["components"] == [{"type": 10, "content": "**Your turn.**"}]
    assert layout.text == "**Your turn.**"


async def test_too_long_a_text_is_also_a_file() -> None:
    fitting = laid_out(Message("x" * 4000))
    assert (fitting.text, fitting.files) == ("x" * 4000, [])
    longer = Message("\n".join(f"This is line {number}." for number in range(1000)))
    layout = laid_out(longer)
    assert 3900 < len(layout.text) <= 4000
    assert layout.text.endswith("This is line 999.")
    assert [file.filename for file in layout.files] == ["message.txt"]
    assert parts(longer)[-1]["file"]["url"] == "attachment://message.txt"


async def test_each_picture_has_the_full_width_and_alt_text() -> None:
    pictures = tuple(Picture(name, "w" * 2000, b"PNG") for name in ("hand.png", "tickets.png"))
    message = Message("Yours", pictures, documents=(("game.json", "{}"),))
    galleries = [part["items"] for part in parts(message) if part["type"] == 12]
    assert [[item["media"]["url"] for item in items] for items in galleries] == [
        ["attachment://hand.png"],
        ["attachment://tickets.png"],
    ]
    assert len(galleries[0][0]["description"]) == 1024
    files = laid_out(message).files
    assert [file.filename for file in files] == ["hand.png", "tickets.png", "game.json"]
    assert len(files[0].description or "") == 1024


async def test_an_edit_that_keeps_pictures_uploads_none() -> None:
    message = Message("Yours", (Picture("hand.png", "Cards"),), keeps_pictures=True)
    assert laid_out(message).files == []
    assert parts(message)[-1]["items"][0]["media"]["url"] == "attachment://hand.png"


async def test_a_message_with_more_parts_than_discord_takes_says_so() -> None:
    menus = tuple(Menu(f"Setting {number}", choices(6), stays=True) for number in range(30))
    for count in 19, 20:
        message = Message("Settings", menus=menus[:count])
        assert laid_out(message).view.total_children_count <= 40
        last = parts(message)[-1]
        assert last["type"] == 1 if count == 19 else last["content"].startswith("There are more buttons")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Create one with /new.", "Create one with /game new."),
        ("/start begins", "/game start begins"),
        ("/variant, /bonus", "/game options variant, /game options bonus"),
        ("/share, /unfollow", "/do share, /do unfollow"),
        ("elsewhere /follow code", "elsewhere /follow code"),
        ("/text open", "/board open"),
        ("/game new, /newer, a/new", "/game new, /newer, a/new"),
        ("**bold** a_b ~c~ |d|", r"**bold** a\_b \~c\~ \|d\|"),
    ],
)
def test_text_has_discords_command_names_and_markup(text: str, said: str) -> None:
    assert formatted(text) == said


@pytest.mark.parametrize(
    ("text", "locale", "said"),
    [
        ("Create one with /new.", "en-GB", "Create one with </game new:7>."),
        ("/variant, /hand", "fr", "</game options:7> variant, </hand:8>"),
        ("More: /seal", "en", "More: /do seal"),
        ("More: /seal", "ru", "More: /команда seal"),
        ("elsewhere /follow code", "en", "elsewhere /follow code"),
        ("Create one with /new.", "ru", "Create one with /игра новая."),
        ("Change it: /settings timezone UTC+3", "ru", "Change it: /настройки пояс:UTC+3"),
        ("Again: /settings hints on.", "ru", "Again: /настройки подсказки:on."),
        ("Change it: /settings timezone UTC+3", "en", "Change it: /settings timezone UTC+3"),
        ("Create one with </game new:7>.", "en", "Create one with </game new:7>."),
        (f"{person('/hand')} draws.", "en", "\u2068/\u2060hand\u2069 draws."),
    ],
)
def test_commands_are_clickable_where_clients_take_clicks(text: str, locale: str, said: str) -> None:
    assert formatted(text, locale, {"game": 7, "hand": 8}) == said


# ---- buttons and lists


async def test_button_carries_its_callback_data_and_a_post_adds_its_key() -> None:
    button = Button("Draw", "k3f9.0.draw", "main")
    assert rows(Message("", buttons=((button,),)))[0][0]["custom_id"] == "k3f9.0.draw"
    assert rows(Message("", buttons=((button,),)), "k3f9-7")[0][0]["custom_id"] == "k3f9.0.draw@k3f9-7"


async def test_short_menu_is_a_row_of_buttons_and_a_long_one_a_list() -> None:
    (few,) = rows(Message("", menus=(Menu("Which?", choices(5)),)))
    assert [part["type"] for part in few] == [2] * 5
    ((many,),) = rows(Message("", menus=(Menu("Which?", choices(6)),)))
    assert (many["type"], len(many["options"]), many["placeholder"]) == (3, 6, "Which?")


async def test_menu_that_stays_is_always_a_list() -> None:
    every = choices(2)
    ((part,),) = rows(Message("", menus=(Menu("Which?", every, every[1].code, stays=True),)))
    assert [row["default"] for row in part["options"]] == [False, True]


async def test_what_a_list_is_too_short_for_is_found_by_name() -> None:
    find = Button("Find by name", "k3f9.7.claim")
    about = tuple(replace(one, about="2 green") for one in choices(26))
    (listed,), (button,) = rows(Message("", menus=(Menu("Which?", about, find=find),)))
    assert [row["description"] for row in listed["options"]] == ["2 green"] * 25
    assert (button["label"], button["custom_id"]) == ("Find by name", "find:k3f9.7.claim")
    assert len(rows(Message("", menus=(Menu("Which?", about[:25], find=find),)))) == 1


async def test_hundred_choices_are_four_lists() -> None:
    back = Button("Back", "k3f9.0.hand")
    message = Message("", buttons=((back,),), menus=(Menu("Which?", choices(100)),))
    found = rows(message)
    assert [len(row[0].get("options", ())) for row in found] == [25, 25, 25, 25, 0]
    assert found[0][0]["placeholder"] == "Route 00 … Route 24"
    assert len({row[0]["custom_id"] for row in found}) == 5


async def test_tickets_are_picked_in_a_form_or_a_list() -> None:
    pick = Pick(
        "Choose", "Keep 2 of these 3:", ((3, "Ⅲ"), (17, "ⅩⅦ"), (9, "Ⅸ")), 2, 3, "k.5.mark", "k.5.keep", "Keep"
    )
    (form,), (listed,) = rows(Message("", pick=pick))
    assert (form["custom_id"], form["style"]) == ("k.5.keep", 1)
    assert (listed["custom_id"], listed["min_values"], listed["max_values"]) == ("pick:k.5.mark", 2, 3)


async def test_long_question_of_a_form_is_its_description() -> None:
    question = "Keep at most 1 of these 2. More tickets follow:"
    pick = Pick("Choose", question, ((3, "Ⅲ"), (17, "ⅩⅦ")), 0, 1, "k.5.mark", "k.5.keep", "Keep")
    (part,) = pick_form(pick).to_dict()["components"]
    assert (part["label"], part["description"]) == ("Choose", question)


async def test_long_labels_are_truncated() -> None:
    long = Button("L" * 300, "k3f9.0.hand")
    ((button,),) = rows(Message("", buttons=((long,),)))
    ((part,),) = rows(Message("", menus=(Menu("T" * 300, (long,), stays=True),)))
    assert (len(button["label"]), len(part["placeholder"]), len(part["options"][0]["label"])) == (
        80,
        150,
        100,
    )


# ---- commands


def a_client(watcher: Watcher | None = None) -> DiscordClient:
    """A client that is not connected."""
    return DiscordClient(None, None, watcher or Watcher())  # type: ignore[arg-type]


async def payloads() -> list[dict[str, Any]]:
    """All commands as Discord receives them."""
    client = a_client()
    tree = client.commands
    await tree.set_translator(FluentTranslator())
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]


def within(parts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The commands, then the arguments of each: names differ within a list."""
    lists = [parts]
    for part in parts:
        lists += within(part.get("options", [])) if part.get("options") else []
    return lists


async def test_every_command_and_argument_has_a_russian_name() -> None:
    for siblings in within(await payloads()):
        for part in siblings:
            assert re.fullmatch(r"[-_\w]{1,32}", part["name_localizations"]["ru"]), part["name"]
            assert part["name_localizations"]["ru"].islower()
            assert 1 <= len(part["description_localizations"]["ru"]) <= 100, part["name"]
            assert 1 <= len(part["description"]) <= 100
            for choice in part.get("choices", []):
                assert 1 <= len(choice["name"]) <= 100
        names = [part["name_localizations"]["ru"] for part in siblings]
        assert len(set(names)) == len(names)


async def test_commands_ask_for_their_contexts_and_permissions() -> None:
    told = {row["name"]: row for row in await payloads()}
    rights = int(told["gameadmin"]["default_member_permissions"])
    assert discord.Permissions(rights) == discord.Permissions(manage_channels=True)
    assert told["gameadmin"]["contexts"] == [0]
    assert all(row["contexts"] == [0, 1] for name, row in told.items() if name != "gameadmin")
    assert all(row["integration_types"] == [0] for row in told.values())
    assert set(told) >= {"draw", "claim", "ticket", "station", "hand", "board", "rules", "help", "game", "do"}
    assert len(told) <= 20, "more than people can look through"


async def test_bot_asks_for_no_privileged_intent_and_few_permissions() -> None:
    client = a_client()
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}
    link = invitation_of(client)
    assert "scope=bot+applications.commands" in link
    assert link.endswith(f"permissions={PERMISSIONS.value}")
    assert not PERMISSIONS.administrator


async def test_channels_are_retried_when_a_server_adds_the_bot() -> None:
    retried: list[Collection[Chat]] = []
    lost: list[Collection[Chat]] = []
    client = a_client(Watcher(retried.append, lost.append))
    client.handlers = AsyncMock()
    channel, thread = SimpleNamespace(id=7), SimpleNamespace(id=8)
    guild: Any = SimpleNamespace(channels=[channel], threads=[thread])
    await client.on_guild_join(guild)
    assert retried == [[Chat("discord", "7"), Chat("discord", "8")]]
    assert lost == []


@pytest.mark.parametrize(
    ("id", "values", "codes", "public"),
    [
        ("k3f9.0.draw", [], ["k3f9.0.draw"], False),
        ("k3f9.7.mark@k3f9-12", [], ["k3f9.7.mark"], True),
        ("list-0", ["k3f9.0.map"], ["k3f9.0.map"], False),
        ("list-3@k3f9-12", ["k3f9.0.map"], ["k3f9.0.map"], True),
        ("pick:k3f9.5.mark", ["12", "7"], ["k3f9.5.mark 7,12"], False),
        ("pick:k3f9.5.mark", [], ["k3f9.5.mark none"], False),
        ("other-program", [], [], False),
        ("list-", ["k3f9.0.map"], [], False),
        ("k3f9.0.draw@", [], [], False),
    ],
)
def test_the_id_of_what_is_clicked_says_what_it_does(
    id: str, values: list[str], codes: list[str], public: bool
) -> None:
    click: Any = SimpleNamespace(data={"custom_id": id, "values": values})
    calls, is_public = calls_in(click)
    assert ([*calls], is_public) == ([Call.pressed(code) for code in codes], public)
