"""A post that sums up a long absence says which claims it leaves out, and where everything is."""

import re

import pytest

from bot.matches.match import Step, follow
from bot.outbox.posts import post_of
from bot.outbox.recipients import PostStyle
from bot.text.history import account, newest_account
from bot.text.i18n import LANGUAGES, phrases
from engine.board import City
from tests.finished_games import RECORDS, recorded_steps
from tests.narration import plain
from tests.rules.table import move
from tests.sample_requests import NOON, table
from tests.scenario import FakePictures

CLAIMS = "brest--paris KKK", "amsterdam--essen YYY", "dieppe--paris P", "essen--frankfurt GG"


def absence() -> list[Step]:
    """Turns of Anna and Boris, in which every route of CLAIMS is claimed, and many cards are drawn."""
    match = table(hands=["KKKPGGYYY" * 2, "KKKPGGYYY" * 2], row="RRWBG")
    steps: list[Step] = []
    for line in CLAIMS:
        for action in (f"claim {line}", "draw deck", "draw deck"):
            assert match.game is not None
            seat = match.game.table.waiting_for[0]
            _, events = move(match.game, f"{seat}: {action}")
            for event in events:
                after = follow(match, event, NOON)
                steps.append(Step(match, event, after, NOON, "", ""))
                match = after
    return steps


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", [200, 230, 260])
def test_a_cut_account_names_the_claims_that_it_leaves_out(language: str, room: int) -> None:
    steps, say = absence(), phrases(language)
    whole = account(steps, say)
    cut = newest_account(whole, steps, say, room)
    assert len(whole) > room >= len(cut)
    first, _, rest = plain(cut).partition("\n")
    assert first.endswith("/log")
    assert plain(whole).endswith(rest)
    routes = [line.split()[0] for line in CLAIMS]
    named = [say.say("route", a=a.name_in(language), b=b.name_in(language)) for a, b in map(ends, routes)]
    left_out = [name for name in named if name not in rest]
    assert left_out
    assert [name for name in left_out if name in first] or "…" in first
    assert all(name in cut or "…" in first for name in named)


def ends(route: str) -> tuple[City, City]:
    board = table().board
    there = board.route[route]
    return board.city[there.a], board.city[there.b]


def test_an_account_that_fits_is_not_cut() -> None:
    steps, say = absence(), phrases("en")
    whole = account(steps, say)
    assert newest_account(whole, steps, say, len(whole)) == whole


def test_without_claims_the_log_is_pointed_to() -> None:
    steps = [step for step in absence() if "Claimed" not in type(step.event).__name__]
    say = phrases("en")
    text = "Anna draws 2 cards. " * 20
    assert newest_account(text, steps, say, 200).startswith("Earlier: /log\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("longest", [700, 900, 1800])
async def test_the_last_post_has_the_points_of_everybody(language: str, longest: int) -> None:
    say = phrases(language)
    for path in RECORDS:
        steps = recorded_steps(path)
        match = steps[-1].after
        if match.table is None or match.table.sheet is None:
            continue
        post = await post_of(steps[-3:], PostStyle(say, FakePictures(), longest), steps)  # type: ignore[arg-type]
        assert post is not None
        assert len(f"{post.text}{post.details}") <= longest
        for line in match.table.sheet.seats:
            name = match.roster.names[line.seat]
            about = {"place": line.place, "name": name, "points": line.total}
            assert any(say.say(key, **about) in post.text for key in ("standing", "score-total")), path.name
        assert not re.search("[0-9a-f]{32}", f"{post.text} {post.details}")
