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


def test_whose_turn_it_is() -> None:
    assert next_up(at(seat=1)) == ("It’s **Boris**’s turn.", "Ходит **Boris**.")


def test_who_draws_a_second_card() -> None:
    game = play(at(), "draw deck")
    assert next_up(game) == ("**Anna** is choosing a second card.", "**Anna** выбирает вторую карту.")


def test_who_chooses_tickets() -> None:
    game = play(at(ticket_deck=[3, 17, 42]), "draw tickets")
    assert next_up(game) == ("**Anna** is choosing tickets.", "**Anna** выбирает билеты.")


def test_who_decides_on_a_tunnel() -> None:
    assert next_up(play(at(hands=["KK"], deck="KRB..."), TUNNEL)) == (
        "**Anna** must pay 1 extra card for the tunnel Angora — Constantinople, or decline.",
        "**Anna** решает, доплатить ли за тоннель Ангора — Константинополь ещё 1 карту.",
    )


def test_who_is_still_choosing_starting_tickets() -> None:
    game = opened(players=3)
    assert next_up(game) == (
        "Anna, Boris and Carla are choosing starting tickets.",
        "Начальные билеты выбирают Anna, Boris и Carla.",
    )
    for seat in (0, 2):
        kept = ",".join(map(str, sorted(game.offers[seat])))
        game = play(game, f"{seat}: keep {kept}")
    assert next_up(game) == (
        "Boris is choosing starting tickets.",
        "Начальные билеты выбирает Boris.",
    )


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


def test_nobody_is_next_when_the_game_is_over() -> None:
    game = play(at(turns_left=0), "draw deck", "draw deck")
    assert next_up(game) == ("The game is over.", "Игра окончена.")


# ---- what a player may do


def test_a_turn_is_announced_and_its_buttons_say_the_rest() -> None:
    game = at(hands=["KKKL"], ticket_deck=[3, 17])
    assert asked(game) == ["**Your turn.**"]
    assert asked(game, language="ru") == ["**Ваш ход.**"]


def test_the_last_turn_is_called_so() -> None:
    game = at(turns_left=1)
    assert asked(game) == ["**Your last turn.**"]
    assert asked(game, language="ru") == ["**Ваш последний ход.**"]


def test_a_second_card_is_asked_for() -> None:
    game = play(at(row="KRLGB", deck="R..."), "draw deck")
    assert asked(game) == ["**Your second card.**"]
    assert asked(game, language="ru") == ["**Ваша вторая карта.**"]


@pytest.mark.parametrize(
    ("variant", "english", "russian"),
    [
        ("europe", "Keep at least 2 of these 4:", "Оставьте хотя бы 2 из 4:"),
        (
            "mega",
            "Keep at most 1 of these 2. More tickets follow:",
            "Оставьте не больше 1 из 2. Потом будут ещё билеты:",
        ),
    ],
)
def test_starting_tickets_are_listed_with_how_many_to_keep(variant: str, english: str, russian: str) -> None:
    game = opened(variant)
    board, first = game.table.board, game.offers[0][0]
    lines = asked(game)
    assert lines[0] == f"**Your starting tickets.** {english}"
    assert lines[1].startswith(f"1. {board.city[board.ticket[first].a].name} — ")
    assert len(lines) == 1 + len(game.offers[0])
    assert asked(game, language="ru")[0] == f"**Ваши начальные билеты.** {russian}"


def test_drawn_tickets_are_numbered_by_their_places() -> None:
    assert asked(play(at(ticket_deck=[40, 3, 17]), "draw tickets")) == [
        "**Choose tickets.** Keep at least 1 of these 3:",
        "1. Stockholm — Wien, 11",
        "2. Barcelona — Bruxelles, 8",
        "3. Rostov — Erzurum, 5",
    ]


def test_an_only_ticket_is_kept() -> None:
    assert asked(play(at(ticket_deck=[3]), "draw tickets"))[0] == (
        "**Choose tickets.** There is only one ticket, and you keep it:"
    )


def test_a_tunnel_asks_for_its_surcharge() -> None:
    game = play(at(hands=["KKKLL"], deck="KLB..."), TUNNEL)
    assert asked(game) == [
        (
            "**The tunnel Angora — Constantinople costs 2 more cards.** You played 2 black. "
            "Revealed: black, locomotive and blue. "
            "Pay, or decline: you take your cards back, and your turn ends."
        )
    ]
    assert asked(game, language="ru")[0].endswith(
        "Открыто: чёрная, локомотив и синяя. "
        "Доплатите или откажитесь: тогда вы заберёте свои карты, и ход закончится."
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
