"""The names of people: none looks like another player's or like a computer's."""

import pytest

from bot.matches.outcomes import CommandRefused
from bot.model.identity import Person
from bot.model.names import LONGEST_NAME, alike, distinct_name, persons_name
from bot.text.i18n import person, visible
from bot.web.page import name_of
from tests.telegram_bot import TelegramBot

POSING = [
    "Adler (computer)",
    "Adler (COMPUTER)",
    "Adler (компьютер)",
    "Adler [сomрutеr]",
    "Adler （ｃｏｍｐｕｔｅｒ）",
    "Adler (ᴄᴏᴍᴘᴜᴛᴇʀ)",
    "Adler (c0mputer)",
    "Adler (cornputer)",
    "Adler (com\u200bputer)",
    "Adler (co\u0336mputer) 🤖",
    "Adler - computer",
    "Adler (computer) (computer)",
    "(computer) Adler",
    "Adler (computer",
]


@pytest.mark.parametrize("name", POSING)
def test_a_person_does_not_pose_as_a_computer(name: str) -> None:
    assert persons_name(name).removesuffix(" 🤖") == "Adler"


@pytest.mark.parametrize(
    "name", ["Anna", "Anna-Maria", "Anna (she/her)", "Anna (2)", "Jo (computer science)", "🤖", "", "Adler"]
)
def test_other_names_stay(name: str) -> None:
    assert persons_name(name) == name


def test_a_name_that_has_no_other_words_stays_without_brackets() -> None:
    assert persons_name("(computer)") == "computer"


@pytest.mark.parametrize("other", ["anna", "Аnna", "An\u200bna", "Anna\ufe0f", " Anna ", "Ａnna", "ΑΝΝΑ"])
def test_a_name_that_looks_like_another_gets_a_number(other: str) -> None:
    assert distinct_name(other, ["Boris", "Anna"]).endswith(" (2)")


def test_names_that_are_cut_in_one_place_differ_where_they_are_shown() -> None:
    first, second = "x" * 60 + "a", "x" * 60 + "b"
    shown = [visible(person(one)) for one in (first, distinct_name(second, [first]))]
    assert shown[0] != shown[1]
    assert shown[1].endswith(" (2)")
    assert len(shown[1]) <= LONGEST_NAME


def test_the_name_of_the_bot_is_refused_in_letters_that_look_alike() -> None:
    with pytest.raises(CommandRefused, match="page-name-mine"):
        name_of("Stаtionmаster")
    assert alike("Stаtionmаster") == alike("STATI0NMASTER")


def test_on_the_page_nobody_poses_as_a_computer() -> None:
    assert name_of("Adler - computer") == "Adler"


async def test_on_telegram_a_user_is_not_called_a_computer(bot: TelegramBot) -> None:
    eve = bot.fake_group.add_user("Adler (computer)", started=True)
    eve.pause = bot.wait_a_while
    await eve.says("/new usa")
    await bot.settle()
    assert await bot.host.dispatcher.directory.name(Person("telegram", str(eve.account.id))) == "Adler"
