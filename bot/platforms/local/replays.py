"""Replays for a page: of a game that the person may see, or of a shared link, which anybody can open."""

from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker
from bot.text.i18n import Phrases, phrases
from bot.web.protocol import ShowReplay, language_in
from bot.web.tab import Tab


async def send_replay(dispatcher: Dispatcher, tab: Tab, asked: ShowReplay, nonce: str) -> None:
    """Send a page the replay that it asks for, or why there is none. Raises CommandRefused."""
    if asked.token is not None:
        words = phrases(language_in(asked.language) or "en")
        packed = await dispatcher.archive.shared_replay(asked.token, words)
        _send(tab, packed, "replay-link-wrong", words)
    elif asked.game is not None:
        await _send_game(dispatcher, tab, asked.game, nonce)
    else:
        raise CommandRefused("page-outdated")


async def _send_game(dispatcher: Dispatcher, tab: Tab, game: str, nonce: str) -> None:
    if tab.profile is None:
        raise CommandRefused("page-name-first")
    if tab.chat is None:
        raise CommandRefused("page-channel-first")
    person, chat = tab.profile.person, tab.chat
    if refused := await dispatcher.refusal(Asker(person, chat)):
        tab.answer(refused, alone=True, nonce=nonce)
        return
    words = await dispatcher.directory.phrases(person, chat)
    packed = await dispatcher.archive.replay(person, chat, game, words)
    _send(tab, packed, "replay-missing", words)


def _send(tab: Tab, packed: str | None, problem: str, words: Phrases) -> None:
    if packed is None:
        tab.reply("no-replay", problem=words.say(problem))
    else:
        tab.reply("replay", packed=packed)
