"""Every argument gets an answer, even broken numbers and texts of any length."""

import logging
from collections.abc import Awaitable, Callable, Iterator

import pytest

from bot.commands import COMMANDS
from bot.model.call import Asker, Call
from bot.text.typed_words import numbers_in
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario
from tests.situations import into_a_tunnel
from tests.soaked import soaked

pytestmark = pytest.mark.scenario(boards="isle")

NUMBERS = (
    *("0", "-1", "007", "1.5", "1e9", "1000000", "9" * 28, "0" * 28, "9" * 6000, "0" * 5999 + "7"),
    *("٣", "³", "１２", "৯" * 28, "٩" * 6000, "9,9,9," * 1000, "1000000 17", "½"),
)
TEXTS = (
    *("", "x", "x" * 100, "x" * 1001, "x" * 6000, "Щ" * 6000, "🚂" * 3000, "x " * 3000, "L" * 6000),
    *(
        "a" + " " * 5998 + "b",
        "\n" * 100,
        "-" * 6000,
        "{ $word }" * 600,
        "@everyone",
        "‮" * 6000,
        "\x00",
        "İ" * 6000,
    ),
)
LONGEST_ECHO = 61
LONGEST_ANSWER = 3000

Moment = Callable[[Scenario], Awaitable[Participant]]

FLAGS = {
    *(("new", "thread"), ("computer", "remove"), ("leave", "seat"), ("start", "word")),
    *(("end", "rated"), ("end", "yes")),
}
"""What any value or none leaves as it is: the command does its work."""

MEANINGFUL = {
    ("new", ""),
    ("computer", ""),
    ("pay", ""),
    ("bonus", ""),
    ("starter", ""),
    ("undo", ""),
    ("draw", "٣"),
}
"""Odd values that are right."""

DAYS = {"0", "007", "٣", "１２"}
"""Odd values that are right for how long players may be away; a date may be any number."""


async def nowhere(scenario: Scenario) -> Participant:
    return await scenario.add_player("Anna")


async def lobby(scenario: Scenario) -> Participant:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    await boris.says("/join")
    return anna


async def tickets(scenario: Scenario) -> Participant:
    return (await scenario.start_game("Anna", "Boris"))[0]


async def turn(scenario: Scenario) -> Participant:
    return (await scenario.in_play("Anna", "Boris"))[0]


async def tunnel(scenario: Scenario) -> Participant:
    return await into_a_tunnel(scenario, await scenario.in_play("Anna", "Boris"))


MOMENTS = (nowhere, lobby, tickets, turn, tunnel)


def echoes(text: str, value: str) -> bool:
    """Whether a text repeats more of a long value than a line has room for."""
    piece = " ".join(value.split())[:LONGEST_ECHO]
    return len(piece) == LONGEST_ECHO and piece in plain(text)


def odd_values(moment: Moment) -> tuple[str, ...]:
    """All odd values in a turn, and a third of them in each other moment; every value is in one of these."""
    return NUMBERS + TEXTS if moment is turn else (NUMBERS + TEXTS)[MOMENTS.index(moment) % 3 :: 3]


def odd_calls(moment: Moment) -> Iterator[tuple[str, str, str]]:
    """Each command, one of its arguments, and an odd value for it."""
    for command in COMMANDS:
        for argument in command.parameters:
            for value in odd_values(moment):
                known = (command.word, argument.name) in FLAGS or (command.word, value.strip()) in MEANINGFUL
                right = {"away": DAYS, "until": NUMBERS}.get(argument.name, ())
                if not known and value not in right:
                    yield command.word, argument.name, value


@pytest.mark.parametrize("moment", soaked(MOMENTS, lobby, turn))
async def test_every_odd_argument_is_answered_and_changes_no_game(
    moment: Moment, scenario: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await moment(scenario)
    before = await events(scenario)
    for word, argument, value in odd_calls(moment):
        typed = await anna.says(f"/{word} {value}")
        call = Call(word, given={argument: value})
        given = await scenario.host.dispatcher.answer(Asker(anna.person, MEMORY_CHAT), call)
        for answer in (typed, given.text):
            where = f"/{word} {argument}: {value[:20]!r} of {len(value)} -> {answer[:200]!r}"
            assert answer.strip(), where
            assert len(answer) < LONGEST_ANSWER, where
            assert not echoes(answer, value), where
            assert await events(scenario) == before, where
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def events(scenario: Scenario) -> int:
    """How many events the game of the chat has."""
    game = await scenario.store.chats.game_in(MEMORY_CHAT)
    return (await scenario.host.repository.read(game)).seq if game else 0


@pytest.mark.parametrize("moment", soaked(MOMENTS, lobby, turn))
async def test_odd_text_is_also_answered_while_it_is_typed(moment: Moment, scenario: Scenario) -> None:
    anna = await moment(scenario)
    dispatcher = scenario.host.dispatcher
    arguments = {one.argument: one.name for command in COMMANDS for one in command.parameters}
    for argument, name in arguments.items():
        for value in odd_values(moment):
            found = await dispatcher.suggest(Asker(anna.person, MEMORY_CHAT), argument, value)
            assert not any(echoes(f"{one.label} {one.value}", value) for one in found), (name, value[:20])
    for command in COMMANDS:
        for value in odd_values(moment):
            line = f"/{command.word} {value}"
            lines = await dispatcher.complete(Asker(anna.person, MEMORY_CHAT), line)
            assert len(lines) <= 25


async def test_odd_codes_of_buttons_are_answered_and_change_nothing(scenario: Scenario) -> None:
    anna = await turn(scenario)
    match = await scenario.match()
    for value in NUMBERS + TEXTS:
        for code in (
            value,
            f"{match.id}.{value}.hand",
            f"{value}.0.hand",
            f"{match.id}.0.{value}",
            f"-.0.keep {value}",
        ):
            answer = await anna.presses_code(code)
            assert answer.strip(), code[:40]
            assert not echoes(answer, value), code[:40]
    assert (await scenario.match()).seq == match.seq


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3, 17", (3, 17)),
        ("#0017", (17,)),
        ("1234567", (123456,)),
        ("0" * 70 + "7 8", (7, 8)),
        ("9" * 70 + " 8", (8, 999999)),
    ],
)
def test_a_number_is_cut_to_six_digits_and_never_in_two(text: str, numbers: tuple[int, ...]) -> None:
    assert numbers_in(text) == numbers
