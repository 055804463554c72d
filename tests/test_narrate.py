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
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    PersonTookOver,
    PlayerJoined,
    RosterEvent,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
)
from bot.text.history import PublicStep, tell
from bot.text.i18n import LANGUAGES, phrases
from bot.text.roster_text import tell_roster
from engine.chance import Contribution
from engine.events import Event, GameEnded, seen_by
from engine.setup import Setup, new_game
from tests import random_games
from tests.narration import NAMES, plain, public, said, steps_of, story
from tests.rules.table import FORTY_ONE, FORTY_TWO, THIRTY_NINE, at, board, cards_but, move, opened, play

TUNNEL = "claim angora--constantinople KK"
BLIND = ("draw deck", "draw deck")


# ---- cards


@pytest.mark.parametrize(
    ("lines", "english", "russian"),
    [
        (
            ("draw 1K", "draw 2R"),
            "Anna takes black and red.",
            "Anna берёт чёрную и красную.",
        ),
        (
            ("draw 1K", "draw deck"),
            "Anna takes black and draws a card.",
            "Anna берёт чёрную и карту из колоды.",
        ),
        (
            ("draw deck", "draw 5B"),
            "Anna takes blue and draws a card.",
            "Anna берёт синюю и карту из колоды.",
        ),
        (BLIND, "Anna draws 2 cards.", "Anna берёт 2 карты из колоды."),
        (
            ("draw 3L",),
            "Anna takes a locomotive.",
            "Anna берёт локомотив.",
        ),
        (("draw deck",), "Anna draws 1 card.", "Anna берёт одну карту из колоды."),
    ],
)
def test_the_cards_of_a_turn_are_one_sentence(lines: tuple[str, ...], english: str, russian: str) -> None:
    assert story(at(row="KRLGB"), *lines) == (english, russian)


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


@pytest.mark.parametrize(
    ("line", "english", "russian"),
    [
        (
            "claim wien--zagrab KK",
            "Anna claims Wien — Zágráb for 2 black (+2).",
            "Anna занимает Вена — Загреб за 2 чёрные (+2).",
        ),
        (
            "claim dieppe--paris L",
            "Anna claims Dieppe — Paris for 1 locomotive (+1).",
            "Anna занимает Дьеп — Париж за 1 локомотив (+1).",
        ),
        (
            "claim edinburgh--london--2 KKKL",
            "Anna claims Edinburgh — London (black) for 3 black and 1 locomotive (+7).",
            "Anna занимает Эдинбург — Лондон (чёрный) за 3 чёрные и 1 локомотив (+7).",
        ),
        (
            "station kyiv L",
            "Anna builds a station in Kyïv for 1 locomotive.",
            "Anna строит станцию в городе Киев за 1 локомотив.",
        ),
    ],
)
def test_claims_and_stations_are_announced_with_their_price(line: str, english: str, russian: str) -> None:
    assert story(at(hands=["KKKL"]), line) == (english, russian)


PLAYED = "plays 2 black for the tunnel Angora — Constantinople. "
LAID_RU = "кладёт 2 чёрные за тоннель Ангора — Константинополь. "


@pytest.mark.parametrize(
    ("revealed", "lines", "english", "russian"),
    [
        (
            "RGB",
            (),
            ("claims the tunnel Angora — Constantinople for 2 black (+2). Revealed: red, green and blue."),
            (
                "занимает тоннель Ангора — Константинополь за 2 чёрные (+2). "
                "Открыто: красная, зелёная и синяя."
            ),
        ),
        (
            "KGB",
            (),
            f"{PLAYED}Revealed: black, green and blue, so 1 more card.",
            f"{LAID_RU}Открыто: чёрная, зелёная и синяя, доплата: 1 карта.",
        ),
        (
            "KGB",
            ("pay L",),
            (
                f"{PLAYED}Revealed: black, green and blue, so 1 more card. "
                "Anna pays 1 locomotive more and claims the tunnel (+2)."
            ),
            (
                f"{LAID_RU}Открыто: чёрная, зелёная и синяя, доплата: 1 карта. "
                "Anna доплачивает 1 локомотив и занимает тоннель (+2)."
            ),
        ),
        (
            "KLB",
            ("decline",),
            (f"{PLAYED}Revealed: black, locomotive and blue, so 2 more cards. Anna declines the tunnel."),
            (f"{LAID_RU}Открыто: чёрная, локомотив и синяя, доплата: 2 карты. Anna отказывается от тоннеля."),
        ),
    ],
)
def test_a_tunnel_is_announced_with_all_its_cards(
    revealed: str, lines: tuple[str, ...], english: str, russian: str
) -> None:
    game = at(hands=["KKL"], deck=revealed + "...")
    assert story(game, TUNNEL, *lines) == (
        f"Anna {english}",
        f"Anna {russian}",
    )


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


def test_starting_tickets_are_announced_once_all_players_have_chosen() -> None:
    game = opened(starter=1)
    first, second = (",".join(map(str, sorted(offer))) for offer in game.offers)
    assert story(game, f"0: keep {first}") == ("", "")
    english, russian = story(game, f"0: keep {first}", f"1: keep {second}", "draw deck", "draw deck")
    assert english.splitlines() == [
        "Everyone has chosen tickets: Anna 4, Boris 4.",
        "Boris draws 2 cards.",
    ]
    assert russian.splitlines() == [
        "Все выбрали билеты: Anna 4, Boris 4.",
        "Boris берёт 2 карты из колоды.",
    ]


def test_long_tickets_chosen_first_are_counted_with_the_others() -> None:
    game = opened("mega", starter=0)
    for seat in (0, 1):
        game = play(game, f"{seat}: keep {game.offers[seat][0]}")
    lines = [f"{seat}: keep {','.join(map(str, sorted(game.offers[seat])))}" for seat in (0, 1)]
    assert story(game, *lines)[0] == "Everyone has chosen tickets: Anna 6, Boris 6."


# ---- the start and the end


@pytest.mark.parametrize(
    ("starter", "english", "russian"),
    [
        (None, "Boris goes first (drawn at random).", "Первый ход по жребию: Boris."),
        (2, "Carla goes first.", "Первый ход: Carla."),
    ],
)
def test_a_game_begins_with_its_title_and_its_first_player(
    starter: int | None, english: str, russian: str
) -> None:
    seed = next(seed for seed in seeds() if starter or opened(players=3, seed=seed).table.starter == 1)
    _, events = new_game(board(), Setup("mega", 3, starter=starter), "k3f9", seed)
    steps = steps_of(board(), None, events)
    assert said("en", steps) == f"All aboard! **Ticket to Ride: Europe**, Mega Europe. {english}"
    assert said("ru", steps) == f"По вагонам! **Ticket to Ride: Europe**, Мега-Европа. {russian}"


def seeds() -> Sequence[str]:
    return [f"{number:064x}" for number in range(1, 40)]


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


@pytest.mark.parametrize(
    ("own", "line", "english", "russian"),
    [
        (FORTY_ONE, "claim wien--zagrab RR", "Anna has 2 trains left", "У игрока Anna осталось 2 вагона"),
        (FORTY_TWO, "claim wien--zagrab RR", "Anna has 1 train left", "У игрока Anna остался 1 вагон"),
        (FORTY_TWO, "claim brest--paris KKK", "Anna has no trains left", "У игрока Anna больше нет вагонов"),
    ],
)
def test_the_last_round_is_announced_with_who_plays_last(
    own: tuple[str, ...], line: str, english: str, russian: str
) -> None:
    told = story(at(players=3, hands=["RRKKK"], routes=[own]), line)
    assert told[0].endswith(
        f"{english}: **the last round begins.** Everyone has one more turn; Anna plays last."
    )
    assert told[1].endswith(
        f"{russian}: **начинается последний круг.** У каждого ещё один ход, последним ходит Anna."
    )


def test_the_end_tells_places_and_bonuses() -> None:
    game = at(hands=["RR"], routes=[FORTY_ONE], players=3, tickets=[[3], [17], [42]])
    game = play(game, "claim wien--zagrab RR", *BLIND, *BLIND, "draw deck")
    english, russian = story(game, "draw deck")
    assert english.splitlines() == [
        "Anna draws 1 card.",
        "The game is over.",
        "**Anna wins with 101 points.**",
        "1. Anna 101 · 2. Boris 7 · 3. Carla -9",
        "Longest path: Anna, 16 spaces (+10).",
    ]
    assert russian.splitlines() == [
        "Anna берёт одну карту из колоды.",
        "Игра окончена.",
        "**Побеждает Anna: 101 очко.**",
        "1. Anna 101 · 2. Boris 7 · 3. Carla -9",
        "Самый длинный путь: Anna, длина 16 (+10).",
    ]


def test_a_shared_victory_is_shared_in_words_too() -> None:
    last = {"turns_left": 0, "turn": 40}
    game = at(players=3, hands=["", "", "K"], tickets=[[], [], [3]], **last)
    english, russian = story(game, *BLIND)
    assert "**Anna and Boris share the victory with 12 points each.**" in english
    assert "**Победу делят Anna и Boris: по 12 очков.**" in russian


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


def test_that_game_had_every_kind_of_secret() -> None:
    events = [event for section in whole_game("europe", "mega") for _, event, _ in section]
    hidden = {type(event).__name__ for event in events if seen_by(event, None) != event}
    assert hidden == {
        "GameStarted",
        "StarterChosen",
        "DeckShuffled",
        "TicketsShuffled",
        "CardsDealt",
        "TicketsSetAside",
        "TicketsOffered",
        "TicketsKept",
        "RefusedReturned",
        "CardDrawn",
    }


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
            PlayerJoined("local:c", "Carla", "black"),
            "Carla joins with the black trains.",
            "Carla вступает в игру, вагоны чёрные.",
        ),
        (
            ComputerJoined("easy", "Robo", "green"),
            "Robo joins with the green trains.",
            "В игру вступает Robo, вагоны зелёные.",
        ),
        (
            ColorChanged(1, "yellow"),
            "Boris changes to the yellow trains.",
            "Boris меняет цвет: теперь вагоны жёлтые.",
        ),
        (SeatLeft(1), "Boris leaves the game.", "Boris выходит из игры."),
        (
            ComputerTookOver(1, "easy", "local:b"),
            "Boris leaves the game. A computer plays until they return or someone takes the seat with /join.",
            "Boris выходит из игры. Играет компьютер, пока игрок не вернётся или место не займут: /join.",
        ),
        (
            ComputerTookOver(1, "easy", "local:a"),
            "A computer now plays for Boris until they return, as Anna decided.",
            "За игрока Boris теперь играет компьютер, пока игрок не вернётся. Решение: Anna.",
        ),
        (
            ComputerTookOver(1, "easy", "local:z", "Eve", admin=True),
            "A computer now plays for Boris until they return, as Eve (admin) decided.",
            "За игрока Boris теперь играет компьютер, пока игрок не вернётся. Решение: Eve (администратор).",
        ),
        (
            ComputerTookOver(1, "easy", "local:z", admin=True),
            "A computer now plays for Boris until they return, as an admin decided.",
            "За игрока Boris теперь играет компьютер, пока игрок не вернётся. Решение: администратор.",
        ),
        (
            SeatGivenUp(1, "local:b", "Boris"),
            "Boris gives up the seat. A computer plays it until someone takes it with /join.",
            "Boris отказывается от места. На нём играет компьютер, пока его кто-нибудь не займёт: /join.",
        ),
        (
            SeatGivenUp(1, "local:f", "Fred"),
            "Fred gives up the seat for good. It now belongs to Boris.",
            "Fred отказывается от места насовсем. Теперь оно принадлежит игроку Boris.",
        ),
        (PersonTookOver(1, "local:b", "Boris"), "Boris is back in the game.", "Boris снова в игре."),
        (
            PersonTookOver(0, "local:f", "Fred"),
            "Fred is back and plays in this seat again. Anna now watches.",
            "Fred снова играет на своём месте. Игрок Anna теперь смотрит.",
        ),
        (
            PersonTookOver(2, "local:d", "Dmitri"),
            "Dmitri takes over Robo’s seat.",
            "Dmitri занимает место игрока Robo.",
        ),
        (
            SeatSkipped(0, "local:b", "Boris"),
            "A computer finishes this turn for Anna, as Boris decided.",
            "Этот ход за игрока Anna заканчивает компьютер. Решение: Boris.",
        ),
        (
            SeatSkipped(0, "local:z"),
            "A computer finishes this turn for Anna, as an admin decided.",
            "Этот ход за игрока Anna заканчивает компьютер. Решение: администратор.",
        ),
        (
            GameAborted("local:a"),
            "Anna ended the game without a result. It can be restored within a day.",
            "Anna прерывает игру без результата. Восстановить её можно в течение суток.",
        ),
        (
            GameAborted("local:z", "", "Eve", admin=True),
            "Eve (admin) ended the game without a result. It can be restored within a day.",
            "Eve (администратор) прерывает игру без результата. Восстановить её можно в течение суток.",
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
        (
            GameRestored("local:z", "Eve", admin=True),
            "Eve (admin) restored the game. It continues where it stopped.",
            "Eve (администратор) восстанавливает игру. Она продолжается с того же места.",
        ),
        (
            GameRestored("local:b"),
            "Boris restored the game. It continues where it stopped.",
            "Boris восстанавливает игру. Она продолжается с того же места.",
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
def test_joining_and_leaving_are_announced(event: RosterEvent, english: str, russian: str) -> None:
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


def test_a_lobby_is_closed_rather_than_ended() -> None:
    lobby = replace(TABLE, status=Status.LOBBY)
    told = plain(tell_roster(GameAborted("local:a"), lobby, phrases("en")))
    assert told == "Anna closed the lobby. It can be restored within a day."
