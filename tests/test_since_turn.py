"""What happened since a player's last turn: in `/since`, in the post that mentions them, in their panel."""

from tests.narration import plain
from tests.scenario import Participant, Scenario
from tests.situations import into_a_tunnel


async def play_round(scenario: Scenario, *players: Participant) -> None:
    """Everybody makes one move as the easy computer would."""
    for player in players:
        while player in await scenario.waited_for(player):
            await player.says(f"/{await player.thinks()}")
            await scenario.settle()


async def until_a_rival_claims(scenario: Scenario, *players: Participant) -> Participant:
    """Play on until a player has claimed a route. Returns the player who is next."""
    for number in range(200):
        player = players[number % len(players)]
        thought = await player.thinks()
        await play_round(scenario, player)
        if thought.startswith("claim "):
            return players[(number + 1) % len(players)]
    raise AssertionError("nobody claims a route")


async def test_nothing_has_happened_before_the_first_turn(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    assert await anna.says("/since") == "Nothing has happened since your last turn."
    assert "Since your last turn" not in await anna.looks()


async def test_a_first_turn_has_no_last_turn_before_it(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    await anna.takes_turn()
    title = "**Before your first turn**\nCards drawn from the deck by "
    assert (await boris.looks()).split("\n\n")[1].startswith(title)
    assert (await boris.says("/since")).startswith(title)
    await boris.takes_turn()
    assert (await anna.says("/since")).startswith("**Since your last turn**\n")
    await anna.takes_turn()
    assert (await boris.says("/since")).startswith("**Since your last turn**\n")


async def test_draws_of_others_are_counted_and_never_named(scenario: Scenario) -> None:
    anna, boris, carl = await scenario.in_play("Anna", "Boris", "Carl")
    await anna.takes_turn()
    await boris.takes_turn()
    await carl.says("/draw 1")
    table = (await scenario.match()).table
    assert table
    names = [plain(player.person.id.title()) for player in (boris, carl)]
    told = (await anna.says("/since")).splitlines()
    assert told[0] == "**Since your last turn**"
    assert told[1].startswith(f"Face-up cards taken by {names[1]}: ")
    assert told[2:] == [f"Cards drawn from the deck by {names[0]}: 2."]


async def test_a_claim_is_named_with_the_trains_that_are_left_and_highlighted(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris", "Carl")
    next_one = await until_a_rival_claims(scenario, *players)
    told = (await next_one.says("/since")).splitlines()
    assert len(told) <= 7
    assert any(one.startswith("Routes claimed by ") for one in told)
    assert any(one.startswith("Trains left with ") for one in told)
    near, whole = next_one.answer.pictures
    assert (near.name, whole.name) == ("closeup.png", "board.png")


async def test_the_panel_says_it_first_and_the_post_repeats_nothing(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris", "Carl")
    for _ in range(2):
        for player in players:
            await player.takes_turn()
    panel = (await players[0].looks()).split("\n\n")
    assert panel[1].startswith("**Since your last turn**\nCards drawn from the deck by ")
    names = [plain(player.person.id.title()) for player in players]
    assert plain(scenario.platform.posts[-1].text).split("\n\n") == [
        f"{names[2]} draws 2 cards from the deck.",
        f"It’s **{names[0]}**’s turn.",
    ], "the posts above say the rest"
    assert "Since your last turn" not in await players[1].looks()


async def test_after_the_first_card_the_panel_is_about_the_second(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    for player in players:
        await player.takes_turn()
    await players[0].says("/draw deck")
    assert "Since your last turn" not in await players[0].looks()


async def test_with_two_players_a_post_says_nothing_twice(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    for player in (*players, *players):
        await player.takes_turn()
    assert not [text for text in scenario.platform.texts if "new for" in text]


async def test_the_post_highlights_all_that_is_new_to_the_next_player(scenario: Scenario) -> None:
    """The picture of the post reaches back to the next player's own turn, not only to the post before."""
    players = await scenario.in_play("Anna", "Boris", "Carl")
    for _ in range(3):
        for player in players:
            await player.takes_turn()
    (board,) = scenario.platform.posts[-1].pictures
    match = await scenario.match()
    assert board.source
    assert board.source.since
    steps = await scenario.host.repository.steps(match.id, board.source.since)
    seats = {step.after.table.seat for step in steps[:-1] if step.after.table}
    assert len(seats) >= 2


async def test_onlookers_have_no_turn_of_their_own(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    assert await carl.says("/since") == "You are not playing in this game."


async def test_it_is_at_most_six_lines_in_any_game(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris", "Carl")
    for _ in range(4):
        await play_round(scenario, *players)
        for player in players:
            told = (await player.says("/since")).splitlines()
            assert len(told) <= 7
            assert max(map(len, told)) <= 300


async def test_a_post_shows_the_board_as_it_is_when_the_next_turn_begins(scenario: Scenario) -> None:
    """Also where the turn before ended with a tunnel: nobody is asked for a surcharge any longer."""
    players = await scenario.in_play("Anna", "Boris", "Carl")
    await into_a_tunnel(scenario, players)
    (asked,) = await scenario.waited_for(*players)
    await asked.says("/decline")
    await scenario.settle()
    (board,) = scenario.platform.posts[-1].pictures
    match = await scenario.match()
    following = players[(players.index(asked) + 1) % 3].person.id.title()
    assert f"It’s {following}’s turn" in plain(board.alt).replace("*", "")
    assert board.source
    assert board.source.seq == match.seq
