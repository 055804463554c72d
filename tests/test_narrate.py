"""The public account: play in, sentences out, and never a secret."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, get_type_hints

import pytest
from msgspec import structs

from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import (
    ColorChanged,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameResumed,
    RosterEvent,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
)
from bot.text.history import PublicStep, tell
from bot.text.i18n import LANGUAGES, phrases
from bot.text.roster_text import tell_roster
from engine.chance import Contribution
from engine.events import Event, GameEnded
from tests import random_games
from tests.narration import NAMES, plain, public, said, steps_of, story
from tests.rules.table import THIRTY_NINE, at, board, cards_but, move, play

TUNNEL = "claim angora--constantinople KK"
BLIND = ("draw deck", "draw deck")


# ---- cards


def test_a_second_card_in_a_post_of_its_own_is_announced() -> None:
    game = play(at(row="KRLGB"), "draw 1K")
    assert story(game, "draw 2R")[0] == "Anna takes red."


def test_a_turn_that_ends_after_one_card_says_why() -> None:
    rest = cards_but("RG")
    barren = {"deck": "", "discards": "", "ticket_deck": [], "turn": 10}
    game = at(players=3, row="R----", hands=[rest, "", "G"], **barren)
    english, russian = story(game, "draw 1R")
    assert english.splitlines() == [
        "Anna takes red. There is no second card to draw.",
        "Boris cannot move and passes.",
    ]
    assert russian.splitlines() == [
        "Anna берёт красную. Второй карты нет.",
        "Boris не может ходить и пропускает ход.",
    ]


def test_a_cleared_row_is_announced() -> None:
    assert story(at(row="RLLYW", deck="LOPKGBPP..."), "draw 1R", "draw deck") == (
        ("Anna takes red and draws a card. Too many locomotives: the face-up cards are replaced."),
        ("Anna берёт красную и карту из колоды. Слишком много локомотивов: открытые карты заменены."),
    )


def test_all_resets_of_an_action_are_one_sentence() -> None:
    assert story(at(hands=["K"], row="LLLLR", deck="LLLRGOPKGB..."), "station wien K") == (
        (
            "Anna builds a station in Wien for 1 black. "
            "Too many locomotives: the face-up cards are replaced 2 times."
        ),
        (
            "Anna строит станцию в городе Вена за 1 чёрную. "
            "Слишком много локомотивов: открытые карты заменены 2 раза."
        ),
    )


def test_a_new_deck_within_a_run_of_resets_is_announced() -> None:
    placed = ("LLLRB", "LGLL", "LLLLL")
    game = at(row="LLLRB", deck="LGLL", discards="LLLLL", hands=["", cards_but(*placed)])
    assert [type(event).__name__ for event in move(game, "draw deck")[1]].count("RowReset") == 1
    english, _ = story(game, "draw deck", "draw deck")
    assert "the face-up cards are replaced" in english
    assert "The discard pile becomes the new deck." in english


def test_a_new_deck_is_announced() -> None:
    rest = cards_but("K", "KRGBW", "RRR")
    game = at(hands=["K", rest], row="KRGBW", deck="", discards="RRR")
    assert story(game, *BLIND) == (
        "Anna draws 2 cards. The discard pile becomes the new deck.",
        "Anna берёт 2 карты из колоды. Сброс стал новой колодой.",
    )


# ---- routes and stations


def test_a_tunnel_that_reveals_nothing_is_claimed() -> None:
    game = at(hands=["KK", cards_but("KK", "KRGBW")], row="KRGBW", deck="", discards="")
    assert story(game, TUNNEL) == (
        ("Anna claims the tunnel Angora — Constantinople for 2 black (+2). No cards were left to reveal."),
        ("Anna занимает тоннель Ангора — Константинополь за 2 чёрные (+2). Открывать было нечего."),
    )


# ---- tickets


def test_kept_tickets_are_announced_by_number_only() -> None:
    game = at(ticket_deck=[3, 17, 42])
    assert story(game, "draw tickets") == ("Anna draws 3 tickets.", "Anna берёт 3 билета.")
    assert story(game, "draw tickets", "keep 3,17") == (
        "Anna draws 3 tickets and keeps 2.",
        "Anna берёт 3 билета и оставляет 2.",
    )
    assert story(play(game, "draw tickets"), "keep 3") == (
        "Anna keeps 1 of 3 tickets.",
        "Anna оставляет 1 из 3 билетов.",
    )
    assert story(at(ticket_deck=[3]), "draw tickets", "keep 3") == (
        "Anna draws 1 ticket and keeps it.",
        "Anna берёт 1 билет и оставляет его.",
    )


# ---- the start and the end


@pytest.mark.parametrize(
    ("own", "line", "english", "russian"),
    [
        (THIRTY_NINE[:-1], "claim danzig--warszawa KK", None, None),
        (THIRTY_NINE, "claim wien--zagrab KK", None, None),
        (
            tuple(route for route in THIRTY_NINE if route != "kyiv--warszawa"),
            "claim kyiv--warszawa KKKK",
            "Anna has 6 trains left.",
            "У игрока Anna осталось 6 вагонов.",
        ),
    ],
)
def test_the_table_is_warned_once_when_trains_run_low(
    own: tuple[str, ...], line: str, english: str | None, russian: str | None
) -> None:
    english_told, russian_told = story(at(hands=["KKKK"], routes=[own]), line)
    assert [english_told.partition(". ")[2], russian_told.partition(". ")[2]] == [
        english or "",
        russian or "",
    ]


def test_globetrotters_are_announced_where_the_rules_have_them() -> None:
    number = next(row.number for row in board("usa").tickets if "1910" in row.decks and not row.long)
    game = at("usa", variant="1910", turns_left=0, turn=40, tickets=[[number], []], routes=[way(number)])
    english, russian = story(game, *BLIND)
    assert "Globetrotter: Anna, 1 ticket completed (+15)." in english
    assert "Globetrotter: Anna, выполнен 1 билет (+15)." in russian
    assert "Longest path" not in english


def way(number: int) -> list[str]:
    """Routes that complete a ticket of the USA, along the fewest of them."""
    ticket = board("usa").ticket[number]
    found: dict[str, list[str]] = {ticket.a: []}
    while ticket.b not in found:
        for city, routes in list(found.items()):
            for route in board("usa").routes:
                if city in (route.a, route.b):
                    found.setdefault(route.b if city == route.a else route.a, [*routes, route.id])
    return found[ticket.b]


def test_a_game_without_legal_actions_is_announced_as_over() -> None:
    game = at(turns_left=0, turn=40)
    *_, end = steps_of(board(), play(game, "draw deck"), move(play(game, "draw deck"), "draw deck")[1])
    before, event, after = end
    assert isinstance(event, GameEnded)
    still = [(before, structs.replace(event, stalemate=True), after)]
    assert said("en", still).startswith("No one can move. The game is over.\n**Anna")
    assert said("ru", still).startswith("Никто не может ходить. Игра окончена.\n**Победу")


# ---- secrets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "variant"), random_games.VARIANTS)
def test_the_public_account_does_not_depend_on_secrets(title: str, variant: str, language: str) -> None:
    """Not even events that still hold their secrets give one away."""
    say = phrases(language)
    for section in whole_game(title, variant):
        told = tell(public(section), NAMES, say)
        assert tell(section, NAMES, say) == told
        assert (
            tell([(before, otherwise(event), after) for before, event, after in section], NAMES, say) == told
        )


@lru_cache
def whole_game(title: str, variant: str) -> Sequence[Sequence[PublicStep]]:
    """A random game of three, action by action."""
    table = random_games.board(title)
    game, events = random_games.opened(title, variant, 3, 5)
    later = (steps_of(table, step.before, step.events) for step in random_games.steps(game, 5))
    return [steps_of(table, None, events), *later]


def otherwise(event: Event) -> Event:
    """The same event with other secrets."""
    hints = get_type_hints(type(event), include_extras=True)
    hidden = [name for name in event.__struct_fields__ if hints[name].__metadata__ != ("public",)]
    return structs.replace(event, **{name: another(getattr(event, name)) for name in hidden})


def another(secret: Any) -> Any:
    match secret:
        case str():
            return "W" * (len(secret) + 1)
        case int():
            return secret + 7
        case tuple():
            return (*secret[::-1], 99)
    raise AssertionError(secret)


# ---- the people


TABLE = Roster(
    "europe",
    "",
    "europe",
    (),
    "local:a",
    "",
    holders=(
        SeatHolder("Anna", "red", person="local:a", stands_in_for="local:f"),
        SeatHolder("Boris", "blue", person="local:b"),
        SeatHolder("Robo", "green", level="easy"),
    ),
    status=Status.RUNNING,
)


LOST = (
    (
        "The data of this bot went back to an earlier state, so the last moves of this game may be missing."
        " It goes on from here."
    ),
    (
        "Данные бота вернулись к более раннему состоянию, поэтому последних ходов этой игры может не хватать."
        " Она продолжается отсюда."
    ),
)
CUT = (
    (
        "Part of this game could not be read, so the operator of this bot removed its last moves."
        " It goes on from here."
    ),
    (
        "Часть этой игры не удалось прочитать, поэтому владелец бота убрал последние ходы."
        " Игра продолжается отсюда."
    ),
)


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        (
            ColorChanged(1, "yellow"),
            "Boris changes to the yellow trains.",
            "Boris меняет цвет: теперь вагоны жёлтые.",
        ),
        (
            ComputerTookOver(1, "easy", "local:z", admin=True),
            "A computer now plays for Boris until they return, as an admin decided.",
            "За игрока Boris теперь играет компьютер, пока игрок не вернётся. Решение: администратор.",
        ),
        (
            SeatSkipped(0, "local:b", "Boris"),
            "A computer finishes this turn for Anna, as Boris decided.",
            "Этот ход за игрока Anna заканчивает компьютер. Решение: Boris.",
        ),
        (
            GameAborted("local:z"),
            "An admin ended the game without a result. It can be restored within a day.",
            "Администратор прерывает игру без результата. Восстановить её можно в течение суток.",
        ),
        (
            GameAborted(""),
            "The operator of this bot ended the game without a result. It can be restored within a day.",
            "Владелец бота прервал игру без результата. Восстановить её можно в течение суток.",
        ),
        (GameResumed("loss"), *LOST),
        (GameResumed("cut"), *CUT),
        (
            GameResumed("repair"),
            "The operator of this bot has repaired this game. It goes on from here.",
            "Владелец бота восстановил эту игру. Она продолжается отсюда.",
        ),
        (
            SeedPublished("5ea1"),
            "The aborted game can no longer be restored. Seed to verify every shuffle: 5ea1",
            "Прерванную игру уже не восстановить. Ключ для проверки всех перемешиваний: 5ea1",
        ),
    ],
)
def test_what_happens_to_seats_and_games_is_announced(event: RosterEvent, english: str, russian: str) -> None:
    assert plain(tell_roster(event, TABLE, phrases("en"))) == english
    assert plain(tell_roster(event, TABLE, phrases("ru"))) == russian


@pytest.mark.parametrize(
    "event",
    [
        GameOpened("europe", "e1", "mega", (), "local:a", "5ec2e7", "5ea1", "c0de"),
        StartRequested("Anna", Contribution("00f1", "")),
        SetupChanged("mega", (), None),
    ],
)
def test_the_account_does_not_repeat_what_the_lobby_shows(event: RosterEvent) -> None:
    assert tell_roster(event, TABLE, phrases("en")) == ""


def test_an_aborted_game_publishes_the_secret_of_its_cards() -> None:
    aborted = replace(TABLE, seal="5ea1", deck_secret="c0de")
    assert plain(tell_roster(SeedPublished("f00d"), aborted, phrases("en"))) == (
        "The aborted game can no longer be restored. Secret of its cards: c0de"
    )
