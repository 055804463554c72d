"""Practice: a game of one person against computers."""

from msgspec.structs import replace

from bot.commands.arguments import LevelArg, TitleArg
from bot.commands.games import chosen_game, new_lobby, replaceable_game
from bot.commands.registry import command
from bot.matches import lobby
from bot.matches.match import LogEvent, first_match, follow
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import COLORS, Status
from bot.matches.roster_events import PlayerJoined
from bot.model.command import BOTH, GAME, OPENED_HERE, TABLE, MenuPlace
from bot.model.message import Message
from bot.model.names import distinct_name
from bot.randomness import new_seed
from bot.requests.request import Request
from bot.store import RowUpdates
from bot.text.i18n import visible
from engine.board import Board
from engine.levels import DEFAULT_LEVEL, LEVELS

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
    opened = replace(lobby_opened, is_practice=True)
    person, name = str(request.person), distinct_name(request.name, ())
    joined = PlayerJoined(person, name, COLORS[0], request.contribution())
    now = request.clock.now()
    match = follow(first_match(game, board, opened, now), joined, now)
    events: tuple[LogEvent, ...] = opened, joined
    for _ in range(min(_COMPUTERS, board.variants[variant].players_most - 1)):
        (computer,) = lobby.add_computer(match, level).events
        match, events = follow(match, computer, now), (*events, computer)
    return game, (*events, *lobby.start(match, new_seed(request.random_bytes), request.name).events)
