"""Every post of a turn shows the whole board, a close-up of what is new, or both, as its chat has chosen."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.message import PictureSource
from bot.model.permissions import MissingPermissions
from bot.model.settings import ChatSettings
from engine.actions import Action, ClaimRoute, DrawDeck, KeepTickets
from engine.chance import Chance
from engine.events import RouteClaimed
from engine.options import options
from engine.view import View
from tests.chat_tables import ChatTable, chat_table
from tests.contract.tables import WORLDS
from tests.discord_bot import DiscordBot
from tests.fakes.wire.server import of_kind
from tests.scenario import MEMORY_CHAT, Scenario
from tests.telegram_bot import TelegramBot

BOARD, NEAR = "Ticket to Ride: Europe, Classic, turn", "A close-up of the board."


async def pictures(table: ChatTable) -> list[str]:
    """How the alt texts of the newest post's pictures begin; on Telegram, what its caption belongs to."""
    match table.scenario:
        case DiscordBot() as bot:
            alts = [one.description for one in bot.last.attachments]
        case TelegramBot() as bot:
            alts = ["photo"] * bool(bot.last.media)
        case scenario if table.chat.platform == "local":
            (*_, post) = await scenario.store.page.posts(table.chat)
            alts = [one["alt"] for one in json.loads(post.data)["pictures"]]
        case scenario:
            alts = [one.alt for one in scenario.platform.posts[-1].pictures]
    return [next((start for start in (BOARD, NEAR, "photo") if alt.startswith(start)), alt) for alt in alts]


def draws(view: View, _: Chance) -> Action:
    return KeepTickets(view.offer) if view.offer else DrawDeck()


def claims(view: View, chance: Chance) -> Action:
    if view.offer:
        return KeepTickets(view.offer)
    routes = [route.id for route in view.table.board.routes if not route.tunnel]
    payable = [one for one in options(view) if isinstance(one, ClaimRoute) and one.route in routes]
    return payable[0] if payable else draws(view, chance)


async def plays(table: ChatTable, choose: Callable[[View, Chance], Action], turns: int) -> None:
    """Let that many further turns end."""
    now = (await table.steps())[-1].after
    until = turns + (now.table.turn if now.table else 0)
    await table.play(choose, lambda steps: bool((t := steps[-1].after.table) and t.turn >= until))


async def claimed(table: ChatTable) -> None:
    """Let people play until one of them has just claimed a route."""
    before = len(await table.steps())
    await table.play(
        claims, lambda steps: any(isinstance(step.event, RouteClaimed) for step in steps[before:])
    )


@pytest.mark.parametrize("world", WORLDS)
async def test_each_post_of_a_turn_has_what_its_chat_has_chosen(world: str, tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"], world) as table:
        await table.start("europe", computers=0)
        await plays(table, draws, 1)
        shows_alt = not isinstance(table.scenario, TelegramBot)
        whole, near = (BOARD, NEAR) if shows_alt else ("photo", "photo")
        assert await pictures(table) == [whole]
        await claimed(table)
        assert await pictures(table) == [whole]
        (host, *_) = table.people
        assert await table.say(host, "/options pictures both") == (
            "Posts in this chat show the whole board, and a close-up of what was built."
        )
        await claimed(table)
        assert await pictures(table) == ([whole, near] if shows_alt else [whole])
        await table.say(host, "/options pictures closeup")
        await claimed(table)
        assert await pictures(table) == [near]
        await plays(table, draws, 1)
        assert await pictures(table) == [whole], "nothing was built"


async def test_only_a_host_or_an_admin_chooses_what_posts_show(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris")
    refusal = "Only the host of the game or an admin here can do that."
    assert await anna.says("/options pictures map") == (
        "Posts cannot show “map”. Choose from: board, closeup, both."
    )
    assert await boris.says("/options pictures both") == refusal
    assert await boris.says("/options language ru pictures both") == refusal
    assert await scenario.store.chats.settings(MEMORY_CHAT) == ChatSettings()
    scenario.platform.admins.add(boris.person)
    assert (await boris.says("/options language ru pictures both")).splitlines() == [
        "Теперь в этом чате я говорю по-русски.",
        "Posts in this chat show the whole board, and a close-up of what was built.",
    ]
    assert (await scenario.store.chats.settings(MEMORY_CHAT)).pictures == "both"


async def test_all_that_was_built_since_the_post_before_is_new(tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"]) as table:
        await table.start("europe", computers=0)
        await plays(table, draws, 1)
        told = (await table.steps())[-1].after.seq
        table.scenario.platform.faults.missing = MissingPermissions(speech=("permission-send",))
        people = list(table.people)
        built = await claims_of_both(table, people)
        await table.scenario.clock.move_on(timedelta(hours=2))
        table.scenario.platform.faults.missing = MissingPermissions()
        await table.scenario.clock.move_on(timedelta(hours=2))
        await table.settle()
        (picture,) = table.scenario.platform.posts[-1].pictures
        last = next(one for one in picture.alt.split(". ") if one.startswith("Last built: "))
        assert last.count("; ") == len(built) - 1 > 0
        assert picture.source is not None
        assert (picture.source.since, picture.source.kind) == (told, "board")
        old = table.scenario.host.dispatcher.archive
        assert await old.png(picture.source) == picture.png
        only_last = PictureSource("board", picture.source.game, picture.source.seq)
        assert await old.png(only_last) != picture.png


async def claims_of_both(table: ChatTable, people: Sequence[Person]) -> list[str]:
    """Let people act, without waiting for posts, until two routes are claimed. Returns the routes."""
    settle, table.settle = table.settle, _nothing
    try:
        start = len(await table.steps())
        await table.play(claims, lambda steps: len(routes(steps[start:])) >= len(people))
        return routes((await table.steps())[start:])
    finally:
        table.settle = settle


def routes(steps: Sequence[object]) -> list[str]:
    events = (getattr(step, "event", None) for step in steps)
    return [event.route for event in events if isinstance(event, RouteClaimed)]


async def _nothing() -> None:
    return None


async def test_discord_refers_to_a_picture_instead_of_repeating_it(tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"], "discord") as table:
        bot = table.scenario
        assert isinstance(bot, DiscordBot)
        await table.start("europe", computers=0)
        await plays(table, draws, 1)
        shown, host = bot.last, next(iter(table.people))
        assert len(shown.attachments) == 1
        code = (await table.say(host, "/share")).split("/follow ")[1].split()[0]
        annex = await bot.fake_guild.opens("annex")
        there = Chat("discord", str(annex.id))
        await bot.host.dispatcher.answer(Asker(host, there), Call.typed(f"/follow {code}"))
        await bot.settle()
        assert "shows the game in another chat too" in bot.last.text
        assert bot.last.attachments == []
        sent = [
            body for body in of_kind(bot.fake_guild.server, "create_message") if "message_reference" in body
        ]
        assert [int(body["message_reference"]["message_id"]) for body in sent] == [shown.id]
        assert len(annex.messages[-1].attachments) == 1, "there it is new"
        await plays(table, draws, 1)
        assert len(bot.last.attachments) == 1, "the row and the strip have changed"


async def test_a_closeup_is_below_the_board_also_where_discord_allows_no_embeds(tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"], "discord") as table:
        bot = table.scenario
        assert isinstance(bot, DiscordBot)
        await table.start("europe", computers=0)
        await table.say(next(iter(table.people)), "/options pictures both")
        await bot.fake_guild.denies("embed_links")
        await claimed(table)
        galleries = [part["items"] for part in bot.last.parts if part["type"] == 12]
        assert [[item["media"]["url"] for item in items] for items in galleries] == [
            ["attachment://board.png"],
            ["attachment://closeup.png"],
        ]
        assert [one.filename for one in bot.last.attachments] == ["board.png", "closeup.png"]
