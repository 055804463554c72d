"""However a turn ends, one post says who is next, and mentions exactly them."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.matches.match import Match, Step, follow
from bot.matches.roster import Roster, SeatHolder, Status
from bot.model.identity import Person
from bot.model.message import Message
from bot.outbox.posts import post_of
from bot.outbox.recipients import PostStyle
from bot.outbox.sections import split_into_posts
from bot.text.i18n import phrases
from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
)
from engine.cards import LOCOMOTIVE
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS
from engine.computers.random import choose_random
from engine.computers.reasons import ExplainedMove
from engine.events import (
    CardDrawn,
    CardTaken,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
    TunnelDeclined,
    TurnPassed,
    TurnStarted,
)
from engine.game import ChooseTickets, Game, SettleTunnel
from engine.notation import read_line
from engine.options import options
from engine.rulebook import apply
from engine.view import View
from tests.chat_tables import LOBBY, ChatTable, chat_table
from tests.contract.tables import WORLDS
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.rules.test_passes import nearly_barren
from tests.scenario import FakeClock, FakePictures, Participant, Scenario, open_scenario
from tests.soaked import soaked

NEXT = re.compile(r"’s (?:last )?turn|(?:is|are) choosing starting tickets|The game is over")


async def assert_told_once(table: ChatTable) -> None:
    """One post for each decision of a person that is not a part of their turn, and one mention of them."""
    posts = await table.posts()
    expected = await table.expected()
    assert [set(post.mentions) for post in posts] == [{person.id for person in one} for one in expected]
    for post in posts:
        assert len(post.mentions) == len(set(post.mentions))
        assert len(NEXT.findall(post.text)) == 1, post.text
        following = post.text.rpartition("\n\n")[2] if "The game is over" not in post.text else post.text
        missing = [
            name
            for person, name in table.people.items()
            if person.id in post.mentions and name not in following
        ]
        assert missing == [], post.text


# ---- every way in which a turn ends

ENDS: dict[type, str] = {
    CardDrawn: "a blind card",
    CardTaken: "a face-up card",
    TicketsKept: "tickets kept",
    RouteClaimed: "a route",
    StationBuilt: "a station",
    TunnelDeclined: "a tunnel declined",
}
WISHES: tuple[Callable[[View, Action], bool], ...] = (
    lambda _, action: isinstance(action, DrawTickets),
    lambda _, action: isinstance(action, BuildStation),
    lambda view, action: isinstance(action, ClaimRoute) and not view.table.board.route[action.route].tunnel,
    lambda _, action: isinstance(action, DrawFaceUp) and action.card == LOCOMOTIVE,
    lambda _, action: isinstance(action, DrawFaceUp),
)


def varied(view: View, chance: Chance) -> Action:
    """End each turn in another way; then try tunnels, and decline to pay for them."""
    open_now, decision, table = options(view), view.decision, view.table
    if isinstance(decision, SettleTunnel):
        return DeclineTunnel()
    if isinstance(decision, ChooseTickets):
        return KeepTickets(view.offer)
    turn = (table.turn - 1) // table.players
    wish = WISHES[turn] if turn < len(WISHES) else _is_tunnel
    wanted = [action for action in open_now if wish(view, action)]
    draws = [action for action in open_now if isinstance(action, DrawDeck | DrawFaceUp)]
    return chance.pick(wanted or draws[-1:] or list(open_now))


def _is_tunnel(view: View, action: Action) -> bool:
    return isinstance(action, ClaimRoute) and view.table.board.route[action.route].tunnel


def endings(steps: Sequence[Step]) -> set[tuple[str, bool]]:
    """The kinds of turns before each person's turn, and whether a computer took them."""
    found = set()
    acts = [step for step in steps if isinstance(step.event, (*ENDS, TurnStarted))]
    for step, following in pairwise(acts):
        table = step.before.table if step.before else None
        if type(step.event) in ENDS and isinstance(following.event, TurnStarted) and table and table.turn:
            ended, begins = table.seat or 0, following.event.seat
            holders = following.after.roster.holders
            if not holders[begins].by_computer:
                found.add((ENDS[type(step.event)], holders[ended].by_computer))
    return found


EVERY_ENDING = {(how, computer) for how in ENDS.values() for computer in (False, True)}


@pytest.mark.parametrize("world", WORLDS)
async def test_however_a_turn_ends_one_post_mentions_the_next_player(
    world: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXPLAINED_COMPUTERS, "random", explained)
    async with chat_table(tmp_path, ["Anna", "Boris"], world) as table:
        await table.start("europe", computers=1)
        await table.play(varied, lambda steps: endings(steps) == EVERY_ENDING)
        await assert_told_once(table)


def explained(view: View, chance: Chance) -> ExplainedMove:
    return ExplainedMove(varied(view, chance), "at-random")


# ---- one person and computers

DECISIONS = 50


@pytest.mark.parametrize("seed", soaked(range(2), 0))
@pytest.mark.parametrize(("board", "computers"), [("usa", 1), ("europe", 1), ("usa", 3), ("europe", 4)])
async def test_each_turn_of_a_person_among_computers_has_one_post(
    board: str, computers: int, seed: int, tmp_path: Path
) -> None:
    def come(steps: Sequence[Step]) -> bool:
        own = [step for step in steps if step.actor]
        return len(own) > DECISIONS or steps[-1].after.roster.status is Status.OVER

    async with chat_table(tmp_path, ["Anna"], seed=seed) as table:
        await table.start(board, computers)
        await table.play(choose_random, come)
        await assert_told_once(table)


# ---- the start and the end


@pytest.mark.parametrize("world", WORLDS)
async def test_at_the_start_everybody_who_chooses_tickets_is_mentioned_at_once(
    world: str, tmp_path: Path
) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"], world) as table:
        await table.start("europe", computers=1)
        first = (await table.posts())[-1]
        assert first.text.startswith("All aboard!")
        assert "Anna and Boris are choosing starting tickets." in first.text
        assert sorted(first.mentions) == sorted(person.id for person in table.people)


@pytest.mark.scenario(delay=5)
async def test_a_person_who_chooses_before_the_computers_reads_a_whole_sentence(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    for said in ("/new europe", "/computer", "/computer", "/start"):
        await anna.says(said)
    sentence = "\n\nAnna is choosing starting tickets."
    await until(lambda: any(plain(one.text).endswith(sentence) for one in told(scenario)), "no start")
    await anna.says("/keep all")
    await computers_move(scenario)
    posts = told(scenario)
    assert [post.mentioned for post in posts] == [(anna.person,), (anna.person,)]
    assert plain(posts[-1].text).startswith("Everyone has chosen tickets: ")
    assert "It’s **Anna**’s turn." in plain(posts[-1].text)


def told(scenario: Scenario) -> list[Message]:
    """The posts but that of the lobby."""
    return [post for post in scenario.platform.posts if not LOBBY.search(plain(post.text))]


async def test_a_player_who_wants_private_mentions_gets_them_at_the_start_and_at_the_end(
    tmp_path: Path,
) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"]) as table:
        (anna, boris), platform = table.people, table.scenario.platform
        await table.say(boris, "/settings ping dm")
        await table.start("isle", computers=0)
        assert (await table.posts())[-1].mentions == ("anna",)
        assert [dm.mentioned for dm in platform.dms[boris]] == [(boris,)]
        assert [dm.mentioned for dm in platform.dms[anna]] == [()]
        await table.play(choose_random, is_over)
        assert (await table.posts())[-1].mentions == ("anna",)
        assert platform.dms[boris][-1].mentioned == (boris,)
        assert platform.dms[anna][-1].mentioned == ()
        called = [person for _, person in platform.notified]
        for person in (anna, boris):
            assert called.count(person) == turns_of(await table.steps(), person) + 2


async def test_the_last_post_mentions_everybody_who_played_to_the_end(tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"]) as table:
        _, boris = table.people
        await table.start("isle", computers=0)
        await table.play(choose_random, lambda steps: turns_of(steps, boris) > 2)
        await assert_told_once(table)
        await table.say(boris, "/leave yes")
        await table.settle()
        await table.play(choose_random, is_over)
        last = (await table.posts())[-1]
        assert (last.mentions, "The game is over" in last.text) == (("anna",), True)


async def test_a_whole_game_mentions_everybody_at_its_start_and_its_end(tmp_path: Path) -> None:
    async with chat_table(tmp_path, ["Anna", "Boris"]) as table:
        await table.start("isle", computers=0)
        await table.play(choose_random, is_over)
        await assert_told_once(table)


def is_over(steps: Sequence[Step]) -> bool:
    return steps[-1].after.roster.status is Status.OVER


def turns_of(steps: Sequence[Step], person: Person) -> int:
    """How many turns a person has begun."""
    seats = (step.event.seat for step in steps if isinstance(step.event, TurnStarted))
    return sum(steps[-1].after.roster.holders[seat].person == str(person) for seat in seats)


# ---- people and computers take over from each other


@asynccontextmanager
async def with_slow_computers(folder: Path, *names: str) -> AsyncIterator[tuple[Scenario, list[Participant]]]:
    """A game whose first player is to move; a computer in any seat would wait for the clock."""
    async with open_scenario(folder, delay=5) as scenario:
        yield scenario, await scenario.in_play(*names)


async def computers_move(scenario: Scenario) -> None:
    """Let computers finish what they have to decide."""

    async def at_rest() -> bool:
        await asyncio.sleep(0.05)
        await scenario.clock.move_on(timedelta(seconds=5))
        return await scenario._quiet()

    await until(at_rest, "the computers do not come to an end")


async def test_a_person_who_takes_over_an_open_decision_is_mentioned_once(tmp_path: Path) -> None:
    async with with_slow_computers(tmp_path, "Anna", "Boris") as (scenario, (first, second)):
        carla, before = await scenario.add_player("Carla"), len(scenario.platform.posts)
        await first.says("/leave yes")
        await carla.says("/join")
        await scenario.settle()
        (post,) = scenario.platform.posts[before:]
        assert post.mentioned == (carla.person,)
        assert "It’s **Carla**’s turn." in plain(post.text)
        await carla.takes_turn()
        assert [post.mentioned for post in scenario.platform.posts[before:]] == [
            (carla.person,),
            (second.person,),
        ]


# ---- a turn that somebody has to pass


def after(game: Game, *lines: str) -> list[Step]:
    """The steps that these lines of seat 0, a person's, make; computers play the other seats."""
    rivals = [
        SeatHolder(name, color, level="random") for name, color in (("Rocket", "blue"), ("Adler", "green"))
    ]
    holders = (SeatHolder("Anna", "red", person="hall:anna"), *rivals)
    roster = Roster("europe", "", "europe", (), "hall:anna", "", holders=holders, status=Status.RUNNING)
    steps, match = [], Match("g", game.table.board, roster, 1, FakeClock().now(), game)
    for text in lines:
        assert match.game is not None
        for event in apply(match.game, 0, read_line(text))[1]:
            steps.append(Step(match, event, follow(match, event, match.at), match.at, "", ""))
            match = steps[-1].after
    return steps


async def test_after_turns_that_were_passed_the_next_player_is_mentioned() -> None:
    game = nearly_barren("RB---")
    (section,) = split_into_posts(after(game, "draw 1R", "draw 2B"))
    assert [type(step.event) for step in section][-3:] == [TurnPassed, TurnPassed, TurnStarted]
    post = await post_of(section, PostStyle(phrases("en"), FakePictures()))
    assert post is not None
    assert "It’s **Anna**’s turn." in plain(post.text)
    assert post.mentioned == (Person("hall", "anna"),)


async def test_a_turn_whose_news_were_told_already_is_still_announced() -> None:
    steps = after(nearly_barren("RB---"), "draw 1R", "draw 2B")
    post = await post_of(steps[-1:], PostStyle(phrases("en"), FakePictures()))
    assert post is not None
    assert (plain(post.text), post.mentioned) == ("It’s **Anna**’s turn.", (Person("hall", "anna"),))
