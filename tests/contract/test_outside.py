"""What is told outside of the chat of a game: a web address, and the other platform of a person."""

import json
import re

import pytest

from bot.model.identity import NOTIFY_ON, Chat
from tests.contract.table import Table, TablePlayer
from tests.contract.tables import TelegramTable
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import Participant
from tests.webhook_receiver import URL, WebhookReceiver

pytestmark = pytest.mark.usefixtures("webhook")


# ---- a web address


async def test_the_turns_of_a_chat_are_told_to_its_web_address(
    table: Table, webhook: WebhookReceiver
) -> None:
    olga = await table.admin()
    await olga.types(f"/webhook {URL}")
    await olga.until_seen("I will send each turn of this chat’s game, and its end, to hook.example.org")
    first, second = await table.in_play("Anna", "Boris")
    await first.types("/webhook off")
    await first.until_seen("Only an admin of this chat can do that.")
    await first.draws()
    await until(lambda: told_of(webhook, second), f"{webhook.got} does not end with {second.name}")
    assert [one["event"] for one in webhook.got[:2]] == ["test", "turn"]
    assert told_of(webhook, first), "and before that of the other player"
    assert {one["platform"] for one in webhook.got} == {olga.person.platform}
    told = json.dumps(webhook.got)
    for secret in (str(first.person), "hand", "seed"):
        assert secret not in told
    for post in await table.posts():
        assert "s3cret" not in post
    await olga.types("/webhook off")
    await olga.until_seen("no longer sent")
    count = len(webhook.got)
    await second.draws()
    await table.scenario.settle()
    assert len(webhook.got) == count


def told_of(there: WebhookReceiver, player: TablePlayer) -> bool:
    """Whether the address was told that it is the turn of this player alone."""
    return any(one.get("next") == [player.name] for one in there.got)


# ---- the other platform of a person


def other_platform(table: Table) -> MemoryPlatform:
    """Another platform that the same bot serves."""
    other = MemoryPlatform("discord" if isinstance(table, TelegramTable) else "telegram")
    table.scenario.host.add_platform(other)
    return other


async def linked(table: Table, player: TablePlayer, other: MemoryPlatform) -> Participant:
    """An account on the other platform that is linked to a player."""
    away = await table.scenario.add_player(f"{player.name}2", other.name)
    await player.types("/link")
    await player.until_seen("Keep this code secret")
    told = next(one for one in await player.sees() if "Keep this code secret" in one)
    (code,) = re.findall(r"/link (\S+)", told)
    group = Chat(other.name, "group")
    await away.says(f"/link {code}", group)
    await away.presses("Yes, that is me", group)
    return away


def turns_told(other: MemoryPlatform, away: Participant) -> int:
    """How often an account was told of a turn, with a notification."""
    dms = other.dms.get(away.person, ())
    return sum("It’s your turn" in plain(one.text) and away.person in one.mentioned for one in dms)


async def test_a_turn_is_told_on_the_other_platform_and_not_here(table: Table) -> None:
    other, (player,) = other_platform(table), await table.come("Anna")
    away = await linked(table, player, other)
    await player.types(f"/settings notify {other.name}")
    await player.until_seen("Notifications of your turns come")
    players = await table.in_play("Anna", "Boris")
    anna, boris = sorted(players, key=lambda one: one.name)
    if players[0] is anna:
        await anna.draws()
    await table.scenario.settle()
    here, there = await anna.notifications(), turns_told(other, away)
    await boris.draws()
    await until(lambda: turns_told(other, away) > there, "nothing is told on the other platform")
    await table.scenario.settle()
    assert turns_told(other, away) == there + 1
    assert await anna.notifications() == here


async def test_a_turn_elsewhere_is_told_here_if_private_messages_come(table: Table) -> None:
    other, (anna,) = other_platform(table), await table.come("Anna")
    await anna.types("/plan")
    away, group = await linked(table, anna, other), Chat(other.name, "group")
    here = anna.person.platform
    answer = await away.says(f"/settings notify {here}", group)
    if here not in NOTIFY_ON:
        assert answer.startswith("There is no setting"), "the page has no private messages"
        return
    boris = await table.scenario.add_player("Boris2", other.name)
    await away.says("/new europe", group)
    await boris.says("/join", group)
    await away.says("/start", group)
    await table.scenario.settle()
    before = await anna.notifications()
    other.notified.clear()
    for one in (away, boris):
        await one.says("/keep all", group)
    await table.scenario.settle()
    match = await table.scenario.match(group)
    if match.waiting_for[0] != match.roster.seat_of(str(away.person)):
        for _ in range(2):
            await boris.says("/draw deck", group)
    await anna.until_seen("It’s your turn")
    await table.scenario.settle()
    assert await anna.notifications() == before + 1
    assert (group, away.person) not in other.notified
