"""Opening a game in a chat, and bringing an aborted one back."""

from contextlib import suppress
from dataclasses import replace

from bot.matches.lobby import known_bonus, known_variant
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository
from bot.matches.roster import COLORS, GameOpened, PlayerJoined, Status
from bot.matches.seats import RESTORABLE, abort, can_be_restored, is_abandoned
from bot.model.commands import NewGame
from bot.model.identity import Person
from bot.randomness import Randomness
from bot.store import RowUpdates
from bot.text.request import Request
from engine.board import Board

DEFAULT_BOARD = "europe"


class Opening:
    """Gives chats their games."""

    def __init__(self, games: MatchRepository, entropy: Randomness) -> None:
        self._games = games
        self._entropy = entropy

    async def open(self, request: Request, command: NewGame) -> str:
        """Open a lobby with its creator in the first seat; says what will be played. Raises CommandRefused."""
        board, variant = self._chosen(command)
        creator = str(request.person)
        opened = GameOpened(
            board=board.id,
            edition=board.edition,
            variant=variant,
            bonus=known_bonus(board, command.bonus),
            creator=creator,
            secret=self._entropy.seed(),
        )
        facts = opened, PlayerJoined(creator, request.name, COLORS[0])
        room = await self.room(request)
        also = RowUpdates(seats={0: request.person}, called_in=request.chat, instead_of=room)
        await self._games.open(self._entropy.game_id(), board, facts, creator, request.chat, also)
        return f"{board.title}, {board.variants[variant].title}"

    def _chosen(self, command: NewGame) -> tuple[Board, str]:
        """The board and the variant; a variant's name alone is enough where only one board has it."""
        boards = self._games.shelf.boards
        wanted = command.board or DEFAULT_BOARD
        if wanted not in boards:
            having = [board for board in boards.values() if wanted in board.variants]
            if len(having) != 1 or command.variant:
                raise CommandRefused("no-such-board", board=wanted, boards=", ".join(boards))
            return having[0], wanted
        board = boards[wanted]
        return board, known_variant(board, command.variant or next(iter(board.variants)))

    async def room(self, request: Request) -> str | None:
        """The game whose place in the chat another may take, if any: it is over, or its lobby abandoned.

        Raises CommandRefused where the game goes on.
        """
        shown = await self._games.store.chats.game_in(request.chat)
        if shown is None:
            return None
        match = await self._games.read(shown)
        at_home = await self._games.store.chats.home_of(match.id) == request.chat
        if at_home and is_abandoned(match, self._games.clock.now()):
            await self._close(match, request.person)
        elif match.roster.status in (Status.LOBBY, Status.RUNNING):
            raise CommandRefused("game-here" if at_home else "follows-here")
        return match.id

    async def _close(self, match: Match, person: Person) -> None:
        change = abort(match, person, self._games.clock.now())
        await self._games.write(match, change.facts, str(person), also=change.also)

    async def restorable(self, request: Request, game: str) -> Request:
        """The same request about an aborted game: `game`, or the last opened in the chat. Raises CommandRefused."""
        now = self._games.clock.now()
        found = (
            [game] if game else await self._games.store.chats.games_opened_in(request.chat, now - RESTORABLE)
        )
        for one in found:
            with suppress(KeyError):
                match = await self._games.read(one)
                if can_be_restored(match, now):
                    return replace(request, match=match)
        raise CommandRefused("nothing-to-restore")

    async def at_home(self, request: Request) -> Request:
        """The same request, as if it were made where its match is at home."""
        home = await self._games.store.chats.home_of(request.match.id) if request.match else None
        return replace(request, chat=home or request.chat)
