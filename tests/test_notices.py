"""Who hears of what, as a table: by what people have chosen, and by what their platforms can do."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.model.identity import PINGS, Chat, Person
from bot.model.message import Mention, Topic
from bot.model.port import Limits
from bot.outbox.notices import NEXT_GAME, REPLAY, Notice, Renewal, notices, reminders
from bot.outbox.recipients import Audience, Recipient
from bot.outbox.sections import split_into_posts
from tests.memory_platform import LIMITS
from tests.scenario import MEMORY_CHAT, Participant, Scenario

ANNEX = Chat("hall", "annex")
DM = Chat("hall", "dm-boris")


async def last_section(scenario: Scenario) -> tuple[Step, ...]:
    steps = await scenario.host.repository.steps((await scenario.match()).id, 0)
    return split_into_posts(steps)[-1]


async def after_a_turn(scenario: Scenario) -> tuple[tuple[Step, ...], Participant, Participant]:
    """The section in which the first player's turn ends; that player, and the next one."""
    first, second = await scenario.in_play("Anna", "Boris")
    await first.draws()
    return await last_section(scenario), first, second


def told(
    section: Sequence[Step], to: Chat | Person, *people: Recipient, **known: Any
) -> dict[str, tuple[Notice, ...]]:
    """The notices for one recipient, by topic and part."""
    now: Match = known.pop("now", section[-1].after)
    at = known.pop("at", section[-1].at)
    limits: Limits = known.pop("limits", LIMITS)
    audience = Audience(now, at, {one.person: one for one in people}, limits=limits, **known)
    found: dict[str, tuple[Notice, ...]] = {}
    for notice in notices(section, to, audience):
        name = notice.part or str(notice.key.topic)
        found[name] = *found.get(name, ()), notice
    return found


def called(found: dict[str, tuple[Notice, ...]], name: str) -> list[str]:
    """Whom a notice notifies."""
    return [mention.person.id for notice in found.get(name, ()) for mention in notice.mentions]


TURNS = [
    # what the next player has chosen and can get          the chat, and the panel, notify them
    ({"ping": "channel"}, True, False),
    ({"ping": "dm"}, False, True),
    ({"ping": "both"}, True, True),
    ({"ping": "none"}, False, False),
    ({"ping": "dm", "takes_dms": False}, True, True),
    ({"ping": "none", "takes_dms": False}, False, False),
    ({"ping": "channel", "chat": None}, False, True),
    ({"ping": "none", "chat": None}, False, False),
    ({"ping": "channel", "chat": ANNEX}, False, False),
    ({"ping": "channel", "digest": True}, False, False),
    ({"ping": "both", "digest": True}, False, False),
    ({"ping": "channel", "digest": True, "takes_dms": False}, True, False),
    ({"ping": "channel", "own_chat": DM, "chat": DM}, False, True),
    ({"ping": "channel", "own_chat": DM, "chat": MEMORY_CHAT}, True, False),
]


@pytest.mark.parametrize(("chosen", "in_chat", "in_private"), TURNS, ids=[str(row[0]) for row in TURNS])
async def test_a_turn_notifies_its_player_where_they_want_it(
    scenario: Scenario, chosen: dict[str, Any], *, in_chat: bool, in_private: bool
) -> None:
    section, _, next_one = await after_a_turn(scenario)
    person = next_one.person
    recipient = replace(Recipient(person, chat=MEMORY_CHAT), **chosen)
    assert called(told(section, MEMORY_CHAT, recipient), Topic.TURN) == [person.id] * in_chat
    panels = told(section, person, recipient)
    assert called(panels, Topic.PANEL) == [person.id] * in_private
    (panel,) = panels[Topic.PANEL]
    assert panel.renewal is Renewal.MOVED
    elsewhere = replace(recipient, told_elsewhere=True)
    assert called(told(section, MEMORY_CHAT, elsewhere), Topic.TURN) == []
    is_post = recipient.panel_is_post
    assert called(told(section, person, elsewhere), Topic.PANEL) == [person.id] * is_post


async def test_a_late_post_mentions_nobody_who_has_decided_since(scenario: Scenario) -> None:
    section, _, next_one = await after_a_turn(scenario)
    recipient = Recipient(next_one.person, chat=MEMORY_CHAT)
    later = section[-1].at + timedelta(minutes=1)
    assert called(told(section, MEMORY_CHAT, recipient, at=later), Topic.TURN)
    await next_one.says("/draw deck")
    now = await scenario.match()
    assert called(told(section, MEMORY_CHAT, recipient, now=now), Topic.TURN), "it is not late"
    assert not called(told(section, MEMORY_CHAT, recipient, now=now, at=later), Topic.TURN)


async def test_who_waits_is_told_in_silence_and_only_of_what_is_theirs(scenario: Scenario) -> None:
    section, first, next_one = await after_a_turn(scenario)
    for ping in PINGS:
        panels = told(section, first.person, Recipient(first.person, ping=ping, chat=MEMORY_CHAT))
        assert called(panels, Topic.PANEL) == []
        (panel,) = panels[Topic.PANEL]
        assert panel.renewal is Renewal.EDITED
    await next_one.says("/draw deck")
    steps = await scenario.host.repository.steps((await scenario.match()).id, section[-1].after.seq)
    waits = Recipient(first.person, chat=MEMORY_CHAT)
    assert told(steps, first.person, waits) == {}, "another player's card is no news"


async def test_in_a_private_chat_the_panel_takes_the_place_of_posts(scenario: Scenario) -> None:
    section, _, next_one = await after_a_turn(scenario)
    recipient = Recipient(next_one.person, chat=DM, own_chat=DM)
    assert told(section, DM, recipient, is_private_chat=True) == {}


async def test_a_vote_mentions_who_has_not_voted_yet(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    await first.says("/pause")
    section = await last_section(scenario)
    recipients = [Recipient(one.person, chat=MEMORY_CHAT) for one in (first, second)]
    assert called(told(section, MEMORY_CHAT, *recipients), Topic.VOTE) == [second.person.id]


async def test_a_player_whom_a_computer_replaces_is_notified_in_any_case(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    scenario.platform.admins.add(boris.person)
    before = await scenario.match()
    await boris.says(f"/replace {anna.person.id.title()}")
    steps = await scenario.host.repository.steps(before.id, before.seq)
    for ping in PINGS:
        silent = Recipient(anna.person, ping=ping, chat=MEMORY_CHAT)
        assert called(told(steps[:1], anna.person, silent), Topic.PANEL) == [anna.person.id]


REMINDERS = [
    # what the player has chosen and can get              where a reminder is tried, in this order
    ({"ping": "channel"}, True, ["boris", "table"]),
    ({"ping": "dm"}, True, ["boris", "table"]),
    ({"ping": "dm"}, False, ["table"]),
    ({"ping": "none"}, True, []),
    ({"chat": None}, True, ["boris"]),
    ({"chat": None, "refusing_chat": ANNEX}, True, ["boris", "annex"]),
    ({"refusing_chat": ANNEX}, True, ["boris", "table"]),
]


@pytest.mark.parametrize(("chosen", "has_dms", "places"), REMINDERS, ids=[str(row[0]) for row in REMINDERS])
async def test_a_reminder_is_tried_in_private_first(
    scenario: Scenario, chosen: dict[str, Any], *, has_dms: bool, places: list[str]
) -> None:
    await scenario.in_play("Anna", "Boris")
    match = await scenario.match()
    recipient = replace(Recipient(Person("hall", "boris"), chat=MEMORY_CHAT), **chosen)
    found = reminders(match, 1, recipient, "half", replace(LIMITS, has_dms=has_dms))
    assert [notice.to.id for notice in found] == places
    assert all(one.mentions == (Mention(recipient.person, match.roster.names[1]),) for one in found)
    turn = match.roster.holders[1].clock.turn or 0
    assert {notice.key.name for notice in found} <= {f"{turn}-r1half"}


@pytest.mark.parametrize(
    ("limits", "parts"), [(LIMITS, {Topic.END, REPLAY}), (replace(LIMITS, replays_at=""), {Topic.END})]
)
async def test_the_end_is_followed_by_what_a_platform_does_not_show_itself(
    scenario: Scenario, limits: Limits, parts: set[str]
) -> None:
    section, first, next_one = await after_a_turn(scenario)
    last = section[-1]
    over = replace(last.after, roster=replace(last.after.roster, status=Status.OVER))
    ended = [*section[:-1], replace(last, after=over)]
    recipients = [Recipient(one.person, chat=MEMORY_CHAT) for one in (first, next_one)]
    found = told(ended, MEMORY_CHAT, *recipients, limits=limits)
    assert found.keys() == parts
    assert {*called(found, Topic.END)} == {"anna", "boris"}
    assert not called(found, REPLAY)


@pytest.mark.parametrize("has_dms", [True, False])
async def test_who_waits_for_a_game_is_told_when_its_lobby_opens(
    scenario: Scenario, *, has_dms: bool
) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    section = await last_section(scenario)
    carl, dora = Person("hall", "carl"), Person("hall", "dora")
    waiting = Mention(carl, "Carl"), Mention(dora, "Dora", quiet=True)
    found = told(section, MEMORY_CHAT, waiting=waiting, limits=replace(LIMITS, has_dms=has_dms))
    loud = {notice.to: [one.person.id for one in notice.mentions] for notice in found[NEXT_GAME]}
    in_private = {carl: ["carl"], dora: []}
    assert loud == (in_private if has_dms else {MEMORY_CHAT: ["carl", "dora"]})


async def test_a_key_counts_nothing_that_only_its_player_may_know(scenario: Scenario) -> None:
    """Otherwise the numbers of two posts would tell how often somebody has changed a plan."""
    section, _, next_one = await after_a_turn(scenario)
    recipient, match = Recipient(next_one.person, chat=MEMORY_CHAT), section[-1].after
    planned = replace(match, seq=match.seq + 3, hidden=match.hidden + 3)
    later = [*section[:-1], replace(section[-1], after=planned)]
    keys = {told(one, MEMORY_CHAT, recipient)[Topic.TURN][0].key for one in (section, later)}
    assert len(keys) == 1
