"""How messages look on Discord, and what its commands are called in every language."""

import re
from typing import Any

import discord
import pytest

from bot.model.message import Button, Document, Menu, Message, Pick, Picture, Style
from bot.platforms.discord.buttons import ChoiceList, PickForm, PickList, PressButton
from bot.platforms.discord.client import RIGHTS, Commands, StationClient, invitation_of
from bot.platforms.discord.layout import laid_out, pressed, spoken
from bot.platforms.discord.translating import FluentTranslator


def rows(message: Message, post: str = "") -> list[list[dict[str, Any]]]:
    """What can be pressed, as Discord is told of it."""
    view = pressed(message, post)
    return [row["components"] for row in view.to_components()] if view else []


def choices(count: int) -> tuple[Button, ...]:
    return tuple(Button(f"Route {number:02}", f"k3f9.7.ways claim r{number}") for number in range(count))


# ---- text and pictures


async def test_a_short_text_is_said_as_it_is() -> None:
    sheet = laid_out(Message("**Your turn.**"))
    assert (sheet.content, sheet.embeds, sheet.files, sheet.view) == ("**Your turn.**", [], [], None)


async def test_a_long_text_stands_in_a_frame_and_a_longer_one_is_a_file_too() -> None:
    sheet = laid_out(Message("x" * 3000))
    assert sheet.content is None
    assert sheet.embeds[0].description == "x" * 3000
    sheet = laid_out(Message("\n".join(f"This is line {number}." for number in range(1000))))
    described = sheet.embeds[0].description or ""
    assert 4000 < len(described) <= 4096
    assert described.endswith("This is line 999.")
    assert [file.filename for file in sheet.files] == ["message.txt"]


async def test_each_picture_has_its_full_width_and_its_words() -> None:
    pictures = tuple(Picture(name, "w" * 2000, b"PNG") for name in ("hand.png", "tickets.png"))
    sheet = laid_out(Message("Yours", pictures, documents=(Document("game.json", "{}"),)))
    assert [embed.image.url for embed in sheet.embeds] == [
        "attachment://hand.png",
        "attachment://tickets.png",
    ]
    assert [file.filename for file in sheet.files] == ["hand.png", "tickets.png", "game.json"]
    assert len(sheet.files[0].description or "") == 1024


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Create one with /new.", "Create one with /game new."),
        ("/start begins", "/game start begins"),
        ("/variant, /bonus", "/game options variant, /game options bonus"),
        ("/share, /unfollow", "/game share, /game unfollow"),
        ("elsewhere /follow code", "elsewhere /follow code"),
        ("/text open", "/board open"),
        ("/game new, /newer, a/new", "/game new, /newer, a/new"),
        ("**bold** a_b ~c~ |d|", r"**bold** a\_b \~c\~ \|d\|"),
    ],
)
def test_a_text_is_written_in_the_words_and_the_markup_of_discord(text: str, said: str) -> None:
    assert spoken(text) == said


# ---- what can be pressed


async def test_a_button_carries_its_press_and_a_post_adds_its_mark() -> None:
    button = Button("Draw", "k3f9.0.draw", Style.MAIN)
    assert rows(Message("", buttons=((button,),)))[0][0]["custom_id"] == "k3f9.0.draw"
    assert rows(Message("", buttons=((button,),)), "k3f9-7")[0][0]["custom_id"] == "k3f9.0.draw@k3f9-7"


async def test_a_short_list_is_a_row_of_buttons_and_a_longer_one_a_list() -> None:
    (few,) = rows(Message("", menus=(Menu("Which?", choices(5)),)))
    assert [part["type"] for part in few] == [2] * 5
    ((many,),) = rows(Message("", menus=(Menu("Which?", choices(6)),)))
    assert (many["type"], len(many["options"]), many["placeholder"]) == (3, 6, "Which?")


async def test_a_list_that_stays_is_a_list_however_short() -> None:
    every = choices(2)
    ((part,),) = rows(Message("", menus=(Menu("Which?", every, every[1].code, stays=True),)))
    assert [row["default"] for row in part["options"]] == [False, True]


async def test_a_hundred_places_are_four_lists_with_the_way_back_below() -> None:
    back = Button("Back", "k3f9.0.hand")
    message = Message("", buttons=((back,),), menus=(Menu("Which?", choices(100)),))
    found = rows(message)
    assert [len(row[0].get("options", ())) for row in found] == [25, 25, 25, 25, 0]
    assert found[0][0]["placeholder"] == "Route 00 … Route 24"
    assert len({row[0]["custom_id"] for row in found}) == 5


async def test_tickets_are_picked_in_a_form_or_from_a_list_within_the_limits() -> None:
    pick = Pick(
        "Choose", "Keep 2 of these 3:", ((3, "Ⅲ"), (17, "ⅩⅦ"), (9, "Ⅸ")), 2, 3, "k.5.mark", "k.5.keep", "Keep"
    )
    (form,), (listed,) = rows(Message("", pick=pick))
    assert (form["custom_id"], form["style"]) == ("k.5.keep", 1)
    assert (listed["custom_id"], listed["min_values"], listed["max_values"]) == ("pick:k.5.mark", 2, 3)


async def test_a_question_too_long_for_a_part_of_a_form_is_asked_in_whole_below_it() -> None:
    question = "Keep up to 1 of these 2, or none. The next ones follow:"
    pick = Pick("Choose", question, ((3, "Ⅲ"), (17, "ⅩⅦ")), 0, 1, "k.5.mark", "k.5.keep", "Keep")
    (part,) = PickForm(pick).to_dict()["components"]
    assert (part["label"], part["description"]) == ("Choose", question)


async def test_what_is_too_long_for_a_button_or_a_list_is_cut() -> None:
    long = Button("L" * 300, "k3f9.0.hand")
    ((button,),) = rows(Message("", buttons=((long,),)))
    ((part,),) = rows(Message("", menus=(Menu("T" * 300, (long,), stays=True),)))
    assert (len(button["label"]), len(part["placeholder"]), len(part["options"][0]["label"])) == (
        80,
        150,
        100,
    )


# ---- commands


async def payloads() -> list[dict[str, Any]]:
    """All commands as Discord is told of them."""
    client = StationClient(None, None)  # type: ignore[arg-type]
    tree: Commands = client._commands
    await tree.set_translator(FluentTranslator())
    assert tree.translator is not None
    return [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]


def within(parts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The commands, then the parts of each: names differ within a list."""
    lists = [parts]
    for part in parts:
        lists += within(part.get("options", [])) if part.get("options") else []
    return lists


async def test_every_command_and_every_part_is_called_something_in_russian() -> None:
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


async def test_the_commands_of_admins_ask_for_a_right_and_no_command_is_for_other_places() -> None:
    told = {row["name"]: row for row in await payloads()}
    rights = int(told["gameadmin"]["default_member_permissions"])
    assert discord.Permissions(rights) == discord.Permissions(manage_channels=True)
    assert told["gameadmin"]["contexts"] == [0]
    assert all(row["contexts"] == [0, 1] for name, row in told.items() if name != "gameadmin")
    assert all(row["integration_types"] == [0] for row in told.values())
    assert set(told) >= {"draw", "claim", "ticket", "station", "hand", "board", "tickets", "scores", "log"}
    assert set(told) >= {"games", "rules", "help", "settings", "game", "gameadmin"}


async def test_the_bot_asks_for_no_privileged_intent_and_for_few_rights() -> None:
    client = StationClient(None, None)  # type: ignore[arg-type]
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert client.allowed_mentions.to_dict() == {"parse": []}
    link = invitation_of(client)
    assert "scope=bot+applications.commands" in link
    assert link.endswith(f"permissions={RIGHTS.value}")
    assert not RIGHTS.administrator


@pytest.mark.parametrize(
    "id", ["k3f9.0.draw", "k3f9.7.mark@k3f9-12", "list-0", "list-3@k3f9-12", "pick:k3f9.5.mark"]
)
def test_whatever_is_pressed_is_understood_in_one_way(id: str) -> None:
    kinds = PressButton, ChoiceList, PickList
    assert len([kind for kind in kinds if kind.__discord_ui_compiled_template__.fullmatch(id)]) == 1
