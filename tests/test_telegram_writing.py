"""What the bot writes on Telegram, before it is sent: texts, keyboards, codes, alerts, and how fast."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
import telegram
from PIL import Image
from telegram.error import RetryAfter

from bot.model.identity import Chat, Person
from bot.model.message import Button, Document, Menu, Message, Pick, Picture, Style
from bot.platforms.telegram import codes
from bot.platforms.telegram.addresses import ChatId
from bot.platforms.telegram.alerts import alert_of, fits_alert, pages_of, pictured
from bot.platforms.telegram.command_parser import heard
from bot.platforms.telegram.formatted_text import FormattedText, scripted, units
from bot.platforms.telegram.keyboards import MOST_IN_A_LIST, keyboard
from bot.platforms.telegram.menus import menus
from bot.platforms.telegram.photos import WIDEST, fitted
from bot.platforms.telegram.rate_limiter import MOST, RateLimiter
from bot.platforms.telegram.sheets import post_sheet, sheet_of, shown_of
from bot.text.i18n import person
from tests.scenario import FakeClock

ANNA = Person("telegram", "5000000001")


def parts(script: FormattedText) -> list[tuple[str, str]]:
    """What is special about a text, as Telegram will read it."""
    return [(one.type, cut(script.text, one)) for one in script.entities]


def cut(text: str, entity: telegram.MessageEntity) -> str:
    raw = text.encode("utf-16-le")
    return raw[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")


# ---- texts


def test_bold_is_an_entity_counted_as_telegram_counts() -> None:
    script = scripted("🚂🚂 **Your turn.** You can **draw**.")
    assert script.text == "🚂🚂 Your turn. You can draw."
    assert parts(script) == [("bold", "Your turn."), ("bold", "draw")]


def test_a_person_is_called_by_their_name_where_it_last_stands() -> None:
    script = scripted(f"{person('Anna')} draws.\nIt’s **{person('Anna')}**’s turn.", ANNA, "Anna")
    mention = next(one for one in script.entities if one.type == "text_mention")
    assert cut(script.text, mention) == person("Anna")
    assert mention.offset > script.text.index("\n")
    assert mention.user is not None
    assert str(mention.user.id) == ANNA.id


def test_a_person_whom_the_text_does_not_name_is_called_below_it() -> None:
    script = scripted("Something is lacking.", ANNA, "Anna")
    assert script.text.splitlines()[-1] == person("Anna")
    assert [kind for kind, _ in parts(script)] == ["text_mention"]


def test_commands_are_called_as_they_are_here() -> None:
    said = scripted(
        "Create one with /new, /start begins, /game check looks again; /newgame, /draw 3 stay."
    ).text
    assert said == "Create one with /newgame, /startgame begins, /check looks again; /newgame, /draw 3 stay."


def test_a_name_is_no_link() -> None:
    said = scripted(f"{person('http://evil.example/start')} joins.").text
    assert "evil.example" not in said
    assert "/start" not in said.replace("/\u2060start", "")


@pytest.mark.parametrize("sign", ["x", "🚂"])
def test_a_text_is_cut_at_what_telegram_takes(sign: str) -> None:
    assert 4000 < units(scripted(sign * 9000).text) <= 4096
    assert 900 < units(scripted(sign * 1100, ANNA, "🚂" * 40, longest=1024).text) <= 1024


def test_whoever_has_a_full_stop_in_their_name_is_called_once() -> None:
    script = scripted(f"{person('J. R. R/new.')} is next.", ANNA, "J. R. R/new.")
    assert script.text.count("J. R.") == 1
    assert [kind for kind, _ in parts(script)] == ["text_mention"]


# ---- keyboards


def labels(message: Message, again: str | None = None, page: int = 0) -> list[list[str]]:
    keys = keyboard(message, again, page)
    return [[one.text for one in row] for row in keys.inline_keyboard] if keys else []


def routes(count: int) -> Message:
    choices = tuple(
        Button(f"City {number} — Town · 2", f"g.7.ways claim {number}") for number in range(count)
    )
    return Message("Which one?", menus=(Menu("Which one?", choices),))


def test_a_long_list_comes_page_by_page_and_goes_round() -> None:
    first, last = labels(routes(20), "g.7.claim"), labels(routes(20), "g.7.claim", 2)
    assert len(first) == MOST_IN_A_LIST + 1
    assert first[-1] == ["‹", "1 / 3", "›"]
    assert [row[0] for row in last[:-1]] == [f"City {number} — Town · 2" for number in range(16, 20)]
    keys = keyboard(routes(20), "g.7.claim", 2)
    assert keys is not None
    turns = [one.callback_data for one in keys.inline_keyboard[-1]]
    assert turns == ["~1~g.7.claim", "~0~g.7.claim", "~0~g.7.claim"]


def test_a_page_is_found_again_by_its_code() -> None:
    assert codes.page_of(codes.paged(3, "g.7.claim") or "") == (3, "g.7.claim")
    assert codes.page_of("g.7.claim") == (0, "g.7.claim")
    assert codes.paged(3, "x" * 62) is None


def test_wide_buttons_have_rows_of_their_own() -> None:
    wide = Message("", buttons=((Button("A very long label, really", "a"), Button("Another long one", "b")),))
    assert labels(wide) == [["A very long label, really"], ["Another long one"]]
    assert labels(Message("", buttons=((Button("Draw", "a"), Button("Hand", "b")),))) == [["Draw", "Hand"]]


def test_what_is_chosen_is_ticked_and_danger_is_red() -> None:
    menu = Menu("Language", (Button("English", "a"), Button("русский", "b")), "b", stays=True)
    message = Message("", menus=(menu,), buttons=((Button("Abort", "c", Style.DANGER),),))
    assert labels(message) == [["English", "✓ русский"], ["Abort"]]
    keys = keyboard(message)
    assert keys is not None
    assert keys.inline_keyboard[-1][0].style == "danger"


# ---- tickets by their places


OFFER = Pick(
    "Choose", "Keep", ((3, "Kyiv"), (17, "Rome"), (25, "Brest")), 2, 3, "g.9.mark", "g.9.keep", "Keep"
)


def test_every_set_that_may_be_kept_has_a_button_that_names_places_only() -> None:
    assert codes.sets_of(OFFER) == [(1, 2), (1, 3), (2, 3), (1, 2, 3)]
    code = codes.keeping(OFFER, (1, 3))
    assert code == "#13.g.9.keep"
    assert codes.kept_by(code, OFFER) == "g.9.keep 3,25"


@pytest.mark.parametrize("code", ["#13.g.8.keep", "#14.g.9.keep", "#0.g.9.keep", "#.g.9.keep", "#x", "#"])
def test_a_set_of_another_offer_keeps_nothing(code: str) -> None:
    assert codes.kept_by(code, OFFER) is None


def test_whoever_has_no_offer_keeps_nothing() -> None:
    assert codes.kept_by("#13.g.9.keep", None) is None


# ---- alerts


def test_an_alert_says_the_gist_and_what_can_be_chosen() -> None:
    assert alert_of(Message("long " * 99, brief="K3 L1")) == "K3 L1"
    assert "City 0" in alert_of(routes(2))
    assert units(alert_of(Message("🚂" * 300))) <= 200


def test_only_what_is_all_words_fits_an_alert() -> None:
    assert fits_alert(Message("**Done.**"))
    assert not fits_alert(Message("Done.", buttons=((Button("Back", "g.0.hand"),),)))
    assert not fits_alert(Message("x" * 201))


def test_all_that_can_be_chosen_has_a_figure_on_one_of_its_pages() -> None:
    message = replace(routes(17), brief="K3 L1", buttons=((Button("Back", "g.0.hand"),),))
    first, *others = pages_of(message)
    assert first.text.splitlines()[:2] == ["K3 L1", "1 · City 0 — Town · 2"]
    assert first.choice("1") == message.menus[0].choices[0].code
    assert all(page.text.startswith("1 · ") for page in others)
    assert all(page.text.endswith("\n›") for page in (first, *others[:-1]))
    every = [code for page in (first, *others) for code in page.codes]
    assert every == [one.code for one in message.menus[0].choices] + ["g.0.hand"]
    assert max(len(page.codes) for page in (first, *others)) == 5


@pytest.mark.parametrize("letters", [1, 60, 190, 300])
def test_every_page_of_an_answer_fits_an_alert(letters: int) -> None:
    pages = pages_of(replace(routes(9), brief="🚂" * letters))
    assert max(units(page.text) for page in pages) <= 200
    assert sum(len(page.codes) for page in pages) == 9


def test_a_figure_that_is_not_there_stands_for_nothing() -> None:
    (page,) = pages_of(routes(2))
    assert [page.choice(figure) for figure in ("", "0", "3", "x", "›")] == [None] * 5


def test_a_text_that_is_too_long_comes_whole_as_a_file_without_marks() -> None:
    sheet = sheet_of(Message(f"**{person('Anna')}** draws.\n" * 400))
    (file,) = sheet.documents
    assert units(sheet.script.text) <= 4096
    assert file.text == "Anna draws.\n" * 400


def test_a_file_is_fetched_in_private_rather_than_spoken_of_in_an_alert() -> None:
    record = Message("The whole game is in game.json.", documents=(Document("game.json", "{}"),))
    assert pictured("g.0.record", record)
    assert "record" in codes.LOOKS
    assert not pictured("g.0.scores", Message("Score so far", (Picture("scores.png", "", b""),)))


# ---- pictures


def test_a_photo_is_made_for_what_telegram_shows() -> None:
    drawn = BytesIO()
    Image.new("P", (1600, 1280)).save(drawn, "PNG")
    with Image.open(BytesIO(fitted(drawn.getvalue()))) as photo:
        assert (photo.format, photo.size) == ("JPEG", (WIDEST, 1024))


def test_of_a_close_up_and_its_whole_the_whole_is_shown() -> None:
    closeup, whole = Picture("closeup.png", "", b"", whole="board.png"), Picture("board.png", "", b"")
    assert shown_of((closeup, whole)) is whole
    assert shown_of((whole,)) is whole


def test_the_score_and_the_file_of_a_picture_lie_behind_buttons() -> None:
    closeup, whole = Picture("closeup.png", "", b"", whole="board.png"), Picture("board.png", "", b"")
    turn = Message("Next.", (closeup, whole), ((Button("Draw", "g.7.draw"),),))
    assert codes_below(turn) == ["g.7.draw", "g.0.board zoom", "!g.0.board full"]
    assert codes_below(Message("Over.", (whole,))) == ["+g.0.scores", "!g.0.board full"]


def test_the_lists_of_a_lobby_lie_behind_one_button() -> None:
    lobby = Message("Open.", buttons=((Button("Join", "g.0.join"),),), menus=routes(9).menus)
    assert codes_below(lobby) == ["g.0.join", "g.0.options"]


def codes_below(message: Message) -> list[object]:
    """The codes of a post's buttons."""
    keys = post_sheet(message, "g", "", "Options").keys
    return [one.callback_data for row in keys.inline_keyboard for one in row] if keys else []


# ---- addresses and words


@pytest.mark.parametrize("id", ["-1001234567890", "-1001234567890/17", "5000000001"])
def test_a_spot_and_its_address_are_the_same_place(id: str) -> None:
    assert ChatId.of(Chat("telegram", id)).address == Chat("telegram", id)


def written(text: str, chat: int = -100, **about: object) -> telegram.Message:
    kind = telegram.Chat.PRIVATE if chat > 0 else telegram.Chat.SUPERGROUP
    user = telegram.User(int(ANNA.id), "Anna", is_bot=False)
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return telegram.Message(7, moment, telegram.Chat(chat, kind), from_user=user, text=text, **about)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("/newgame europe", "new europe"),
        ("/claim@Station_bot  paris   brest KKL", "claim paris brest KKL"),
        ("/startgame", "start"),
        ("/start@station_bot", "help"),
        ("/Draw 3", "draw 3"),
    ],
)
def test_a_command_in_a_group_becomes_the_desk_s_words(text: str, line: str) -> None:
    said = heard(written(text), "station_bot")
    assert said is not None
    assert said.line == line


@pytest.mark.parametrize("text", ["/draw@other_bot", "/start", "draw 3", "hello"])
def test_what_is_not_for_this_bot_is_passed_over(text: str) -> None:
    assert heard(written(text), "station_bot") is None


def test_in_private_the_slash_may_be_left_out() -> None:
    said = heard(written("claim paris brest", chat=int(ANNA.id)), "station_bot")
    assert said is not None
    assert said.line == "claim paris brest"


def test_a_channel_that_speaks_in_its_group_is_nobody() -> None:
    assert heard(written("/join", sender_chat=telegram.Chat(-200, "channel")), "station_bot") is None


def test_a_place_in_a_topic_is_not_the_thread_of_a_reply() -> None:
    topic = heard(written("/join", message_thread_id=5, is_topic_message=True), "b")
    reply = heard(written("/join", message_thread_id=5), "b")
    assert topic is not None
    assert reply is not None
    assert (topic.spot, reply.spot) == (ChatId(-100, 5), ChatId(-100))


def test_every_menu_says_what_each_command_does_in_its_language() -> None:
    told = [(scope.type, language, dict(commands)) for scope, language, commands in menus()]
    assert {(scope, language) for scope, language, _ in told} >= {
        ("all_private_chats", "ru"),
        ("all_group_chats", ""),
        ("all_chat_administrators", ""),
    }
    assert all(("gameadmin" in words) == (scope == "all_chat_administrators") for scope, _, words in told)
    assert all("keep" not in words for scope, _, words in told if scope != "all_private_chats")


# ---- pace


class Line:
    """Calls of one chat: how many have come through."""

    def __init__(self, pacer: RateLimiter, chat: int) -> None:
        self.pacer = pacer
        self.chat = chat
        self.done = 0
        self.refusals: list[RetryAfter] = []

    async def _call(self) -> bool:
        if self.refusals:
            raise self.refusals.pop()
        self.done += 1
        return True

    def says(self) -> "asyncio.Task[object]":
        return asyncio.create_task(
            self.pacer.process_request(self._call, (), {}, "sendMessage", {"chat_id": self.chat}, None)
        )


async def a_moment() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_a_group_that_has_had_twenty_messages_waits_and_no_other_does() -> None:
    clock = FakeClock()
    pacer = RateLimiter(clock)
    busy, quiet = Line(pacer, -1), Line(pacer, -2)
    calls = [busy.says() for _ in range(MOST + 3)]
    calls.append(quiet.says())
    await a_moment()
    assert (busy.done, quiet.done) == (MOST, 1)
    await clock.move_on(timedelta(seconds=61))
    await asyncio.gather(*calls)
    assert busy.done == MOST + 3


async def test_a_chat_that_telegram_wants_left_alone_is_left_alone_for_so_long() -> None:
    clock = FakeClock()
    pacer = RateLimiter(clock)
    busy, quiet = Line(pacer, -1), Line(pacer, -2)
    busy.refusals.append(RetryAfter(30))
    calls = [busy.says(), quiet.says()]
    await a_moment()
    assert (busy.done, quiet.done) == (0, 1)
    await clock.move_on(timedelta(seconds=29))
    await a_moment()
    assert busy.done == 0
    await clock.move_on(timedelta(seconds=2))
    await asyncio.gather(*calls)
    assert busy.done == 1
