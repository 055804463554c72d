"""How a game begins and ends: opened, started, aborted, restored; practice; and the games of a person."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from msgspec import structs

from bot.commands.arguments import FLAG, LevelArg, NumberArg, TextArg, TitleArg, TypedTextArg, YesArg
from bot.commands.registry import command
from bot.matches import lobby, seats
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.clocks import CLOCKS
from bot.matches.lobby import known_bonus, known_variant
from bot.matches.match import LogEvent, Match, first_match, follow
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import UnknownGame
from bot.matches.roster import COLORS, Roster, Status
from bot.matches.roster_events import GameOpened, GameRestored, PlayerJoined
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.command import (
    ANY_GAME,
    AT_TIMES,
    BOTH,
    GAME,
    GROUP,
    IN_THIS_CHAT,
    OPENED_HERE,
    OWN,
    OWN_PLACE,
    PERSON,
    PRIVATE,
    TABLE,
    MenuPlace,
)
from bot.model.identity import Chat, Person
from bot.model.local_time import zone
from bot.model.message import Button, Menu, Message
from bot.model.names import distinct_name
from bot.model.permissions import Unreachable
from bot.model.settings import ChatSettings
from bot.randomness import new_game_id, new_seed
from bot.requests.permissions import (
    is_home_admin,
    require_allowed_home,
    require_host,
    require_opener,
    require_starter,
)
from bot.requests.request import Request
from bot.shown.menus import confirm, page_buttons
from bot.shown.panels import own_panel
from bot.store import RowUpdates, UnreadableGame
from bot.text.i18n import visible
from bot.text.labels import board_title
from bot.text.refusal_text import refusal_text
from bot.text.truncate import shortened
from engine.board import Board
from engine.chance import Contribution, seal
from engine.levels import DEFAULT_LEVEL, LEVELS

ThreadArg = Annotated[bool, replace(FLAG, only="discord")]

_LONGEST_HOST = 40
"""Characters of a name in the name of a thread."""


@command(
    "new",
    TABLE,
    discord=GAME,
    names={"telegram": "newgame"},
    menus=GROUP,
    page=OWN_PLACE,
    game=OPENED_HERE,
    changes=True,
    personal=True,
)
async def new(request: Request, title: TitleArg = "", thread: ThreadArg = False) -> Message:
    """Open a lobby with its creator in the first seat."""
    settings = await request.store.chats.settings(request.chat)
    await require_opener(request, request.chat)
    words = title.split()
    here = words[-1:] == [IN_THIS_CHAT]
    named = " ".join(words[:-1] if here else words)
    board, variant, bonus = chosen_game(named or settings.default_game or "", request)
    game, opened = new_lobby(request, request.person, board, variant, known_bonus(board, bonus))
    clock = CLOCKS[settings.clock or request.services.turn_clock]
    opened, creator = structs.replace(opened, clock=clock), str(request.person)
    events = opened, PlayerJoined(creator, distinct_name(request.name, ()), COLORS[0], request.contribution())
    in_thread = not here and (thread or settings.threads)
    ended = None if in_thread else await replaceable_game(request, request.chat)
    # A thread counts as three changes, besides the game, so that nobody fills a chat with threads.
    request.require_few_changes(work=4 if in_thread else 1)
    chat, way = request.chat, ""
    if in_thread:
        try:
            chat, way = await _thread(board, request)
        except CommandRefused as refused:
            return _without_thread(refusal_text(refused, request.phrases), opened, request)
        except Unreachable:
            return _without_thread(request.phrases.say("no-thread-now"), opened, request)
    updates = RowUpdates(seats={0: request.person}, mentioned_in=chat, instead_of=ended)
    await request.repository.open(game, board, events, creator, chat, updates)
    titles = board.title, board.variants[variant].title
    title = ", ".join(board_title(title, request.phrases) for title in titles)
    return Message("\n".join(filter(None, (request.phrases.say("opened", title=title), way))))


async def _thread(board: Board, request: Request) -> tuple[Chat, str]:
    """A new thread for a game, with the settings of its chat, and a text that leads there.

    Its name has the moment too: one host may open several on the same board.
    """
    settings = await request.store.chats.settings(request.chat)
    host = shortened(request.name, _LONGEST_HOST)
    at = request.clock.now().astimezone(zone(settings.zone))
    name = f"{board_title(board.title, request.phrases)} · {host} · {at:%Y-%m-%d %H:%M}"
    platform = request.platforms.get(request.chat.platform)
    if platform is None:
        raise Unreachable
    thread, way = await platform.open_thread(request.chat, name)
    await request.store.chats.change_settings(thread, settings.without(ChatSettings.threads))
    if not await request.store.chats.title(thread):
        await request.directory.introduce_chat(thread, await request.store.chats.title(request.chat))
    return thread, way


def _without_thread(why: str, opened: GameOpened, request: Request) -> Message:
    """Say why no thread was opened, with a button that opens the game in the chat itself."""
    line = " ".join(("new", opened.board, opened.variant, *opened.bonus, IN_THIS_CHAT))
    code = CallbackData(NO_GAME, 0, line).code
    here = Button(request.phrases.say("button-open-here"), code, "main")
    return Message(why, buttons=((here,),) if len(code.encode()) <= LONGEST_CODE else ())


def new_lobby(
    request: Request, creator: Person, board: Board, variant: str, bonus: tuple[str, ...]
) -> tuple[str, GameOpened]:
    """The id of a new game, and how it is opened: without a clock, and with secrets of its own."""
    game = new_game_id(request.random_bytes)
    secret, deck_secret = new_seed(request.random_bytes), new_seed(request.random_bytes)
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


def chosen_game(words: str, request: Request) -> tuple[Board, str, tuple[str, ...]]:
    """The board, the variant and the bonus tickets that words such as `europe mega` choose.

    The name of a variant is enough where only one board has it. Raises CommandRefused.
    """
    boards = request.repository.boards.by_id
    wanted, typed_variant, *bonus = [*words.split(), "", ""]
    wanted, sets = wanted or DEFAULT_BOARD, tuple(filter(None, bonus))
    if wanted not in boards:
        having = [board for board in boards.values() if wanted in board.variants]
        if len(having) != 1 or typed_variant:
            raise CommandRefused("no-such-board", word=wanted, boards=", ".join(boards))
        return having[0], wanted, sets
    board = boards[wanted]
    return board, known_variant(board, typed_variant or next(iter(board.variants))), sets


async def replaceable_game(request: Request, chat: Chat) -> str | None:
    """The game that a chat shows and that another can replace: it is over, abandoned, or cannot be read.

    None where the chat shows no game. Raises CommandRefused where the game goes on.
    """
    shown = await request.store.chats.game_in(chat)
    if shown is None:
        return None
    at_home, now = await request.store.chats.home_of(shown) == chat, request.clock.now()
    try:
        match = await request.repository.read(shown)
    except UnreadableGame:
        if at_home:
            await request.store.log.close(shown, now)
        return shown
    if at_home and seats.is_abandoned(match, now):
        decider = request.person, await request.directory.name(request.person), False
        await request.repository.update(
            match.id, lambda match: seats.abort(match, decider, now), str(request.person)
        )
    elif match.roster.status in (Status.LOBBY, Status.RUNNING) and not await _is_deserted(
        match, chat, request
    ):
        raise CommandRefused("game-here" if at_home else "follows-here")
    return match.id


async def _is_deserted(match: Match, chat: Chat, request: Request) -> bool:
    """Whether nobody plays a followed game from a chat, and nothing has happened in it for a day.

    Otherwise a stranger could keep a chat from its own games by showing one there that never ends.
    """
    people, home = request.store.people, await request.store.chats.home_of(match.id)
    persons = [Person.parse(holder.person) for holder in match.roster.holders if holder.person]
    chats = [await people.mentioned_in(match.id, person) for person in persons]
    return chat not in (home, *chats) and request.clock.now() - match.at >= seats.PATIENCE


def _setup(roster: Roster) -> object:
    return roster.variant, roster.bonus, roster.starter, roster.delays_plans, roster.clock, roster.allowance


@command(
    "start",
    TABLE,
    discord=GAME,
    who="host",
    names={"telegram": "startgame"},
    menus=GROUP,
    page=OWN_PLACE,
    posts=("lobby",),
    answer=PRIVATE,
    changes=True,
)
async def start(request: Request, word: TextArg = "") -> Message:
    """Begin the game; a player sees the starting tickets at once.

    A word takes the place of the request's id in the seed of the game: a person who gives one knows that
    nothing was added later.
    """
    await require_starter(request)
    word, seed = lobby.known_word(word), new_seed(request.random_bytes)
    last = Contribution("", word) if word else request.contribution()

    def begin(match: Match) -> Outcome:
        if _setup(match.roster) != _setup(request.shown_match.roster):
            raise CommandRefused("setup-just-changed")
        return lobby.start(match, seed, request.name, last)

    match, _outcome = await request.update(begin)
    seat, text = match.roster.seat_of(str(request.player)), request.phrases.say("started")
    if seat is None:
        return Message(text)
    return await own_panel(request, match, seat, text)


@command("abort", TABLE, who="host", menus=GROUP, page=AT_TIMES, changes=True, confirm=True)
async def abort(request: Request, yes: YesArg | None = None) -> Message:
    """End a game without a result."""
    if yes is False:
        return Message(request.phrases.say("not-aborted"))
    if request.unreadable:  # its log has no host to ask, so anyone in its home chat may end it
        if await request.store.chats.home_of(request.unreadable) != request.chat:
            raise CommandRefused("home-only")
        await request.store.log.close(request.unreadable, request.clock.now())
        return Message(request.phrases.say("unreadable-closed"))
    await require_host(request)
    match, now = request.shown_match, request.clock.now()
    restored = await request.repository.count_lately(match, lambda step: isinstance(step.event, GameRestored))
    if restored >= seats.MOST_RESTORED and not await is_home_admin(request):
        raise CommandRefused("restored-enough", most=seats.MOST_RESTORED)
    if not yes and not match.roster.is_practice:
        seats.abort(match, None, now)  # refuses where nothing can be aborted
        say = request.phrases.say
        return confirm(match, say("ask-abort"), say("button-abort"), "abort", request.phrases)
    decider = await _decider(request)
    return await request.change(lambda match: seats.abort(match, decider, now))


async def _decider(request: Request) -> seats.Decider:
    """Who ends or restores a game: its host, or an admin."""
    return request.player, await request.directory.name(request.person), not request.hosts


@command("restore", TABLE, who="host", page=MenuPlace(("empty",), where="chat"), game=ANY_GAME, changes=True)
async def restore(request: Request, game: TypedTextArg = "") -> Message:
    """Restore an aborted game in its home chat. Its host may ask for it anywhere."""
    match = await restorable_game(game.lower(), request)
    aborted = replace(request, match=match)
    await require_allowed_home(request, match)
    await require_host(aborted)
    home = await request.store.chats.home_of(match.id) or request.chat
    ended, now = await replaceable_game(request, home), request.clock.now()
    decider = await _decider(aborted)
    return await aborted.change(lambda match: seats.restore(match, decider, home, now, ended))


async def last_game(request: Request) -> Match | None:
    """The last game that was opened in a chat which shows none; None where there is none to read."""
    if not request.unreadable:
        for game in (await request.store.chats.games_opened_in(request.chat))[:1]:
            with suppress(UnknownGame, UnreadableGame):
                return await request.open(game)
    return None


async def restorable_game(game: str, request: Request) -> Match:
    """An aborted game: `game`, or the last one opened in the chat. Raises CommandRefused."""
    now = request.clock.now()
    since = now - seats.RESTORABLE
    games = [game] if game else await request.store.chats.games_opened_in(request.chat, since)
    for id in games:
        with suppress(UnknownGame, UnreadableGame):
            match = await request.open(id)
            if seats.can_be_restored(match, now):
                return match
    raise CommandRefused("nothing-to-restore")


_MOST_GAMES = 20
"""Games that one message lists."""


@command("games", PERSON, discord=OWN, menus=BOTH, game=ANY_GAME, link=True)
async def games(request: Request, page: NumberArg = None) -> Message:
    """Show a page of the unfinished games of the person, the most urgent first."""
    phrases, say, page = request.phrases, request.phrases.say, page or 1
    after = (page - 1) * _MOST_GAMES
    games, more = await request.directory.games_of(request.person, phrases, _MOST_GAMES, after)
    unreadable = await request.directory.unreadable_games(request.person)
    lines = [say("games-page", page=page)] if page > 1 else []
    lines += [game.line for game in games]
    if more:
        lines.append(say("games-more", count=more))
    if unreadable:
        lines.append(say("games-unreadable", games=", ".join(unreadable), count=len(unreadable)))
    hands = tuple(Button(game.label, CallbackData(game.id, 0, "hand").code) for game in games)
    menus = (Menu(say("show-hand-of"), hands),) if hands else ()
    near = {"games-before": page - 1, "games-after": page + 1}
    buttons = page_buttons(NO_GAME, "games", near, page + 1 if more else page, phrases)
    return Message("\n".join(lines) or say("no-games"), menus=menus, buttons=buttons)


# ---- against computers

_COMPUTERS = 2
"""Computers in a practice game, if the board has room for them."""


@command(
    "practice",
    TABLE,
    discord=GAME,
    menus=BOTH,
    page=MenuPlace(("empty", "over", "onlooker"), "me", "chat"),
    game=OPENED_HERE,
    changes=True,
    personal=True,
)
async def practice(request: Request, title: TitleArg = "", level: LevelArg = "") -> Message:
    """Open and start a game against computers, in a chat that the person has alone."""
    words = [*title.split(), *level.split()]
    levels = [word for word in words if word in LEVELS]
    game_words = [word for word in words if word not in LEVELS]
    board, rules, _ = chosen_game(" ".join(game_words[:2]), request)
    own_title = visible(request.phrases.say("practice-chat", name=request.name))
    platform = request.platforms.get(request.person.platform)
    is_blocked = await request.store.people.blocks_dms(request.person)
    chat = await platform.own_chat(request.person, own_title) if platform and not is_blocked else None
    if chat is None:
        raise CommandRefused("practice-no-chat", platform=request.person.platform)
    shown = await request.store.chats.game_in(chat)
    roster = (await request.repository.read(shown)).roster if shown else None
    if roster and roster.status is Status.RUNNING and roster.is_practice:
        raise CommandRefused("practice-goes-on")
    ended = await replaceable_game(request, chat)
    request.require_few_changes()
    game, events = _begun(request, board, rules, levels[0] if levels else DEFAULT_LEVEL)
    updates = RowUpdates(seats={0: request.person}, mentioned_in=chat, instead_of=ended)
    await request.repository.open(game, board, events, str(request.person), chat, updates)
    where = "here" if chat == request.chat else chat.platform
    return Message(request.phrases.say("practice-begun", where=where, place=own_title))


def _begun(request: Request, board: Board, variant: str, level: str) -> tuple[str, tuple[LogEvent, ...]]:
    """The id of a new game, and its events up to the choice of starting tickets."""
    game, lobby_opened = new_lobby(request, request.person, board, variant, ())
    opened = structs.replace(lobby_opened, is_practice=True)
    person, name = str(request.person), distinct_name(request.name, ())
    joined = PlayerJoined(person, name, COLORS[0], request.contribution())
    now = request.clock.now()
    match = follow(first_match(game, board, opened, now), joined, now)
    events: tuple[LogEvent, ...] = opened, joined
    for _ in range(min(_COMPUTERS, board.variants[variant].players_most - 1)):
        (computer,) = lobby.add_computer(match, level).events
        match, events = follow(match, computer, now), (*events, computer)
    return game, (*events, *lobby.start(match, new_seed(request.random_bytes), request.name).events)
