"""People who leave and come back: skipping, replacing, and seats that somebody else takes."""

import json
from datetime import timedelta
from pathlib import Path

from bot.matches import records
from bot.matches.roster import Status
from bot.model.identity import Chat
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.game import SettleTunnel
from tests.scenario import MEMORY_CHAT, Participant, open_scenario
from tests.situations import anna_and_boris, into_a_tunnel, unchanged


async def test_a_player_who_comes_back_in_time_makes_the_open_decision(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        vanished = await into_a_tunnel(scenario, [anna, boris])
        await vanished.says("/leave yes")
        await vanished.says("/join")
        await scenario.pass_time(timedelta(seconds=5))
        assert isinstance((await vanished.view()).decision, SettleTunnel)


async def test_a_player_who_comes_back_in_the_same_turn_is_not_mentioned_once_more(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=60) as scenario:
        mover, _ = await scenario.in_play("Anna", "Boris")
        notified = len(scenario.platform.notified)
        await mover.says("/leave yes")
        await mover.says("/join")
        await scenario.pass_time(timedelta(seconds=5))
        assert scenario.platform.notified[notified:] == []


async def called(participant: Participant, name: str, chat: Chat = MEMORY_CHAT) -> None:
    """The participant asks for something in a chat where they have this name."""
    await participant.scenario.host.dispatcher.directory.introduce(participant.person, name, chat=chat)


async def test_a_seat_follows_the_name_of_its_person_in_the_chat_with_their_next_action(
    tmp_path: Path,
) -> None:
    async with open_scenario(tmp_path, boards="isle") as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris", game="isle")
        seat, other = await anna.seat(), await boris.seat()
        old = (await scenario.match()).roster.names
        await called(anna, "Red Baron")
        await anna.says("/hand")
        assert (await scenario.match()).roster.names == old
        await anna.takes_turn()
        assert (await scenario.match()).roster.names[seat] == "Red Baron"
        assert scenario.platform.last.startswith("Red Baron draws 2 cards")
        await called(boris, "Red Baron")
        await boris.draws()
        assert (await scenario.match()).roster.names[other] == "Red Baron (2)", "two would look alike"
        await called(anna, "Somebody", Chat("hall", "annex"))
        await anna.draws()
        assert (await scenario.match()).roster.names[seat] == "Red Baron"


async def test_the_record_has_the_names_of_the_end(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, boards="isle") as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        match = await scenario.match()
        await called(players[0], "Red Baron")
        while match.roster.status is Status.RUNNING:
            for player in await scenario.waited_for(*players):
                await player.plays(await player.thinks(number=match.seq))
            match = await scenario.match()
        record = await records.export(scenario.host.repository, match.id)
        assert "Red Baron" in json.loads(record)["names"]
        assert verify(read_record(record), match.board) is None


async def test_a_new_player_is_not_blamed_for_the_wait_before(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=1) as scenario:
        anna, boris = await anna_and_boris(scenario)
        await scenario.clock.move_on(timedelta(days=2))
        carl = await scenario.add_player("Carl")
        await anna.says("/leave yes")
        await carl.says("/join")
        (refused,) = await unchanged(boris, "/skip")
        assert refused.startswith("Only an admin can do that now")
        await scenario.clock.move_on(timedelta(days=1))
        assert await boris.says("/skip") == "A computer finishes Carl’s turn."
