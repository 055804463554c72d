"""The languages: each says everything that English says, with the same values, in its own plurals."""

import ast as python
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.roster import COLORS
from bot.model.names import LONGEST_NAME
from bot.model.settings import ChatSettings, PersonSettings
from bot.text import labels
from bot.text.i18n import LANGUAGES, person, phrases
from engine.actions import ClaimRoute, KeepTickets
from engine.cards import CARDS
from engine.game import Game
from engine.notation import read_line
from engine.options import options
from engine.view import view_for
from tests.rules.table import at, board, play

BOT = Path(__file__).parent.parent / "bot"
EN, RU = phrases("en"), phrases("ru")


def entries(language: str) -> list[ast.EntryType]:
    return (
        FluentParser().parse((BOT / "text" / "locales" / f"{language}.ftl").read_text(encoding="utf-8")).body
    )


@lru_cache
def messages(language: str) -> dict[str, ast.Message]:
    return {entry.id.name: entry for entry in entries(language) if isinstance(entry, ast.Message)}


def nodes(node: object) -> Iterator[ast.BaseNode]:
    """A piece of Fluent's syntax with all that it is made of."""
    if isinstance(node, ast.BaseNode):
        yield node
        for child in vars(node).values():
            yield from nodes(child)
    elif isinstance(node, list):
        for child in node:
            yield from nodes(child)


def variables(message: ast.Message) -> set[str]:
    return {node.id.name for node in nodes(message) if isinstance(node, ast.VariableReference)}


def literals() -> Iterator[str]:
    """Every string in the bot's code; an f-string as far as its first value, with a star behind."""
    for path in BOT.rglob("*.py"):
        for node in python.walk(python.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, python.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, python.JoinedStr) and isinstance(node.values[0], python.Constant):
                yield f"{node.values[0].value}*"


# ---- the files


def test_the_bot_speaks_the_languages_that_it_has_files_for() -> None:
    assert LANGUAGES == ("en", "ru")
    assert [phrases(language).language for language in LANGUAGES] == ["en", "ru"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_language_can_be_read(language: str) -> None:
    junk = [entry.content for entry in entries(language) if isinstance(entry, ast.Junk)]
    assert junk == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_in_two_ways(language: str) -> None:
    keys = Counter(entry.id.name for entry in entries(language) if isinstance(entry, ast.Message))
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_what_english_says_with_the_same_values(language: str) -> None:
    """The words in pictures have a test of their own: in English they come with `render`."""
    sentences = {
        key: message for key, message in messages(language).items() if not key.startswith("picture-")
    }
    said = {key: variables(message) for key, message in sentences.items()}
    assert said == {key: variables(message) for key, message in messages("en").items()}


def of_settings() -> Iterator[str]:
    """The keys that follow from the rows of settings."""
    for owner, sentence, title in (
        (PersonSettings, "settings", "settings-choose"),
        (ChatSettings, "chat-set", "chat-choose"),
    ):
        for row in owner.rows():
            yield f"{sentence}-{row.name.replace('_', '-')}"
            yield f"{title}-{row.word}"
            yield from (f"{row.word}-{word}" for word in row.kind.words)


def test_every_phrase_is_said_somewhere() -> None:
    written = {*literals(), *of_settings()}
    begun = tuple(text[:-1] for text in written if re.fullmatch(r"[a-z-]+-\*", text))
    assert [key for key in messages("en") if key not in written and not key.startswith(begun)] == []


def test_everything_that_is_said_is_a_phrase() -> None:
    said = re.compile(r"""\b(?:say|Refused|Ask)\(\s*["']([a-z-]+)["']""")
    keys = {key for path in BOT.rglob("*.py") for key in said.findall(path.read_text(encoding="utf-8"))}
    assert keys
    assert sorted(keys - set(messages("en"))) == []


def test_a_plural_has_every_form_that_russian_needs() -> None:
    """A count that reads as a noun has one, few and many; one of the forms may be the default."""
    for key, message in messages("ru").items():
        for select in (node for node in nodes(message) if isinstance(node, ast.SelectExpression)):
            forms = {
                variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value
                for variant in select.variants
            }
            assert not forms & {"few", "many"} or {"one", "few", "many"} <= forms, key


def test_what_a_player_does_in_russian_has_no_gender() -> None:
    """The present tense has none; the past has, in words that end as these do. Trains that are left may."""
    past = re.compile(r"\{ \$(?:name|other) \}\W+(?!остал)\w+(?:л|ла|лся|лась)\b")
    text = (BOT / "text" / "locales" / "ru.ftl").read_text(encoding="utf-8")
    assert past.findall(text) == []


# ---- saying


def test_a_missing_phrase_is_an_error() -> None:
    with pytest.raises(LookupError, match="en has no phrase 'tell-nothing'"):
        EN.say("tell-nothing")


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(LookupError, match="route"):
        EN.say("tell-claimed", name="Anna", cards="KK", points=2)


def test_a_language_without_a_file_is_an_error() -> None:
    with pytest.raises(LookupError, match="no language 'tlh'"):
        phrases("tlh")


def test_a_value_too_long_for_a_phrase_is_an_error_rather_than_cut() -> None:
    with pytest.raises(LookupError):
        EN.say("refused", why="x" * 2501)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_never_grouped(language: str) -> None:
    assert "123456" in phrases(language).say("seat-lost-for-now", name=123456)


@pytest.mark.parametrize(
    ("key", "values", "forms"),
    [
        ("board-player", {"name": "Анна"}, "1 очко, 2 очка, 5 очков, 11 очков, 21 очко, 112 очков"),
        ("cards-K", {}, "1 чёрная, 2 чёрные, 5 чёрных, 11 чёрных, 21 чёрная, 112 чёрных"),
        ("do-tickets", {}, "1 билет, 2 билета, 5 билетов, 11 билетов, 21 билет, 112 билетов"),
        (
            "tell-few-trains",
            {"name": "Анна"},
            "1 вагон, 2 вагона, 5 вагонов, 11 вагонов, 21 вагон, 112 вагонов",
        ),
    ],
)
def test_russian_counts_as_russian_does(key: str, values: dict[str, str], forms: str) -> None:
    for form in forms.split(", "):
        number = int(form.split()[0])
        counted = dict.fromkeys(variables(messages("ru")[key]) - set(values), number)
        assert re.search(rf"\b{form}\b", RU.say(key, **values, **counted))


# ---- persons


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anna", "Anna"),
        ("Anna Maria O'Neill-Łoś", "Anna Maria O'Neill-Łoś"),
        ("Анна 🚂", "Анна 🚂"),
        ("👩‍🚀", "👩‍🚀"),
        ("**boss**", "∗∗boss∗∗"),
        ("two\nlines\r\n and\ttabs", "two lines and tabs"),
        ("@everyone", "＠everyone"),
        ("<@1> and <#2>", "‹＠1› and ‹#2›"),
        ("`code`", "ˋcodeˋ"),
        ('{ $name } { "x" }', '{ $name } { "x" }'),
        ("\u202eevil\u202c \u2069back", "evil back"),
        ("x" * 99, "x" * (LONGEST_NAME - 1) + "…"),
        ("", "…"),
        (" \u200d\u2066\n", "…"),
    ],
)
def test_a_name_does_no_harm_in_a_sentence(name: str, written: str) -> None:
    said = EN.say("next-turn", name=name)
    assert said == f"It’s **\u2068{written}\u2069**’s turn."


def test_somebody_who_was_forgotten_is_named_in_the_readers_language() -> None:
    russian = phrases("ru")
    assert "\u2068Игрок 2\u2069" in russian.say("next-turn", name="Player 2")
    assert "\u2068Player 2\u2069" in EN.say("next-turn", name="Player 2")
    assert [russian.player(name) for name in ("Player 2", "Player 22", "a Player 2")] == [
        "Игрок 2",
        "Player 22",
        "a Player 2",
    ]


@given(st.text())
def test_any_name_keeps_within_its_marks(name: str) -> None:
    written = person(name)
    assert person(written) == written
    inside = written[1:-1]
    assert (written[0], written[-1]) == ("\u2068", "\u2069")
    assert 0 < len(inside) <= LONGEST_NAME
    assert not set(inside) & set("*@<>`\n\r\u2066\u2067\u2068\u2069\u202e\u2028")


# ---- the names of things


@pytest.mark.parametrize(
    ("route", "english", "russian"),
    [
        ("athina--brindisi", "Athína — Brindisi", "Афины — Бриндизи"),
        ("kyiv--smolensk", "Kyïv — Smolensk", "Киев — Смоленск"),
        ("pamplona--paris--2", "Pamplona — Paris (green)", "Памплона — Париж (зелёный)"),
        ("dieppe--london--2", "Dieppe — London", "Дьеп — Лондон"),
    ],
)
def test_a_route_is_called_by_its_cities_and_its_color(route: str, english: str, russian: str) -> None:
    europe = board("europe")
    assert labels.route_name(europe, route, "en") == english
    assert labels.route_name(europe, route, "ru") == russian


def test_the_gray_sides_of_a_double_route_are_numbered_where_one_is_meant() -> None:
    name = labels.route_name(board("europe"), "dieppe--london--2", "ru", numbered=True)
    assert name == "Дьеп — Лондон (2)"


@pytest.mark.parametrize("title", ["europe", "usa"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_routes_have_one_name(title: str, language: str) -> None:
    routes = board(title).routes
    names = Counter(labels.route_name(board(title), route.id, language, numbered=True) for route in routes)
    assert max(names.values()) == 1


def test_the_row_is_read_slot_by_slot() -> None:
    assert labels.row("RL-KB", EN) == "1 R ❤️ red · 2 L 🚂 locomotive · 3 — · 4 K ♠️ black · 5 B 💧 blue"
    assert labels.row("RL-KB", RU) == "1 R ❤️ красная · 2 L 🚂 локомотив · 3 — · 4 K ♠️ чёрная · 5 B 💧 синяя"


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_have_names_in_every_language(language: str) -> None:
    trains = [labels.trains(color, phrases(language)) for color in COLORS]
    cards = [labels.card(card, phrases(language)) for card in CARDS]
    assert len(set(trains)) == len(COLORS)
    assert len(set(cards)) == len(CARDS)


# ---- buttons


@pytest.mark.parametrize(
    ("line", "english", "russian"),
    [
        ("draw 3R", "take red from the face-up cards", "взять из открытых карт красную"),
        ("draw deck", "draw a card from the deck", "взять карту из колоды"),
        ("draw tickets", "draw tickets", "взять билеты"),
        ("keep 3", "keep Barcelona — Bruxelles", "оставить билет Барселона — Брюссель"),
        ("keep none", "keep no tickets", "не оставлять билетов"),
        (
            "claim wien--zagrab KL",
            "claim Wien — Zágráb with 1 black and 1 locomotive",
            "занять перегон Вена — Загреб за 1 чёрную и 1 локомотив",
        ),
        (
            "station wien KK",
            "build a station in Wien with 2 black",
            "построить станцию в городе Вена за 2 чёрные",
        ),
        ("pay L", "pay 1 locomotive for the tunnel", "доплатить за тоннель 1 локомотив"),
        ("decline", "decline the tunnel", "отказаться от тоннеля"),
    ],
)
def test_a_move_in_a_sentence_is_no_label_of_a_button(line: str, english: str, russian: str) -> None:
    assert labels.move(read_line(line), board("europe"), EN) == english
    assert labels.move(read_line(line), board("europe"), RU) == russian


def test_the_label_of_tickets_offered_has_their_places_in_the_offer() -> None:
    kept = read_line("keep 3,17")
    assert labels.action(kept, at().table, EN, (17, 40, 3)) == (
        "Keep 1, 3: Rostov — Erzurum, 5; Barcelona — Bruxelles, 8"
    )


def rich(title: str) -> Game:
    """A turn with nearly everything open."""
    return at(title, hands=["PPPPPPPPBBBBBBBBOOOOOOOOWWWWWWWWGGGGGGGGYYYYYYYYKKKKKKKKRRRRRRRRLLLLLLLL"])


@pytest.mark.parametrize("title", ["europe", "usa"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_fits_and_its_beginning_tells_it_from_all_others(title: str, language: str) -> None:
    game = rich(title)
    offered = play(at(title, ticket_deck=[7, 3, 17, 9]), "draw tickets")
    for moment in (game, offered):
        view = view_for(moment, 0)
        actions = list(options(view))
        told: dict[str, set[object]] = {}
        for action in actions:
            label = labels.action(action, moment.table, phrases(language), view.offer)
            assert len(label) <= (100 if isinstance(action, KeepTickets) else 80)
            told.setdefault(label[:34], set()).add(but_for_the_side(action))
        assert [label for label, meant in told.items() if len(meant) > 1] == []


def but_for_the_side(action: object) -> object:
    """An action; which side of a double route it claims stands behind the cities, and may be cut."""
    if not isinstance(action, ClaimRoute):
        return action
    return replace(action, route=re.sub(r"--[12]$", "", action.route))
