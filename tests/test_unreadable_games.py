"""A game that cannot be read: its chat is told once and can play another game, and all other games go on."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.call import Asker
from bot.model.identity import Chat
from bot.store import UnreadableGame
from bot.version import VERSION
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario, open_scenario, predictable_entropy
from tests.stores import cell, edit, rechain
from tests.tiny_board import TINY_BOARD

ANNEX, ELSEWHERE = Chat("hall", "annex"), Chat("hall", "elsewhere")

COMMANDS = "/hand", "/log", "/board", "/draw deck", "/skip Boris", "/text paris", "/why", "/leave", "/start"


async def played(folder: Path, platform: MemoryPlatform | None = None) -> str:
    """A database with two games in play, Anna and Boris in each; the id of the first."""
    async with open_scenario(folder, platform=platform) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        for who, text in ((anna, "/new usa"), (boris, "/join"), (anna, "/start")):
            await who.says(text, ANNEX)
        await scenario.settle()
        return (await scenario.match()).id


def spoil(
    folder: Path, game: str, change: str = "kind = 'Wormhole'", *, seq: int = 12, chained: bool = True
) -> None:
    """Change an event; `chained` as another version of the program would have written it."""
    edit(folder / "scenario.db", f"UPDATE events SET {change} WHERE game = ? AND seq = ?", game, seq)
    if chained:
        rechain(folder / "scenario.db", game)
        edit(folder / "scenario.db", "UPDATE summaries SET version = 'other' WHERE game = ?", game)


def kind_of(folder: Path, game: str, seq: int = 12) -> object:
    return cell(folder / "scenario.db", "SELECT kind FROM events WHERE game = ? AND seq = ?", game, seq)


async def told(platform: MemoryPlatform, chat: Chat = MEMORY_CHAT) -> list[str]:
    """What a chat was told of a game that cannot be read, once it has been told."""

    def found() -> list[str]:
        texts = [plain(post.text) for post in platform.by_chat.get(chat, ())]
        return [text for text in texts if "no longer read" in text]

    await until(found, "the chat is not told")
    return found()


async def seconds_pass(scenario: Scenario, platform: MemoryPlatform, most: int = 300) -> None:
    """Let seconds pass, up to a limit, until the chat is told that its game cannot be read."""
    for _ in range(most):
        if any("no longer read" in post.text for post in platform.by_chat[MEMORY_CHAT]):
            return
        await scenario.clock.move_on(timedelta(seconds=1))
        await asyncio.sleep(0.01)


def sentence(game: str) -> str:
    return f"The game {game} cannot be read, so it is put aside."


# What is said, and what goes on


@pytest.mark.parametrize("chained", [True, False], ids=["newer", "tampered"])
async def test_the_chat_is_told_once_and_each_command_gets_one_sentence(
    tmp_path: Path, *, chained: bool
) -> None:
    platform = MemoryPlatform()
    game = await played(tmp_path, platform)
    spoil(tmp_path, game, chained=chained)
    for _ in range(3):
        async with open_scenario(tmp_path, platform=platform) as scenario:
            anna = await scenario.add_player("Anna")
            for typed in COMMANDS:
                assert (await anna.says(typed)).startswith(sentence(game)), typed
            assert (await anna.looks()).startswith(sentence(game))
            for code in (f"{game}.0.hand", f"{game}.9.draw deck", f"{game}.9.mark 3", f"{game}.9.keep 3,4"):
                assert (await anna.presses_code(code)).startswith(sentence(game)), code
            (text,) = await told(platform)
    assert text.startswith(f"I can no longer read game {game} of this chat, so it stops here.")
    assert text.endswith("To play another game, use /new.")
    assert "no longer read" not in "".join(post.text for post in platform.by_chat[ANNEX])
    assert platform.dms == {} or "no longer read" not in str(platform.dms)


async def test_damage_before_a_snapshot_is_found_without_being_asked_for(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, _ = await scenario.in_play("Anna", "Boris")
        match = await scenario.match()
        (last,) = await scenario.store.log.read(match.id, match.seq - 1)
        await scenario.host.repository.keep(match, last)
        await scenario.settle()
    spoil(tmp_path, match.id, "data = replace(data, '0', '1')", seq=5, chained=False)
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        assert "**Your hand**" in await anna.says("/hand")
        assert not any("no longer read" in post.text for post in platform.by_chat[MEMORY_CHAT])
        await seconds_pass(scenario, platform)
        assert len(await told(platform)) == 1
        assert (await anna.says("/draw deck")).startswith(sentence(match.id))


async def test_a_whole_log_is_checked_once_a_day(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.in_play("Anna", "Boris")
        await seconds_pass(scenario, platform, 20)
        game = (await scenario.match()).id
        spoil(tmp_path, game, "data = replace(data, '0', '1')", seq=5, chained=False)
        await seconds_pass(scenario, platform, 20)
        assert not any("no longer read" in post.text for post in platform.by_chat[MEMORY_CHAT])
        await scenario.clock.move_on(timedelta(hours=24))
        await seconds_pass(scenario, platform)
        assert len(await told(platform)) == 1


async def test_commands_without_a_game_go_on_in_its_chat(tmp_path: Path) -> None:
    game, platform = await played(tmp_path), MemoryPlatform()
    spoil(tmp_path, game)
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        assert await told(platform)
        other = (await scenario.match(ANNEX)).id
        assert f"({other})" in await anna.says("/games")
        assert f"This game cannot be read: {game}." in anna.heard
        for typed in ("/help", "/rules", "/settings", "/check", "/link", "/language en here"):
            assert "cannot be read" not in await anna.says(typed), typed
        await scenario.host.dispatcher.complete(Asker(anna.person, MEMORY_CHAT), "/claim par")


async def test_other_games_go_on(tmp_path: Path) -> None:
    game = await played(tmp_path)
    spoil(tmp_path, game)
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        for name in ("Anna", "Boris"):
            assert sentence(game) not in await (await scenario.add_player(name)).says("/keep all", ANNEX)
        await until(lambda: platform.by_chat.get(ANNEX))
        assert "turn" in platform.by_chat[ANNEX][-1].text


@pytest.mark.parametrize("command", ["/new usa", "/abort"])
async def test_new_and_abort_free_the_chat_for_good(tmp_path: Path, command: str) -> None:
    game = await played(tmp_path)
    spoil(tmp_path, game)
    async with open_scenario(tmp_path, draw=predictable_entropy(500)) as scenario:
        dora, anna = await scenario.add_player("Dora"), await scenario.add_player("Anna")
        answer = await dora.says(command)
        if command == "/abort":
            assert answer == "The game that could not be read is closed here. Create a new one with /new."
            assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
            await dora.says("/new usa")
        assert (await scenario.match()).roster.names == ("Dora",)
        assert game not in await anna.says("/games")
    async with open_scenario(tmp_path) as scenario:
        assert (await scenario.match()).roster.names == ("Dora",)
        assert game not in await scenario.store.log.running_games()
        await scenario.settle()


async def test_a_chat_that_follows_it_can_show_another_but_not_close_it(tmp_path: Path) -> None:
    game = await played(tmp_path)
    async with open_scenario(tmp_path) as scenario:
        anna = await scenario.add_player("Anna")
        code = (await anna.says("/share")).split("/follow ")[1].split()[0].strip("`.")
        await anna.says(f"/follow {code}", ELSEWHERE)
        await scenario.settle()
    spoil(tmp_path, game)
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform, draw=predictable_entropy(500)) as scenario:
        anna = await scenario.add_player("Anna")
        assert len(await told(platform, ELSEWHERE)) == 1
        assert (await anna.says("/abort", ELSEWHERE)).startswith("This game belongs to another chat.")
        await anna.says("/new usa", ELSEWHERE)
        assert await scenario.store.chats.game_in(ELSEWHERE) != game
        assert await scenario.store.chats.game_in(MEMORY_CHAT) == game


async def test_a_game_that_can_be_read_again_goes_on(tmp_path: Path) -> None:
    game = await played(tmp_path)
    before = kind_of(tmp_path, game)
    spoil(tmp_path, game)
    async with open_scenario(tmp_path) as scenario:
        anna = await scenario.add_player("Anna")
        assert (await anna.says("/hand")).startswith(sentence(game))
    spoil(tmp_path, game, f"kind = '{before}'")
    async with open_scenario(tmp_path) as scenario:
        anna = await scenario.add_player("Anna")
        assert "cannot be read" not in await anna.says("/hand")
        await scenario.settle()


# The log of the program


async def test_the_log_has_one_line_about_it_however_long_the_program_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    game = await played(tmp_path)
    spoil(tmp_path, game)
    async with open_scenario(tmp_path, clock=clock) as scenario:
        anna = await scenario.add_player("Anna")
        for _ in range(30):
            await clock.move_on(timedelta(minutes=1))
            await anna.says("/hand")
            await asyncio.sleep(0.01)
    (line,) = [line for line in caplog.messages if game in line]
    assert line == (
        f"game {game} cannot be read: event 12 is a Wormhole, which version {VERSION} of this program does"
        f" not know. Other games go on; `stationmaster doctor {game}` says what can be done."
    )


OTHER_SHAPE = f"is a {{kind}} in shape 99, and version {VERSION} of this program knows shape 1"
NO_BOARD = "names a board whose text is missing from the database, or changed there"


@pytest.mark.parametrize(
    ("change", "seq", "why"),
    [
        ("shape = 99", 12, OTHER_SHAPE),
        ("data = '{}'", 12, "({kind}, shape 1) cannot be followed (BadInput in codec.py"),
        ("data = 'x'", 12, "({kind}, shape 1) cannot be followed (JSONDecodeError in decoder.py"),
        ('kind = \'PersonTookOver\', data = \'{"seat":9,"person":"","name":""}\'', 12, "(PersonTookOver"),
        ('data = replace(data, \'"variant":"\', \'"variant":"x\')', 1, "(GameOpened, shape 4) cannot be"),
        ('data = replace(data, \'"edition":"\', \'"edition":"0\')', 1, NO_BOARD),
    ],
)
async def test_the_cause_is_said_without_secrets(tmp_path: Path, change: str, seq: int, why: str) -> None:
    game = await played(tmp_path)
    kind = kind_of(tmp_path, game, seq)
    spoil(tmp_path, game, change, seq=seq)
    async with open_scenario(tmp_path) as scenario:
        with pytest.raises(UnreadableGame) as wrong:
            await scenario.match()
    assert wrong.value.seq == seq
    assert wrong.value.why.startswith(f"event {seq} {why.format(kind=kind)}")


async def test_a_board_whose_text_has_changed_is_not_played_on(tmp_path: Path, boards: Path) -> None:
    async with open_scenario(tmp_path, boards=boards) as scenario:
        await scenario.in_play("Anna", "Boris", game="isle")
        game = (await scenario.match()).id
    edit(tmp_path / "scenario.db", "UPDATE boards SET text = replace(text, 'trains = 12', 'trains = 13')")
    async with open_scenario(tmp_path) as scenario:
        with pytest.raises(UnreadableGame, match=f"{game} cannot be read: event 1 {NO_BOARD}"):
            await scenario.match()


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder with a small board."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "isle.toml").write_text(TINY_BOARD)
    return tmp_path / "boards"
