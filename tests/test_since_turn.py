"""What happened since a player's last turn: the lines of the panel, and the picture of the post."""

from tests.narration import plain
from tests.scenario import Participant, Scenario
from tests.situations import into_a_tunnel


async def play_round(scenario: Scenario, *players: Participant) -> None:
    """Everybody makes one move as the easy computer would."""
    for player in players:
        while player in await scenario.waited_for(player):
            await player.plays(await player.thinks())
            await scenario.settle()


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
