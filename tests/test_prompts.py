"""Who must act, and what that player may do now."""

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.prompts import next_line, prompt
from engine.game import Game
from engine.view import view_for
from tests import random_games
from tests.narration import NAMES, plain
from tests.rules.table import FORTY_ONE, at, opened, play

TUNNEL = "claim angora--constantinople KK"


def next_up(game: Game) -> tuple[str, str]:
    said = [plain(next_line(game.table, NAMES, phrases(language))) for language in ("en", "ru")]
    return said[0], said[1]


def asked(game: Game, seat: int | None = 0, language: str = "en") -> list[str]:
    return plain(prompt(view_for(game, seat), NAMES, phrases(language))).splitlines()


# ---- who must act


def test_nobody_left_to_name_is_no_sentence() -> None:
    for language in LANGUAGES:
        assert next_line(opened(players=2).table, NAMES, phrases(language), ()) == ""


@pytest.mark.parametrize(
    ("left", "english", "russian"),
    [
        (
            2,
            "Last round. It’s Anna’s last turn. 2 more turns follow.",
            "Последний круг. Anna ходит в последний раз, потом ещё 2 хода.",
        ),
        (
            1,
            "Last round. It’s Anna’s last turn. 1 more turn follows.",
            "Последний круг. Anna ходит в последний раз, потом ещё 1 ход.",
        ),
        (
            0,
            "Last round. It’s Anna’s turn, the last turn of the game.",
            "Последний круг. Последний ход игры делает Anna.",
        ),
    ],
)
def test_the_last_round_counts_down(left: int, english: str, russian: str) -> None:
    game = at(players=3, turns_left=left)
    assert [text.replace("**", "") for text in next_up(game)] == [english, russian]


# ---- what a player may do


def test_an_only_ticket_is_kept() -> None:
    assert asked(play(at(ticket_deck=[3]), "draw tickets"))[0] == (
        "**Choose tickets.** There is only one ticket, and you keep it:"
    )


def test_only_the_player_learns_that_they_cannot_pay() -> None:
    game = play(at(hands=["KK"], deck="KRB..."), TUNNEL)
    assert asked(game)[0].endswith("You cannot pay. Decline to take your cards back; your turn then ends.")
    assert asked(game, seat=1) == [next_up(game)[0]]
    assert asked(game, seat=None) == [next_up(game)[0]]


def test_other_players_see_who_must_act() -> None:
    assert asked(at(), seat=1) == ["It’s **Anna**’s turn."]
    assert asked(play(at(turns_left=0), "draw deck", "draw deck")) == ["The game is over."]
    assert asked(at(routes=[FORTY_ONE]), seat=None) == ["It’s **Anna**’s turn."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "variant"), random_games.VARIANTS)
def test_every_moment_of_a_game_has_a_prompt_for_every_seat(title: str, variant: str, language: str) -> None:
    game, _ = random_games.opened(title, variant, 3, 9)
    for step in random_games.steps(game, 9):
        seats = (None, *range(3))
        said = {seat: asked(step.after, seat, language) for seat in seats}
        waiting = step.after.table.waiting_for
        assert all(said[seat] != said[None] for seat in waiting)
        assert all(said[seat] == said[None] for seat in seats if seat not in waiting)
