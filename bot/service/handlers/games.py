"""Handlers that open, abort and restore games."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from bot.matches import seats
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.clocks import CLOCKS
from bot.matches.lobby import known_bonus, known_variant
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.recent_steps import steps_after
from bot.matches.repository import UnknownGame
from bot.matches.roster import COLORS, Status
from bot.matches.roster_events import GameOpened, GameRestored, PlayerJoined
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.chat_settings import DEFAULTS
from bot.model.command_values import NewGame
from bot.model.commands import IN_THIS_CHAT, Do, Operation
from bot.model.identity import Chat, Person
from bot.model.local_time import zone
from bot.model.message import Button, Message
from bot.model.names import distinct_name
from bot.model.permissions import Unreachable
from bot.randomness import new_game_id, new_seed
from bot.service.context import Context
from bot.service.menus import confirm_abort
from bot.service.permissions import is_home_admin, require_allowed_home, require_host, require_opener
from bot.store import RowUpdates, UnreadableGame
from bot.text.errors import refusal_text
from bot.text.labels import board_title
from bot.text.truncate import shortened
from engine.board import Board
from engine.chance import seal

_LONGEST_HOST = 40
"""Characters of a name in the name of a thread."""


async def new_game(command: NewGame, context: Context) -> Message:
    """Open a lobby with its creator in the first seat."""
    settings = await context.store.chats.settings(context.chat)
    await require_opener(context, context.chat)
    board, variant = chosen_board(command, settings.default_game or "", context)
    game, opened = new_lobby(context, context.person, board, variant, known_bonus(board, command.bonus))
    clock = CLOCKS[settings.clock or context.turn_clock]
    opened, creator = replace(opened, clock=clock), str(context.person)
    events = opened, PlayerJoined(creator, distinct_name(context.name, ()), COLORS[0], context.contribution())
    in_thread = not command.here and (command.thread or settings.threads is True)
    ended = None if in_thread else await replaceable_game(context, context.chat)
    # A thread counts as three changes, besides the game, so that nobody fills a chat with threads.
    context.require_few_changes(work=4 if in_thread else 1)
    chat, way = context.chat, ""
    if in_thread:
        try:
            chat, way = await _thread(board, context)
        except CommandRefused as refused:
            return _without_thread(refusal_text(refused, context.phrases), opened, context)
        except Unreachable:
            return _without_thread(context.phrases.say("no-thread-now"), opened, context)
    updates = RowUpdates(seats={0: context.person}, mentioned_in=chat, instead_of=ended)
    await context.repository.open(game, board, events, creator, chat, updates)
    titles = board.title, board.variants[variant].title
    title = ", ".join(board_title(one, context.phrases) for one in titles)
    return Message("\n".join(filter(None, (context.phrases.say("opened", title=title), way))))


async def _thread(board: Board, context: Context) -> tuple[Chat, str]:
    """A new thread for a game, with the settings of its chat, and a text that leads there.

    Its name has the moment too: one host may open several on the same board.
    """
    settings = await context.store.chats.settings(context.chat)
    host, at = (
        shortened(context.name, _LONGEST_HOST),
        context.clock.now().astimezone(zone(settings.zone or "UTC")),
    )
    name = f"{board_title(board.title, context.phrases)} · {host} · {at:%Y-%m-%d %H:%M}"
    thread, way = await context.access.open_thread(context.chat, name)
    if (inherited := replace(settings, threads=None)) != DEFAULTS:
        await context.store.chats.change_settings(thread, inherited)
    if not await context.store.chats.title(thread):
        await context.directory.introduce_chat(thread, await context.store.chats.title(context.chat))
    return thread, way


def _without_thread(why: str, opened: GameOpened, context: Context) -> Message:
    """Say why no thread was opened, with a button that opens the game in the chat itself."""
    line = " ".join(("new", opened.board, opened.variant, *opened.bonus, IN_THIS_CHAT))
    code = CallbackData(NO_GAME, 0, line).code
    here = Button(context.phrases.say("button-open-here"), code, "main")
    return Message(why, buttons=((here,),) if len(code.encode()) <= LONGEST_CODE else ())


def new_lobby(
    context: Context, creator: Person, board: Board, variant: str, bonus: tuple[str, ...]
) -> tuple[str, GameOpened]:
    """The id of a new game, and how it is opened: without a clock, and with secrets of its own."""
    game = new_game_id(context.random_bytes)
    secret, deck_secret = new_seed(context.random_bytes), new_seed(context.random_bytes)
    return game, GameOpened(
        board=board.id,
        edition=board.edition,
        variant=variant,
        bonus=bonus,
        creator=str(creator),
        secret=secret,
        seal=seal(game, deck_secret),
        deck_secret=deck_secret,
    )


def chosen_board(command: NewGame, default: str, context: Context) -> tuple[Board, str]:
    """The board and the variant, in words like `default` where the command has none.

    The name of a variant is enough where only one board has it. Raises CommandRefused.
    """
    boards = context.repository.boards.by_id
    if not command.board and default:
        id, _, variant = default.partition(" ")
        command = NewGame(id, variant)
    wanted = command.board or DEFAULT_BOARD
    if wanted not in boards:
        having = [board for board in boards.values() if wanted in board.variants]
        if len(having) != 1 or command.variant:
            raise CommandRefused("no-such-board", word=wanted, boards=", ".join(boards))
        return having[0], wanted
    board = boards[wanted]
    return board, known_variant(board, command.variant or next(iter(board.variants)))


async def replaceable_game(context: Context, chat: Chat) -> str | None:
    """The game that a chat shows and that another can replace: it is over, abandoned, or cannot be read.

    None where the chat shows no game. Raises CommandRefused where the game goes on.
    """
    shown = await context.store.chats.game_in(chat)
    if shown is None:
        return None
    at_home, now = await context.store.chats.home_of(shown) == chat, context.clock.now()
    try:
        match = await context.repository.read(shown)
    except UnreadableGame:
        if at_home:
            await context.store.log.close(shown, now)
        return shown
    if at_home and seats.is_abandoned(match, now):
        decider = context.person, await context.directory.name(context.person), False
        await context.repository.update(
            match.id, lambda match: seats.abort(match, decider, now), str(context.person)
        )
    elif match.roster.status in (Status.LOBBY, Status.RUNNING) and not await _is_deserted(
        match, chat, context
    ):
        raise CommandRefused("game-here" if at_home else "follows-here")
    return match.id


async def _is_deserted(match: Match, chat: Chat, context: Context) -> bool:
    """Whether nobody plays a followed game from a chat, and nothing has happened in it for a day.

    Otherwise a stranger could keep a chat from its own games by showing one there that never ends.
    """
    people, home = context.store.people, await context.store.chats.home_of(match.id)
    persons = [Person.parse(holder.person) for holder in match.roster.holders if holder.person]
    chats = [await people.mentioned_in(match.id, person) for person in persons]
    return chat not in (home, *chats) and context.clock.now() - match.at >= seats.PATIENCE


async def abort(command: Annotated[Do, Operation.ABORT], context: Context) -> Message:
    """End a game without a result."""
    if command.text == "no":
        return Message(context.phrases.say("not-aborted"))
    if context.unreadable:
        return await _close_unreadable(context)
    await require_host(context)
    match, now = context.shown_match, context.clock.now()
    await _require_few_restores(match, context)
    if not command.text and not match.roster.is_practice:
        seats.abort(match, None, now)  # refuses where nothing can be aborted
        return confirm_abort(match, context.phrases)
    decider = await _decider(context)
    return await context.change(lambda match: seats.abort(match, decider, now))


async def _decider(context: Context) -> seats.Decider:
    """Who ends or restores a game: its host, or an admin."""
    return context.player, await context.directory.name(context.person), not context.hosts


async def _require_few_restores(match: Match, context: Context) -> None:
    """Refuse a host who aborts and restores a game again and again, but no admin of its home chat."""
    steps = await steps_after(context.repository, match, context.clock.now() - seats.RESTORED_AGAIN)
    restored = sum(isinstance(step.event, GameRestored) for step in steps)
    if restored >= seats.MOST_RESTORED and not await is_home_admin(context):
        raise CommandRefused("restored-enough", most=seats.MOST_RESTORED)


async def _close_unreadable(context: Context) -> Message:
    """Close a game that cannot be read: its log has no host to ask, so anyone in its home chat may."""
    if await context.store.chats.home_of(context.unreadable) != context.chat:
        raise CommandRefused("home-only")
    await context.store.log.close(context.unreadable, context.clock.now())
    return Message(context.phrases.say("unreadable-closed"))


async def restore(command: Annotated[Do, Operation.RESTORE], context: Context) -> Message:
    """Restore an aborted game in its home chat, wherever its host asks for it."""
    match = await restorable_game(command.text, context)
    aborted = replace(context, match=match)
    await require_allowed_home(context, match)
    await require_host(aborted)
    home = await context.store.chats.home_of(match.id) or context.chat
    ended, now = await replaceable_game(context, home), context.clock.now()
    decider = await _decider(aborted)
    return await aborted.change(lambda match: seats.restore(match, decider, home, now, ended))


async def restorable_game(game: str, context: Context) -> Match:
    """An aborted game: `game`, or the last one opened in the chat. Raises CommandRefused."""
    now = context.clock.now()
    since = now - seats.RESTORABLE
    found = [game] if game else await context.store.chats.games_opened_in(context.chat, since)
    for one in found:
        with suppress(UnknownGame, UnreadableGame):
            match = await context.open(one)
            if seats.can_be_restored(match, now):
                return match
    raise CommandRefused("nothing-to-restore")
