"""Refusals: for every reason one sentence, with the rule and what would be legal."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.text.errors import refusal
from bot.text.i18n import LANGUAGES, phrases
from engine.actions import Action, ClaimRoute, KeepTickets
from engine.game import Game
from engine.notation import read_line
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from tests.narration import NAMES, plain
from tests.rules.table import FORTY_TWO, at, cards_but, opened, play

TUNNEL = "claim angora--constantinople"


def refused(game: Game, seat: int, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        apply(game, seat, action)
    return caught.value


def plainly() -> Game:
    return at(hands=["KKKL", "RR"], row="KRL-B")


def half_chosen() -> Game:
    game = opened(players=3)
    return play(game, "0: keep " + ",".join(map(str, sorted(game.offers[0]))))


def offered() -> Game:
    return play(at(ticket_deck=[3, 17, 42]), "draw tickets")


def one_drawn() -> Game:
    return play(plainly(), "draw 2R")


def settling() -> Game:
    return play(at(hands=["KKL"], deck="KLB..."), f"{TUNNEL} KK")


def settling_locomotives() -> Game:
    return play(at(hands=["LLLK"], deck="KLB..."), f"{TUNNEL} LL")


def over() -> Game:
    return play(at(turns_left=0), "draw deck", "draw deck")


def claimed() -> Game:
    owned = [["pamplona--paris--1"], ["berlin--warszawa--1", "wien--zagrab"]]
    return at(players=3, hands=["KKKLLLRRRR"], routes=owned)


def built() -> Game:
    return at(hands=["KKK"], stations=[["wien", "paris", "roma"], ["brest"]])


ROW = "1 K ♠️ black · 2 R ❤️ red · 3 L 🚂 locomotive · 4 — · 5 B 💧 blue"
RYAD = "1 K ♠️ чёрная · 2 R ❤️ красная · 3 L 🚂 локомотив · 4 — · 5 B 💧 синяя"


@dataclass(frozen=True, slots=True)
class Case:
    """Who is refused what at a moment, and why, in English and in Russian."""

    reason: Reason
    game: Callable[[], Game]
    line: str
    english: str
    russian: str
    seat: int = 0
    action: Action | None = None
    """What no line can say."""


CASES = [
    Case(
        Reason.GAME_OVER,
        over,
        "draw deck",
        "The game is over, and nothing more can be played.",
        "Игра окончена, ходов больше нет.",
    ),
    Case(
        Reason.NOT_YOUR_TURN,
        plainly,
        "draw deck",
        "It is Anna’s turn: wait for yours.",
        "Сейчас ходит Anna: дождитесь своего хода.",
        seat=1,
    ),
    Case(
        Reason.WAIT_FOR_TICKETS,
        half_chosen,
        "draw deck",
        "Nobody moves before all have chosen their starting tickets: Boris and Carla still to choose.",
        "Никто не ходит, пока все не выберут начальные билеты; осталось: Boris и Carla.",
    ),
    Case(
        Reason.CHOOSE_TICKETS_FIRST,
        offered,
        "draw deck",
        "Your tickets come first: keep at least 1 of those offered to you.",
        "Сначала билеты: оставьте хотя бы 1 из предложенных.",
    ),
    Case(
        Reason.CHOOSE_TICKETS_FIRST,
        lambda: opened("mega"),
        "draw deck",
        "Your tickets come first: choose from those offered to you.",
        "Сначала билеты: выберите из предложенных.",
    ),
    Case(
        Reason.SECOND_CARD_FIRST,
        one_drawn,
        "station wien K",
        "You have drawn one card, and a second has to follow: take one from the row or a blind one.",
        "Одна карта взята, нужна вторая: возьмите её из ряда или вслепую.",
    ),
    Case(
        Reason.SETTLE_TUNNEL_FIRST,
        settling,
        "draw deck",
        "The tunnel comes first: pay 2 more cards, or decline.",
        "Сначала тоннель: доплатите ещё 2 карты или откажитесь.",
    ),
    Case(
        Reason.NO_TICKETS_OFFERED,
        plainly,
        "keep 3",
        "No tickets are offered to you: draw some first.",
        "Выбирать не из чего: сначала возьмите билеты.",
    ),
    Case(
        Reason.NO_TUNNEL_OPEN,
        plainly,
        "pay K",
        "No tunnel waits for your payment: claim one first.",
        "Ни один тоннель не ждёт вашей доплаты: сначала займите его.",
    ),
    Case(
        Reason.NO_SUCH_SLOT,
        plainly,
        "draw 7R",
        f"The row has the slots 1 to 5: choose from {ROW}.",
        f"В ряду места от 1 до 5: {RYAD}.",
    ),
    Case(
        Reason.EMPTY_SLOT,
        plainly,
        "draw 4R",
        f"Slot 4 is empty: choose from {ROW}.",
        f"Место 4 пусто, в ряду {RYAD}.",
    ),
    Case(
        Reason.CARD_CHANGED,
        plainly,
        "draw 1R",
        f"Slot 1 holds K (♠️ black) now: choose again from {ROW}.",
        f"На месте 1 теперь K (♠️ чёрная), в ряду {RYAD}.",
    ),
    Case(
        Reason.LOCOMOTIVE_SECOND,
        one_drawn,
        "draw 3L",
        "A face-up locomotive can only be the first and only card: take a coloured card or a blind one.",
        "Открытый локомотив можно взять только первой и единственной картой: возьмите цветную или вслепую.",
    ),
    Case(
        Reason.NO_CARDS_LEFT,
        lambda: at(hands=["", cards_but("KRG")], row="KRG--", deck="", discards=""),
        "draw deck",
        "Deck and discards are empty: choose from the row, "
        "1 K ♠️ black · 2 R ❤️ red · 3 G ☘️ green · 4 — · 5 —.",
        "Колода и сброс пусты: возьмите карту из ряда, "
        "1 K ♠️ чёрная · 2 R ❤️ красная · 3 G ☘️ зелёная · 4 — · 5 —.",
    ),
    Case(
        Reason.NO_TICKETS_LEFT,
        lambda: at(ticket_deck=[]),
        "draw tickets",
        "The ticket deck is empty: draw cards, claim a route or build a station instead.",
        "Билеты кончились: возьмите карты, займите перегон или постройте станцию.",
    ),
    Case(
        Reason.TICKET_NOT_OFFERED,
        offered,
        "keep 3,40",
        "Keep only tickets offered to you, each named once: #40 does not fit.",
        "Оставлять можно только предложенные билеты, каждый по одному разу: №40 не подходит.",
    ),
    Case(
        Reason.TOO_FEW_TICKETS,
        offered,
        "keep none",
        "Keep at least 1 ticket: you named 0.",
        "Оставьте хотя бы 1 билет: названо 0.",
    ),
    Case(
        Reason.TOO_MANY_TICKETS,
        lambda: opened("mega"),
        "",
        "Keep at most 1 ticket: you named 2.",
        "Оставьте не больше 1 билета: названо 2.",
        action=KeepTickets(opened("mega").offers[0]),
    ),
    Case(
        Reason.NO_SUCH_ROUTE,
        plainly,
        "claim wien--moskva KK",
        "There is no such route on this board: name two cities that are neighbours.",
        "На этой карте нет такого перегона: назовите два соседних города.",
    ),
    Case(
        Reason.ROUTE_TAKEN,
        claimed,
        "claim wien--zagrab RR",
        "Vienna — Zagreb belongs to Boris already: claim a free route.",
        "Перегон Вена — Загреб уже занят (игрок Boris): выберите свободный.",
    ),
    Case(
        Reason.OWNS_TWIN,
        claimed,
        "claim pamplona--paris--2 GGGG",
        "One player never owns both sides of a double route, and the other side of Pamplona — Paris (green) "
        "is yours: claim another route.",
        "Обе стороны двойного перегона одному игроку не достаются, а вторая сторона перегона "
        "Памплона — Париж (зелёный) уже ваша: выберите другой перегон.",
    ),
    Case(
        Reason.DOUBLE_CLOSED,
        claimed,
        "claim berlin--warszawa--2 YYYY",
        "With fewer than 4 players only one side of a double route can be claimed, so "
        "Berlin — Warsaw (yellow) is closed: claim another route.",
        "Если игроков меньше 4, на двойном перегоне занимают только одну сторону, и "
        "Берлин — Варшава (жёлтый) закрыт: выберите другой перегон.",
    ),
    Case(
        Reason.TOO_FEW_TRAINS,
        lambda: at(hands=["PPPP"], routes=[FORTY_TWO]),
        "claim berlin--warszawa--1 PPPP",
        "This route takes 4 trains, and you have 3 left: claim a shorter one.",
        "На этот перегон нужно 4 вагона, а осталось 3: выберите перегон короче.",
    ),
    Case(
        Reason.NO_STATIONS_IN_TITLE,
        lambda: at("usa", hands=["K"]),
        "station boston K",
        "There are no stations in this game: draw cards, draw tickets or claim a route instead.",
        "В этой игре нет станций: возьмите карты, возьмите билеты или займите перегон.",
    ),
    Case(
        Reason.NO_STATIONS_LEFT,
        built,
        "station london K",
        "All your stations are built: draw cards, draw tickets or claim a route instead.",
        "Все ваши станции построены: возьмите карты, возьмите билеты или займите перегон.",
    ),
    Case(
        Reason.NO_SUCH_CITY,
        built,
        "station oz K",
        "There is no such city on this board: name one that is on it.",
        "На этой карте нет такого города: назовите другой.",
    ),
    Case(
        Reason.CITY_HAS_STATION,
        built,
        "station brest K",
        "Brest has a station of Boris, and a city has room for one: build in another city.",
        "В городе Брест уже есть станция (игрок Boris), а место там одно: выберите другой город.",
    ),
    Case(
        Reason.CARDS_NOT_HELD,
        claimed,
        "claim palermo--smyrna GGGGLL",
        "Your hand lacks GGGG (☘️ 4 green): "
        "Palermo — Smyrna takes 6 cards of one colour, or locomotives, at least LL.",
        "На руках не хватает GGGG (☘️ 4 зелёные): "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, хотя бы LL.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        claimed,
        "claim berlin--frankfurt--1 KK",
        "You gave 2, and it takes exactly 3: "
        "Berlin — Frankfurt (black) takes 3 cards, K (♠️ black) or locomotives.",
        "Карт дано 2, а нужно ровно 3: Берлин — Франкфурт (чёрный) стоит 3 карты, "
        "K (♠️ чёрная) или локомотивы.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        claimed,
        "station wien KK",
        "You gave 2, and it takes exactly 1: this station takes 1 card of any colour, or a locomotive.",
        "Карт дано 2, а нужно ровно 1: эта станция стоит 1 карту любого цвета или локомотив.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        settling,
        "pay L",
        "You gave 1, and it takes exactly 2: the surcharge is 2 cards, K (♠️ black) or locomotives.",
        "Карт дано 1, а нужно ровно 2: доплата — 2 карты, K (♠️ чёрная) или локомотивы.",
    ),
    Case(
        Reason.WRONG_NUMBER_OF_CARDS,
        settling_locomotives,
        "pay LL",
        "You gave 2, and it takes exactly 1: the surcharge is 1 locomotive.",
        "Карт дано 2, а нужно ровно 1: доплата — 1 локомотив.",
    ),
    Case(
        Reason.MIXED_COLORS,
        claimed,
        "claim palermo--smyrna KKKRLL",
        "Only one colour pays, locomotives aside: "
        "Palermo — Smyrna takes 6 cards of one colour, or locomotives, at least LL.",
        "Платят картами одного цвета, не считая локомотивов: "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, хотя бы LL.",
    ),
    Case(
        Reason.WRONG_COLOR,
        claimed,
        "claim berlin--frankfurt--1 RRR",
        "Only K (♠️ black) and locomotives pay here.",
        "Здесь годятся только K (♠️ чёрная) и локомотивы.",
    ),
    Case(
        Reason.FERRY_NEEDS_LOCOMOTIVES,
        claimed,
        "claim palermo--smyrna KKKKKL",
        "A ferry takes a locomotive for each symbol, here at least 2: "
        "Palermo — Smyrna takes 6 cards of one colour, or locomotives, at least LL.",
        "На пароме за каждый знак нужен локомотив, здесь хотя бы 2: "
        "Палермо — Смирна стоит 6 карт одного цвета или локомотивы, хотя бы LL.",
    ),
    Case(
        Reason.ONLY_LOCOMOTIVES,
        settling_locomotives,
        "pay K",
        "You laid locomotives alone, so only locomotives pay the surcharge.",
        "Положены одни локомотивы, ими и доплачивают.",
    ),
    Case(
        Reason.NO_SUCH_CARDS,
        claimed,
        "",
        "Cards are written with these letters: P (🌸 purple), B (💧 blue), O (☀️ orange), W (◇ white), "
        "G (☘️ green), Y (⭐ yellow), K (♠️ black), R (❤️ red), L (🚂 locomotive).",
        "Карты пишутся буквами: P (🌸 фиолетовая), B (💧 синяя), O (☀️ оранжевая), W (◇ белая), "
        "G (☘️ зелёная), Y (⭐ жёлтая), K (♠️ чёрная), R (❤️ красная), L (🚂 локомотив).",
        action=ClaimRoute("palermo--smyrna", "KQ"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.reason}-{number}" for number, case in enumerate(CASES)])
def test_a_refusal_says_the_rule_and_what_would_be_legal(case: Case) -> None:
    game, action = case.game(), case.action or read_line(case.line)
    error = refused(game, case.seat, action)
    assert error.reason is case.reason
    said = [plain(refusal(error, game.table, NAMES, phrases(to), action)) for to in ("en", "ru")]
    assert said == [case.english, case.russian]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.reason}-{number}" for number, case in enumerate(CASES)])
def test_a_refusal_is_one_sentence_without_the_action_too(case: Case) -> None:
    game = case.game()
    error = refused(game, case.seat, case.action or read_line(case.line))
    for language in LANGUAGES:
        said = refusal(error, game.table, NAMES, phrases(language))
        assert said.endswith(".")
        assert "\n" not in said


def test_no_reason_is_left_out() -> None:
    assert {case.reason for case in CASES} == set(Reason)


def test_what_somebody_wrote_is_not_repeated() -> None:
    for action in (ClaimRoute("**@everyone**", "K"), ClaimRoute("palermo--smyrna", "**@everyone**")):
        said = refusal(refused(claimed(), 0, action), claimed().table, NAMES, phrases("en"), action)
        assert "everyone" not in said
