"""Plans are secret: other people see what they would see if the same moves were made by hand."""

import logging
from datetime import timedelta
from pathlib import Path
from typing import get_type_hints

import pytest
from msgspec import structs

from bot.matches.clocks import CLOCKS
from bot.matches.plans import plan_due
from bot.matches.records import export
from bot.matches.roster_events import PlanMade
from bot.model.identity import Chat
from bot.model.message import Message, drawn
from engine.events import seen_by
from tests.scenario import Participant, Scenario, open_scenario
from tests.situations import a_delayed_table, shown

LOOKS = "/log", "/hand", "/tickets", "/board", "/scores", "/text", "/games", "/seal", "/text open"


async def shown_in(message: Message) -> list[tuple[str, str, bytes]]:
    """The pictures of a message."""
    return [(picture.name, picture.alt, picture.png) for picture in (await drawn(message)).pictures]


async def seen_by_others(scenario: Scenario, *others: Participant) -> list[object]:
    """Everything that people other than the planner see: posts with their keys, answers, private messages."""
    platform = scenario.platform
    seen: list[object] = [
        (
            id.partition("-")[2],
            post.text,
            post.buttons,
            post.menus,
            await shown_in(post),
            post.quiet,
            post.mentions and post.mentions[0].person,
        )
        for (to, id), post in platform.shown.items()
        if isinstance(to, Chat)
    ]
    seen += [at for at in platform.tried if isinstance(at[0], Chat)]
    for player in others:
        seen += [(dm.text, dm.buttons, await shown_in(dm)) for dm in platform.standing(player.person)]
        for look in LOOKS:
            heard = await player.says(look)
            seen.append((look, heard, player.answer.buttons, await shown_in(player.answer)))
    return seen


async def test_a_delayed_plan_looks_like_the_same_moves_made_by_hand(tmp_path: Path) -> None:
    worlds = []
    for planned in (True, False):
        folder = tmp_path / str(planned)
        folder.mkdir()
        async with open_scenario(folder) as scenario:
            first, second = await a_delayed_table(scenario)
            onlooker = await scenario.add_player("Olga")
            await scenario.set_clock(CLOCKS["24h"])
            if planned:
                await second.says("/plan claim Paris - Brest with 2 green; else take red")
                await second.says("/plan draw tickets if the row shows 5 red; else draw deck twice")
            await first.takes_turn()
            if planned:
                due = plan_due(await scenario.match())
                assert due is not None
                wait = due - scenario.clock.now()
            await scenario.clock.move_on(wait)
            if planned:
                await scenario.host.timers.meet_due()
            else:
                await second.draws()
            await scenario.settle()
            await scenario.clock.move_on(timedelta(minutes=1))
            await first.takes_turn()
            assert scenario.platform.posts[-1].quiet
            worlds.append(await seen_by_others(scenario, first, onlooker))
    for planned_world, other in zip(*worlds, strict=True):
        assert planned_world == other


async def test_a_plan_that_is_played_at_once_leaves_out_a_mention_and_nothing_else(tmp_path: Path) -> None:
    worlds = []
    for planned in (True, False):
        folder = tmp_path / str(planned)
        folder.mkdir()
        async with open_scenario(folder) as scenario:
            first, second, third = await scenario.in_play("Anna", "Boris", "Carla")
            if planned:
                await second.says("/plan draw deck twice")
                await third.says("/plan repeat draw deck twice")
                await third.says("/plan delete")
            await first.takes_turn()
            if not planned:
                await second.takes_turn()
            worlds.append(await seen_by_others(scenario, first))
    for planned_world, other in zip(*worlds, strict=True):
        assert _without_mention(planned_world) == _without_mention(other)


def _without_mention(seen: object) -> object:
    return seen[:-1] if isinstance(seen, tuple) and len(seen) == 7 else seen


async def test_making_and_deleting_a_plan_shows_nobody_anything(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    before = await seen_by_others(scenario, first)
    await second.says("/plan draw deck twice")
    await scenario.settle()
    assert await seen_by_others(scenario, first) == before
    await second.says("/plan delete")
    await scenario.settle()
    assert await seen_by_others(scenario, first) == before


async def test_what_the_page_is_sent_does_not_count_the_plans_of_others(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    onlooker = await scenario.add_player("Olga")
    before = [await shown(scenario, one) for one in (first, onlooker)]
    await second.says("/plan draw deck twice")
    assert [await shown(scenario, one) for one in (first, onlooker)] == before
    await second.says("/plan delete")
    assert [await shown(scenario, one) for one in (first, onlooker)] == before


async def test_a_plan_in_the_middle_of_a_turn_does_not_change_what_is_told_of_it(tmp_path: Path) -> None:
    worlds = []
    for planned in (True, False):
        folder = tmp_path / str(planned)
        folder.mkdir()
        async with open_scenario(folder) as scenario:
            first, second, third = await scenario.in_play("Anna", "Boris", "Carla")
            await first.says("/draw deck")
            if planned:
                await second.says("/plan draw deck twice")
                await second.says("/plan delete")
            await first.says("/draw deck")
            await scenario.settle()
            worlds.append(await seen_by_others(scenario, first, third))
    for planned_world, other in zip(*worlds, strict=True):
        assert planned_world == other


async def test_the_buttons_of_a_vote_do_not_tell_how_often_somebody_has_planned(tmp_path: Path) -> None:
    worlds = []
    for planned in (True, False):
        folder = tmp_path / str(planned)
        folder.mkdir()
        async with open_scenario(folder) as scenario:
            first, second = await scenario.in_play("Anna", "Boris")
            if planned:
                await second.says("/plan draw deck twice")
                await second.says("/plan delete")
            await first.says("/pause")
            await scenario.settle()
            worlds.append(scenario.platform.posts[-1].buttons)
            assert worlds[-1] != ()
    assert worlds[0] == worlds[1]


async def test_the_log_of_the_operator_has_no_word_of_a_plan(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_scenario(tmp_path) as scenario:
        first, second = await scenario.in_play("Anna", "Boris")
        caplog.clear()
        await second.says("/plan draw tickets if I hold 9 black")
        await second.says("/plan claim Paris - Brest with KKK; else draw deck twice")
        await second.says("/plan take red, then deck; else draw deck twice")
        await first.takes_turn()
    logged = caplog.text.replace("draw deck", "", 1) if "draw deck" in caplog.text else caplog.text
    assert [word for word in ("brest", "Brest", "tickets", "red", "deck", "KKK") if word in logged] == []


async def test_a_record_has_no_plans(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    await second.says("/plan draw tickets if the row shows 5 red; else draw deck twice")
    await first.takes_turn()
    await second.says("/plan repeat draw deck twice if nobody has claimed Paris - Brest")
    text = await export(scenario.host.repository, (await scenario.match()).id, unfinished=True)
    assert "draw deck" in text
    assert "PlanMade" not in text
    assert " if " not in text


def test_every_field_of_a_plan_is_secret() -> None:
    hints = get_type_hints(PlanMade, include_extras=True)
    assert all("secret" in getattr(hints[name], "__metadata__", ()) for name in PlanMade.__struct_fields__)
    plan = PlanMade(2, ("draw R deck",), ("brest--paris",), 2, True, 3, True, True, "draw R deck")
    for seat in (None, 0, 1, 2):
        assert seen_by(plan, seat) == PlanMade(  # type: ignore[type-var]
            0, (), (), 0, False, 0, False, False, ""
        )
    assert "draw" not in repr(plan)
    assert "brest" not in repr(plan)
    assert structs.replace(plan, seat=1) != plan
