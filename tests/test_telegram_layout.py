"""The calls to Telegram: texts, keyboards, codes, alerts, pictures and menus, and their rate."""

import asyncio
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
import telegram
from PIL import Image
from telegram.error import RetryAfter

from bot.commands import COMMANDS
from bot.model.call import Call
from bot.model.identity import Chat, Person
from bot.model.message import Button, Mention, Menu, Message, Pick, Picture
from bot.telegram.alerts import Page, is_to_look_at, pages_of
from bot.telegram.button_codes import (
    DEEP_LINK_WORDS,
    TicketPlaces,
    button_of_payload,
    payload_of,
    read,
    sets_of,
)
from bot.telegram.chat_id import ChatId
from bot.telegram.client import menus
from bot.telegram.command_parser import parse
from bot.telegram.formatted_text import OutgoingMessage, formatted, units
from bot.telegram.message_layout import MOST_IN_A_LIST, keyboard, laid_out, post_layout, shown_of
from bot.telegram.rate_limiter import IN_GROUP, IN_PRIVATE, ChatRate, RateLimiter
from bot.text.i18n import person, phrases
from render.draw.png import encoded
from render.photo import WIDEST, photo
from tests.scenario import FakeClock

ANNA = Person("telegram", "5000000001")


def parts(text: OutgoingMessage) -> list[tuple[str, str]]:
    """The formatted parts of a text, as Telegram reads them."""
    return [(one.type, cut(text.text, one)) for one in text.entities]


def cut(text: str, entity: telegram.MessageEntity) -> str:
    raw = text.encode("utf-16-le")
    return raw[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")


# ---- texts


def test_bold_is_an_entity_counted_as_telegram_counts() -> None:
    outgoing = formatted("🚂🚂 **Your turn.** You can **draw**.")
    assert outgoing.text == "🚂🚂 Your turn. You can draw."
    assert parts(outgoing) == [("bold", "Your turn."), ("bold", "draw")]


def test_the_last_occurrence_of_a_name_mentions_its_person() -> None:
    outgoing = formatted(
        f"{person('Anna')} draws.\nIt’s **{person('Anna')}**’s turn.", [Mention(ANNA, "Anna")]
    )
    mention = next(one for one in outgoing.entities if one.type == "text_mention")
    assert cut(outgoing.text, mention) == person("Anna")
    assert mention.offset > outgoing.text.index("\n")
    assert mention.user is not None
    assert str(mention.user.id) == ANNA.id


def test_a_person_whom_the_text_does_not_name_is_mentioned_below_it() -> None:
    outgoing = formatted("Something is lacking.", [Mention(ANNA, "Anna")])
    assert outgoing.text.splitlines()[-1] == person("Anna")
    assert [kind for kind, _ in parts(outgoing)] == ["text_mention"]


def test_a_text_has_the_command_words_of_telegram() -> None:
    said = formatted("Create one with /new, /start begins, /check looks again; /newgame, /draw 3 stay.").text
    assert said == "Create one with /newgame, /startgame begins, /check looks again; /newgame, /draw 3 stay."


def test_a_name_becomes_no_link() -> None:
    said = formatted(f"{person('http://evil.example/start')} joins.").text
    assert "evil.example" not in said
    assert "/start" not in said.replace("/\u2060start", "")


@pytest.mark.parametrize("sign", ["x", "🚂"])
def test_a_text_is_cut_to_the_length_that_telegram_accepts(sign: str) -> None:
    assert 4000 < units(formatted(sign * 9000).text) <= 4096
    assert 900 < units(formatted(sign * 1100, [Mention(ANNA, "🚂" * 40)], longest=1024).text) <= 1024


def test_a_name_with_full_stops_is_mentioned_once() -> None:
    outgoing = formatted(f"{person('J. R. R/new.')} is next.", [Mention(ANNA, "J. R. R/new.")])
    assert outgoing.text.count("J. R.") == 1
    assert [kind for kind, _ in parts(outgoing)] == ["text_mention"]


# ---- keyboards


@pytest.mark.parametrize("count", [8, 9, 13])
def test_at_most_eight_settings_are_on_a_page(count: int) -> None:
    menus = tuple(
        Menu(f"S{number}", (Button("on", f"-.0.settings s{number} on"),), stays=True)
        for number in range(count)
    )
    pages = [
        [label for row in labels(Message("", menus=menus), page=page) for label in row]
        for page in (0, count + 1)
    ]
    assert all(len(page) <= 8 for page in pages)
    named = pages[0] if count <= 8 else [*pages[0][:-1], *pages[1][:-1]]
    assert named == [menu.title for menu in menus]


def labels(message: Message, again: str | None = None, page: int = 0) -> list[list[str]]:
    keys = keyboard(message, again and read(again), page)
    return [[one.text for one in row] for row in keys.inline_keyboard] if keys else []


def routes(count: int) -> Message:
    choices = tuple(
        Button(f"City {number} — Town · 2", f"g.7.ways claim {number}") for number in range(count)
    )
    return Message("Which one?", menus=(Menu("Which one?", choices),))


def test_a_long_list_has_pages_and_the_last_leads_to_the_first() -> None:
    first, last = labels(routes(20), "g.7.claim"), labels(routes(20), "g.7.claim", 2)
    assert len(first) == MOST_IN_A_LIST + 1
    assert first[-1] == ["‹", "1 / 3", "›"]
    assert [row[0] for row in last[:-1]] == [f"City {number} — Town · 2" for number in range(16, 20)]
    keys = keyboard(routes(20), read("g.7.claim"), 2)
    assert keys is not None
    turns = [one.callback_data for one in keys.inline_keyboard[-1]]
    assert turns == ["~1~g.7.claim", "~0~g.7.claim", "~0~g.7.claim"]


@pytest.mark.parametrize(
    "code", ["g.7.claim", "~0~g.7.claim", "~3~g.7.claim", "+g.0.scores", "!g.0.board full", "-.0.new europe"]
)
def test_a_button_is_written_as_it_was_read(code: str) -> None:
    assert read(code).text == code


def test_a_page_whose_code_is_too_long_leads_to_the_first() -> None:
    again = f"g.7.{'x' * 58}"
    keys = keyboard(routes(20), read(again))
    assert keys is not None
    assert {one.callback_data for one in keys.inline_keyboard[-1]} == {again}


def test_wide_buttons_get_rows_of_their_own() -> None:
    wide = Message("", buttons=((Button("A very long label, really", "a"), Button("Another long one", "b")),))
    assert labels(wide) == [["A very long label, really"], ["Another long one"]]
    assert labels(Message("", buttons=((Button("Draw", "a"), Button("Hand", "b")),))) == [["Draw", "Hand"]]
    cards = tuple(Button(f"{slot}: R ❤️ red", f"draw {slot}R", short="R ❤️") for slot in range(1, 6))
    assert labels(Message("", buttons=(cards,))) == [["R ❤️"] * 5]


def test_details_of_several_lines_are_a_quote_that_opens() -> None:
    text = formatted("It’s Anna’s turn.", details="Until noon.\nSeal: 1234")
    (quote,) = [one for one in text.entities if one.type == "expandable_blockquote"]
    assert text.text[quote.offset : quote.offset + quote.length] == "Until noon.\nSeal: 1234"
    assert not formatted("It’s Anna’s turn.", details="Until noon.").entities


def test_the_present_choice_is_ticked_and_danger_is_red() -> None:
    menu = Menu("Language", (Button("English", "a"), Button("русский", "b")), "b", stays=True)
    message = Message("", menus=(menu,), buttons=((Button("Abort", "c", "danger"),),))
    assert labels(message) == [["English", "✓ русский"], ["Abort"]]
    keys = keyboard(message)
    assert keys is not None
    assert keys.inline_keyboard[-1][0].style == "danger"


# ---- tickets by their places


OFFER = Pick(
    "Choose", "Keep", ((3, "Kyiv"), (17, "Rome"), (25, "Brest")), 2, 3, "g.9.mark", "g.9.keep", "Keep"
)


def test_every_set_of_tickets_has_a_code_that_names_places_only() -> None:
    assert sets_of(OFFER) == [(1, 2), (1, 3), (2, 3), (1, 2, 3)]
    tickets = TicketPlaces("13", OFFER.keep)
    assert tickets.text == "#13.g.9.keep"
    assert read(tickets.text).tickets == tickets
    assert tickets.kept(OFFER) == Call.pressed("g.9.keep 3,25")


@pytest.mark.parametrize("code", ["#13.g.8.keep", "#14.g.9.keep", "#0.g.9.keep", "#.g.9.keep", "#x", "#"])
def test_a_set_of_another_offer_keeps_nothing(code: str) -> None:
    tickets = read(code).tickets
    assert tickets
    assert tickets.kept(OFFER) is None


# ---- alerts


def test_an_alert_has_only_the_best_of_places_that_can_be_named() -> None:
    (menu,) = routes(17).menus
    pages = pages_of(Message("Which?", menus=(replace(menu, best=8),)))
    assert [code for page in pages for code in choices_on(page)] == [one.code for one in menu.choices[:8]]
    assert len(pages) == 2


def choices_on(page: Page) -> list[str]:
    """The codes of the choices of one alert."""
    return [code for _, code in page.choices]


# ---- the payloads of links


@pytest.mark.parametrize(
    "code",
    ["g.0.hand", "g.0.claim", "g.0.ticket", "g.0.board zoom", "!g.0.board full", "+g.0.scores", "g.0.log 2"],
)
def test_a_payload_says_what_was_pressed(code: str) -> None:
    payload = payload_of(read(code))
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert button_of_payload(payload) == read(code)


@pytest.mark.parametrize("code", ["g.0.join", "g.5.draw deck", "g.0.vote yes 3", "g.0.start", "g.0.leave"])
def test_the_payload_of_what_does_more_than_show_is_that_of_the_hand(code: str) -> None:
    assert payload_of(read(code)) == "g_hand"


@pytest.mark.parametrize(
    "payload",
    [
        *("g_join", "g_draw-deck", "g_claim-brest-dieppe", "g_keep-1", "g_settings-ping-dm", "g_leave-yes"),
        *("g_pay", "g_decline", "g_undo", "_hand", "hello", "g_", "_"),
    ],
)
def test_a_link_shows_and_never_does_anything(payload: str) -> None:
    assert button_of_payload(payload) is None


def test_a_text_that_is_too_long_comes_whole_as_a_plain_file() -> None:
    outgoing = laid_out(Message(f"**{person('Anna')}** draws.\n" * 400))
    ((_, text),) = outgoing.documents
    assert units(outgoing.text) <= 4096
    assert text == "Anna draws.\n" * 400


def test_a_file_is_sent_in_private_instead_of_an_alert() -> None:
    record = Message("The whole game is in game.json.", documents=(("game.json", "{}"),))
    assert is_to_look_at(COMMANDS["record"], record)
    assert "record" in DEEP_LINK_WORDS
    assert not is_to_look_at(COMMANDS["scores"], Message("So far", (Picture("scores.png", "", b""),)))


# ---- pictures


def test_a_photo_has_the_size_that_telegram_shows() -> None:
    drawn = photo(lambda: encoded(Image.new("P", (1600, 1280))))
    with Image.open(BytesIO(drawn)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (WIDEST, 1024))


def test_of_a_close_up_and_its_whole_the_whole_is_shown() -> None:
    closeup, whole = Picture("closeup.png", "", b"", whole="board.png"), Picture("board.png", "", b"")
    assert shown_of((closeup, whole)) is whole
    assert shown_of((whole,)) is whole


def test_the_scores_and_the_file_of_a_picture_are_behind_buttons() -> None:
    closeup, whole = Picture("closeup.png", "", b"", whole="board.png"), Picture("board.png", "", b"")
    turn = Message("Next.", (closeup, whole), ((Button("Draw", "g.7.draw"),),))
    assert codes_below(turn) == ["g.7.draw", "g.0.board zoom", "!g.0.board full"]
    assert codes_below(Message("Over.", (whole,))) == ["+g.0.scores", "!g.0.board full"]


def codes_below(message: Message) -> list[object]:
    """The codes of a post's buttons."""
    keys = post_layout(message, "g", phrases("en")).keyboard
    return [one.callback_data for row in keys.inline_keyboard for one in row] if keys else []


# ---- chats and commands


@pytest.mark.parametrize("id", ["-1001234567890", "-1001234567890/17", "5000000001"])
def test_a_chat_id_and_its_address_mean_the_same_chat(id: str) -> None:
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
def test_a_command_in_a_group_gets_the_word_of_the_command_table(text: str, line: str) -> None:
    said = parse(written(text), "station_bot")
    assert said is not None
    assert said.call.line == line


@pytest.mark.parametrize("text", ["/draw@other_bot", "/start", "draw 3", "hello"])
def test_a_message_for_another_bot_is_ignored(text: str) -> None:
    assert parse(written(text), "station_bot") is None


def test_in_private_the_slash_may_be_left_out() -> None:
    said = parse(written("claim paris brest", chat=int(ANNA.id)), "station_bot")
    assert said is not None
    assert said.call.line == "claim paris brest"


def test_a_channel_that_writes_in_its_group_is_no_person() -> None:
    by_channel = parse(written("/join", sender_chat=telegram.Chat(-200, "channel")), "station_bot")
    assert by_channel is not None
    assert by_channel.is_by_channel
    assert not by_channel.is_anonymous
    forwarded = written("/join", sender_chat=telegram.Chat(-200, "channel"), is_automatic_forward=True)
    assert parse(forwarded, "station_bot") is None


def test_a_topic_is_a_chat_of_its_own_and_a_thread_of_replies_is_not() -> None:
    topic = parse(written("/join", message_thread_id=5, is_topic_message=True), "b")
    reply = parse(written("/join", message_thread_id=5), "b")
    assert topic is not None
    assert reply is not None
    assert (topic.at, reply.at) == (ChatId(-100, 5), ChatId(-100))


def test_every_menu_describes_its_commands_in_its_language() -> None:
    told = [(scope.type, language, dict(commands)) for scope, language, commands in menus()]
    assert {(scope, language) for scope, language, _ in told} >= {
        ("all_private_chats", "ru"),
        ("all_group_chats", ""),
        ("all_chat_administrators", ""),
    }
    assert all(("gameadmin" in words) == (scope == "all_chat_administrators") for scope, _, words in told)
    assert all("keep" not in words for scope, _, words in told if scope != "all_private_chats")


# ---- the rate limit


class Calls:
    """The calls of one chat, and how many were made."""

    def __init__(self, limiter: RateLimiter, chat: int) -> None:
        self.limiter = limiter
        self.chat = chat
        self.done = 0
        self.refusals: list[RetryAfter] = []

    async def _call(self) -> bool:
        if self.refusals:
            raise self.refusals.pop()
        self.done += 1
        return True

    def make(self, endpoint: str = "sendMessage") -> "asyncio.Task[object]":
        about = {"chat_id": self.chat} if self.chat else {}
        return asyncio.create_task(self.limiter.process_request(self._call, (), {}, endpoint, about, None))


async def a_moment() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.mark.parametrize(("sign", "rate"), [(-1, IN_GROUP), (1, IN_PRIVATE)], ids=["group", "private"])
async def test_only_a_chat_with_too_many_messages_waits(sign: int, rate: ChatRate) -> None:
    clock, (most, window) = FakeClock(), rate
    limiter = RateLimiter(clock)
    busy, quiet = Calls(limiter, sign), Calls(limiter, 2 * sign)
    calls = [busy.make() for _ in range(most + 3)]
    calls.append(quiet.make())
    await a_moment()
    assert (busy.done, quiet.done) == (most, 1)
    await clock.move_on(window + timedelta(seconds=1))
    await asyncio.gather(*calls)
    assert busy.done == most + 3


async def test_the_answer_to_a_click_waits_for_a_moment_and_no_longer() -> None:
    clock = FakeClock()
    clicks = Calls(RateLimiter(clock), 0)
    clicks.refusals.append(RetryAfter(3))
    answered = clicks.make("answerCallbackQuery")
    await a_moment()
    assert not clicks.done
    await clock.move_on(timedelta(seconds=3))
    await answered
    assert clicks.done == 1
    clicks.refusals.append(RetryAfter(60))
    with pytest.raises(RetryAfter):
        await clicks.make("answerCallbackQuery")


async def test_the_limits_of_quiet_chats_are_forgotten_and_a_waiting_one_is_not() -> None:
    clock = FakeClock()
    limiter = RateLimiter(clock)
    busy = Calls(limiter, -1)
    calls = [busy.make() for _ in range(IN_GROUP[0] + 1)]
    await a_moment()
    await asyncio.gather(*(Calls(limiter, -number).make() for number in range(2, 1200)))
    assert len(limiter._calls) == 1000, "those of the recent ones"
    assert list(limiter._turns) == ["-1"], "the one that waits"
    await clock.move_on(timedelta(seconds=30))
    calls.append(busy.make())
    await a_moment()
    assert busy.done == IN_GROUP[0], "the call waits behind the one before it"
    await clock.move_on(timedelta(seconds=31))
    await asyncio.gather(*calls)
    assert busy.done == IN_GROUP[0] + 2
