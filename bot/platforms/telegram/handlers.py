"""The counter: what people type on Telegram becomes words for the desk, and its answers theirs."""

import logging
from dataclasses import replace

import telegram
from telegram.error import TelegramError

from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Rows
from bot.platforms.telegram.answers import Answer
from bot.platforms.telegram.button_codes import LOOKS, again
from bot.platforms.telegram.chat_id import ChatId
from bot.platforms.telegram.command_parser import ADMIN, WELCOME, ParsedCommand, heard
from bot.platforms.telegram.errors import is_gone
from bot.platforms.telegram.formatted_text import scripted
from bot.platforms.telegram.group_replies import Asker
from bot.platforms.telegram.keyboards import markup
from bot.platforms.telegram.message_layout import Sheet
from bot.platforms.telegram.staff import Services
from bot.text.i18n import Phrases
from bot.text.parser import command_words
from bot.text.suggestions import Field, Part

ADMIN_WORDS = ("start", "abort", "restore", "skip", "replace")
_REMEMBERED = 16
"""Commands of a chat that are known again; what is older than all of them was heard, or is too late."""

_SECRET = ("keep", "mark", "try")
_SEATED = ("new", "join", "link", "unlink", "settings")
_OF_NO_GAME = (
    "new",
    "join",
    "follow",
    "restore",
    "games",
    "help",
    "rules",
    "settings",
    "language",
    "link",
    "unlink",
    "write",
    "check",
)
"""Words that mean the same whichever of several games is meant."""

_SHOWN_FIRST = {
    "claim": "claim",
    "station": "station",
    "ticket": "ticket",
    **dict.fromkeys(("draw", "keep", "pay", "decline"), "hand"),
}
"""What is shown first of the game that somebody chooses, after words that play."""

log = logging.getLogger(__name__)


class Counter:
    """Serves everybody who types. It knows no rule."""

    def __init__(self, staff: Services) -> None:
        self._staff = staff

    async def heard(self, message: telegram.Message, username: str) -> None:
        """Answer a command. What is for another bot, or was heard before, is passed over."""
        said = heard(message, username)
        if said is None or message.from_user is None or not (_is_ours(said) and await self._is_new(said)):
            return
        person = await self._staff.people.met(message.from_user)
        chat = await self._staff.people.place(person, said.spot)
        spoken = await self._staff.people.spoken_to(person, chat)
        if said.spot.is_private:
            await self._answer_in_private(said, person, chat, spoken)
        elif rows := await self._choices(said, person, chat, spoken):
            self._staff.later(self._ask(said, person, chat, spoken, rows))
        else:
            await self._answer_in_group(said, person, chat, spoken)

    async def _is_new(self, said: ParsedCommand) -> bool:
        """Whether a command is heard for the first time: Telegram may tell of one twice, or late."""
        name = f"telegram-heard-{said.spot.chat}"
        known = sorted(map(int, (await self._staff.store.note(name) or "").split()))
        is_old = len(known) == _REMEMBERED and said.message < known[0]
        if is_old or said.message in known:
            return False
        heard_last = sorted([*known, said.message])[-_REMEMBERED:]
        await self._staff.store.write_note(name, " ".join(map(str, heard_last)))
        return True

    async def _choices(self, said: ParsedCommand, person: Person, chat: Chat, spoken: Phrases) -> Rows:
        """What may follow a word that was typed alone, where everybody may see that."""
        if said.rest:
            return ()
        if said.word == "new" and not await self._staff.store.game_in(chat):
            found = await self._staff.desk.suggest(said.person, chat, Part(Field.GAME))
            return tuple(
                (Button(one.label, CallbackData(NO_GAME, 0, f"new {one.value}").code),) for one in found
            )
        if said.word == ADMIN and await self._rules(said, person, chat):
            words = [Button(spoken.say(f"slash-{word}"), f"{NO_GAME}.0.{word}") for word in ADMIN_WORDS]
            return (tuple(words),)
        return ()

    async def _ask(
        self, said: ParsedCommand, person: Person, chat: Chat, spoken: Phrases, rows: Rows
    ) -> None:
        """Let whoever asks choose; where the bot may not speak, tell them what it lacks."""
        key = "what-to-do" if said.word == ADMIN else "which-game"
        try:
            await self._staff.pen.write(said.spot, Sheet(scripted(spoken.say(key)), markup(rows)))
        except TelegramError as error:
            if not is_gone(error):
                raise
            self._staff.places.forget(chat)
            await self._write(said, person, await self._staff.say(person, chat, "check", spoken), spoken)

    async def _answer_in_group(
        self, said: ParsedCommand, person: Person, chat: Chat, spoken: Phrases
    ) -> None:
        """Answer in private; where that cannot be, behind a button that tells the group nothing."""
        message = await self._asked(said, person, chat, spoken)
        if said.anonymous or (await self._staff.store.dm_channel(person)).closed:
            self._staff.asides.offer(Asker(said.spot, person, said.name, spoken), message, said.word)
        else:
            self._staff.later(self._write(said, person, message, spoken))

    async def _write(self, said: ParsedCommand, person: Person, message: Message, spoken: Phrases) -> None:
        """Write an answer to whoever seems to take letters."""
        if not await self._staff.answers.give(person, Answer(message, again(said.line))):
            self._staff.asides.offer(Asker(said.spot, person, said.name, spoken), message, said.word)

    async def _answer_in_private(
        self, said: ParsedCommand, person: Person, chat: Chat, spoken: Phrases
    ) -> None:
        if not await self._staff.letters.is_open(person):
            await self._staff.letters.opened(person)
        if said.word == WELCOME and said.rest in LOOKS:
            said = replace(said, word=said.rest, rest="")
        if said.word == WELCOME:
            answer = await self._welcome(person, said.rest, spoken)
        elif rows := await self._which(said, person, chat):
            answer = Answer(Message(spoken.say("which-of-yours"), buttons=rows))
        else:
            answer = Answer(await self._asked(said, person, chat, spoken), again(said.line))
        await self._staff.answers.say(person, answer)

    async def _which(self, said: ParsedCommand, person: Person, chat: Chat) -> Rows:
        """The games that may be meant in private by somebody who sits in several."""
        of_a_game = said.word in command_words("") and said.word not in _OF_NO_GAME
        if not of_a_game or chat != said.spot.address or await self._staff.store.game_in(chat):
            return ()
        games = await self._staff.people.games(person, chat)
        line = _SHOWN_FIRST.get(said.word, said.line)
        codes = ((about, again(line, game) or again("hand", game)) for game, about in games.items())
        return tuple((Button(about, code),) for about, code in codes if code)

    async def _welcome(self, person: Person, payload: str, spoken: Phrases) -> Answer:
        """Whoever comes by a link sees what it is about; it gives no seat, and plays nothing."""
        game, _, word = payload.rpartition("_")
        seats = await self._staff.store.games_of(person)
        if word not in LOOKS or all(game != sitting.game for sitting in seats):
            return Answer(Message(spoken.say("telegram-hello")))
        code = CallbackData(game, 0, word).code
        there = await self._staff.people.place(person, ChatId(int(person.id)), game)
        return Answer(await self._staff.press(person, there, code, spoken), code)

    async def _asked(self, said: ParsedCommand, person: Person, chat: Chat, spoken: Phrases) -> Message:
        """What the desk answers, or why it is not asked."""
        if said.word in _SECRET and said.rest and not said.spot.is_private:
            return Message(spoken.say("keep-in-group"))
        if said.anonymous and _is_of_a_person(said):
            return Message(spoken.say("anonymous-cannot-sit"))
        if said.word == "check":
            self._staff.places.forget(chat)
        if said.word != ADMIN:
            rules = True if said.anonymous else None
            return await self._staff.say(person, chat, said.line, spoken, rules=rules)
        rules = await self._rules(said, person, chat)
        if rules and said.rest.split(" ")[0].lower() in ADMIN_WORDS:
            return await self._staff.say(person, chat, said.rest, spoken, rules=rules)
        return Message(spoken.say("went-wrong" if rules is None else "group-admin-only"))

    async def _rules(self, said: ParsedCommand, person: Person, chat: Chat) -> bool | None:
        """Whether whoever speaks is an admin; None where Telegram does not tell."""
        try:
            return said.anonymous or await self._staff.places.is_admin(person, chat)
        except TelegramError as error:
            log.warning("Telegram: who is an admin was not told (%s)", type(error).__name__)
            return None


def _is_of_a_person(said: ParsedCommand) -> bool:
    """Whether a word is about whoever says it, rather than about the group."""
    of_the_group = said.rest.lower().endswith((" here", " chat"))
    return said.word in _SEATED or (said.word == "language" and not of_the_group)


def _is_ours(said: ParsedCommand) -> bool:
    """Whether a word in a group is meant for this bot: other bots have words too."""
    return said.spot.is_private or said.addressed or said.word in (ADMIN, *command_words(""))
