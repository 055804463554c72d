"""Onlookers: the table that the page sends to a person without a seat."""

import json
from dataclasses import replace

from bot.matches.match import Match
from bot.shown.table_state import seen_by_all
from bot.text.i18n import phrases
from engine.game import Game
from tests.finished_games import RECORDS, recorded_steps
from tests.scenario import Scenario
from tests.situations import shown


def with_other_secrets(game: Game) -> Game:
    """A game in which everything that is not public is another player's, or in another order."""
    turned = {
        name: (*getattr(game, name)[1:], *getattr(game, name)[:1])
        for name in ("hands", "tickets", "offers", "aside")
    }
    return replace(game, deck=game.deck[::-1], seed="e2" * 32, **turned)


def situations(match: Match) -> set[str]:
    """Situations of a game that an onlooker may see."""
    table = match.table
    assert table is not None
    going_on = {
        "choosing": table.choosing,
        "tunnel": table.tunnel is not None,
        "last round": table.turns_left is not None,
        "over": table.over,
        "offered": any(match.game.offers) if match.game else False,
    }
    return {name for name, is_so in going_on.items() if is_so}


def test_what_everybody_is_sent_depends_on_no_secret_at_any_step_of_a_game() -> None:
    seen: set[str] = set()
    for step in recorded_steps(RECORDS[3]):
        if (game := step.after.game) is None:
            continue
        twin = replace(step.after, game=with_other_secrets(game))
        one, two = (json.dumps(seen_by_all(match, phrases("en"))) for match in (step.after, twin))
        assert one == two
        seen |= situations(step.after)
    assert seen == {"choosing", "tunnel", "last round", "over", "offered"}


async def test_an_onlooker_is_offered_a_seat_only_while_one_can_be_taken(scenario: Scenario) -> None:
    anna, boris, carla = [await scenario.add_player(name) for name in ("Anna", "Boris", "Carla")]
    await anna.says("/new europe")
    state = await shown(scenario, carla)
    assert (state["stage"], state["lobby"]["seated"], "me" in state) == ("lobby", False, False)
    await boris.says("/join")
    await anna.says("/start")
    for name, state in [(one, await shown(scenario, one)) for one in (anna, boris, carla)]:
        assert ("me" in state, "joins" in state) == (name is not carla, False)
    await boris.says("/leave yes")
    for name, state in [(one, await shown(scenario, one)) for one in (anna, boris, carla)]:
        assert state.get("joins", False) is (name is not anna)
    assert "Boris" in await carla.says("/join")
    assert "me" in await shown(scenario, carla)
    for one in (anna, boris):
        assert "joins" not in await shown(scenario, one)
