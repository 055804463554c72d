"""An open lobby: its setup and its computers."""

from dataclasses import replace
from typing import Annotated, Any

from bot.commands.arguments import LEVEL, BonusArg, FlagArg, StarterArg, VariantArg
from bot.commands.chat_settings import set_chat
from bot.commands.registry import command
from bot.matches import lobby
from bot.matches.match import Match
from bot.matches.outcomes import Outcome, in_lobby
from bot.matches.roster import Status
from bot.model.command import GAME, OWN_PLACE, TABLE
from bot.model.message import Menu, Message
from bot.model.settings import ChatSettings, GameOptions, Setting
from bot.requests.permissions import require_chat_admin, require_player, require_starter
from bot.requests.request import Request
from bot.shown.menus import changed_setup, lobby_options, option_menus
from bot.text.i18n import phrases
from bot.text.setting_text import setting_sentence

ComputerLevelArg = Annotated[str, replace(LEVEL, words=("remove",))]


@command("computer", TABLE, who="player", page=OWN_PLACE, posts=("lobby",), changes=True)
async def computer(request: Request, level: ComputerLevelArg = "", remove: FlagArg = False) -> Message:
    """Add a computer player, or remove the one that joined last."""
    await require_player(request)
    word = "".join(word for word in level.split() if word != "add")
    if remove or word in ("remove", "off"):
        return await request.change(in_lobby(lobby.remove_computer))
    now, name, last = request.clock.now(), request.name, request.contribution()

    def add(match: Match) -> Outcome:
        return lobby.start_if_full(match, lobby.add_computer(match, word), now, name, last)

    return await request.change(in_lobby(add))


@command(
    "options",
    TABLE,
    discord=GAME,
    page=OWN_PLACE,
    posts=("lobby",),
    settings=(
        *(GameOptions.variant, GameOptions.bonus, GameOptions.starter),
        *(ChatSettings.language, ChatSettings.pictures),
        *(GameOptions.clock, GameOptions.away, GameOptions.delays_plans),
        GameOptions.starts_full,
    ),
)
async def options(request: Request, /, **given: object) -> Message:
    """Choose what the lobby will play, all at once; without arguments, show what can be chosen."""
    choice, chat = GameOptions.given(given), ChatSettings.given(given).without(ChatSettings.clock)
    if not choice.chosen and not chat.chosen:
        return lobby_options(request)
    return await change_setup(request, choice, chat)


@command("variant", TABLE, names={"discord": "game options variant"}, page=OWN_PLACE)
async def variant(request: Request, variant: VariantArg | None = None) -> Message:
    """Choose the variant."""
    return await options.run(request, variant=variant)


@command("bonus", TABLE, names={"discord": "game options bonus"}, page=OWN_PLACE)
async def bonus(request: Request, bonus: BonusArg | None = None) -> Message:
    """Choose the bonus tickets."""
    return await options.run(request, bonus=bonus)


@command("starter", TABLE, names={"discord": "game options starter"}, page=OWN_PLACE)
async def starter(request: Request, starter: StarterArg | None = None) -> Message:
    """Choose who goes first."""
    return await options.run(request, starter=starter)


async def change_setup(request: Request, choice: GameOptions, chat: ChatSettings) -> Message:
    """Change what the lobby will play, and how the chat is posted to.

    Where there is no lobby, a clock is that of the games that begin here later.
    """
    if request.match is None or request.match.roster.status is not Status.LOBBY:
        chat = chat.having(ChatSettings.clock, choice.clock)
        choice = choice.without(GameOptions.clock)
    if choice.chosen:
        await require_player(request)
    if choice.starts_full:
        await require_starter(request)
    if chat.chosen:
        await require_chat_admin(request)
    lines: list[str] = []
    menus: tuple[Menu, ...] = ()
    if choice.chosen:
        match, _ = await request.update(in_lobby(lambda match: lobby.change_setup(match, choice)))
        lines, menus = changed_setup(choice, match, request.phrases), option_menus(match, request.phrases)
    await set_chat(request, chat)
    if chat.language is not None:
        lines.append(phrases(chat.language).say("language-here"))
    of_chat: tuple[Setting[Any], ...] = ChatSettings.pictures, ChatSettings.clock
    for row in of_chat:
        if chat.has(row):
            lines.append(setting_sentence("chat-set", row, chat.value(row), {}, request.phrases))
    return Message("\n".join(lines), menus=menus)
