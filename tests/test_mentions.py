"""Mentions: the last place that has a person's name becomes the mention, on every platform."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.discord.layout import content_of
from bot.model.identity import Person
from bot.model.message import Mention, Message, Topic
from bot.model.port import Key
from bot.telegram.formatted_text import formatted
from bot.text.i18n import person
from bot.text.mentions import split_at_mentions, with_mentions
from tests.local_session import TABLE, local_session

ANNA, BORIS, OTHER = (
    Mention(Person("discord", id), name) for id, name in (("1", "Anna"), ("2", "Boris"), ("3", "Anna"))
)


def written(mention: Mention) -> str:
    return person(mention.name)


def text(template: str) -> str:
    """A text with names as the bot writes them."""
    return template.format(anna=person("Anna"), boris=person("Boris"))


def marked(template: str, *mentions: Mention) -> str:
    """The text with each mention as `<id>`."""
    parts = split_at_mentions(text(template), mentions, written)
    return "".join(part if isinstance(part, str) else f"<{part.person.id}>" for part in parts)


@pytest.mark.parametrize(
    ("template", "mentions", "expected"),
    [
        ("{anna} draws. It’s {boris}’s turn.", [BORIS], "{anna} draws. It’s <2>’s turn."),
        ("{anna} draws. It’s **{anna}**’s turn.", [ANNA], "{anna} draws. It’s **<1>**’s turn."),
        ("{anna} and {boris} choose.", [ANNA, BORIS], "<1> and <2> choose."),
        ("{boris} and {anna} choose.", [ANNA, BORIS], "<2> and <1> choose."),
        ("{anna}, {boris} and {anna} choose.", [ANNA, BORIS, OTHER], "<1>, <2> and <3> choose."),
        ("Hannah draws.", [ANNA], "Hannah draws."),
        ("{anna} draws.", [], "{anna} draws."),
    ],
)
def test_the_last_place_of_each_name_is_the_mention(
    template: str, mentions: list[Mention], expected: str
) -> None:
    assert marked(template, *mentions) == text(expected)


def test_names_that_a_text_lacks_stand_in_a_line_below_it() -> None:
    said = with_mentions(text("It’s {anna}’s turn."), [ANNA, BORIS, OTHER], written)
    assert said == text("It’s {anna}’s turn.\n{anna}, {boris}")
    assert with_mentions(said, [ANNA, BORIS, OTHER], written) == said


# ---- Discord


@pytest.mark.parametrize("name", ["a_b~c", "[x](y)", "/new", "https://a.b/c", "**", "Zoë", "x" * 60])
def test_a_name_of_any_signs_is_found_in_a_post_on_discord(name: str) -> None:
    post = Message(f"It’s **{person(name)}**’s turn.", mentions=(Mention(Person("discord", "7"), name),))
    assert content_of(post) == "It’s **<@7>**’s turn."


def test_a_long_post_on_discord_keeps_its_mentions() -> None:
    everybody = tuple(Mention(Person("discord", str(10**18 + one)), f"Player {one}") for one in range(5))
    named = ", ".join(person(one.name) for one in everybody)
    for body in ("x. " * 1900 + named, named + " x." * 1900):
        content = content_of(Message(body, mentions=everybody))
        assert len(content) <= 4000
        assert [content.count(f"<@{one.person.id}>") for one in everybody] == [1] * 5


# ---- Telegram


def test_a_post_on_telegram_mentions_several_people() -> None:
    people = [Mention(Person("telegram", str(one)), f"🚂 Player {one}") for one in range(1, 5)]
    post = formatted("**" + ", ".join(person(one.name) for one in people[:3]) + "** win.", people)
    entities = [one for one in post.entities if one.type == "text_mention"]
    units = post.text.encode("utf-16-le")
    found = {
        one.user.id: units[2 * one.offset : 2 * (one.offset + one.length)].decode("utf-16-le")
        for one in entities
        if one.user
    }
    assert found == {int(one.person.id): person(one.name) for one in people}
    assert post.text.splitlines()[-1] == person(people[3].name)


def test_names_that_a_caption_has_already_take_no_room() -> None:
    people = [Mention(Person("telegram", str(one)), f"{one}" * 40) for one in range(1, 6)]
    text = "x" * 700 + "".join(person(one.name) for one in people)
    assert 900 < len(text) <= 1024
    assert formatted(text, people, longest=1024).text == text


# ---- the page, which reads the posts of earlier versions


async def test_a_post_of_an_earlier_version_still_mentions(tmp_path: Path) -> None:
    empty = {"pictures": [], "buttons": [], "files": []}
    async with local_session(tmp_path) as home:
        ada = await home.join("Ada")
        old = {"text": "Ada is next.", **empty, "mention": {"id": str(ada.person), "name": "Ada"}}
        await home.store.page.post(TABLE, "g-1", json.dumps(old), datetime.now(UTC))
    async with local_session(tmp_path) as home:
        back = await home.connect(ada.token)
        assert [one["called"] for one in (await back.receive("welcome"))["channels"]] == [True]
        (post,) = await back.enter()
        assert post["mentions"] == [{"id": str(ada.person), "name": "Ada"}]


async def test_the_last_post_of_a_game_waits_for_nobody(tmp_path: Path) -> None:
    async with local_session(tmp_path) as home:
        ada = await home.join("Ada")
        over = Message("The game is over. Ada wins.", mentions=(Mention(ada.person, "Ada"),))
        await home.chat.send(TABLE, over, Key("g", Topic.END, "9"), silent=False)
        (post,) = await ada.posts()
        assert (post["mentions"], post["over"]) == ([{"id": str(ada.person), "name": "Ada"}], True)
        assert [one["called"] for one in home.chat._channels.listed(ada.person)] == [False]
