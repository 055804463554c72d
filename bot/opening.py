"""Opening a game in a chat, and bringing an aborted one back."""

from dataclasses import replace

from bot.commands import NewGame
from bot.deciding import Refused
from bot.entropy import Entropy
from bot.games import Games
from bot.lobby import known_bonus, known_variant
from bot.match import Match
from bot.request import Request
from bot.roster import COLORS, GameOpened, PlayerJoined, Status
from bot.store import Also, ChatTaken
from engine.board import Board

DEFAULT_BOARD = "europe"


class Opening:
    """Gives chats their games."""

    def __init__(self, games: Games, entropy: Entropy) -> None:
        self._games = games
        self._entropy = entropy

    async def open(self, request: Request, command: NewGame) -> str:
        """Open a lobby with its creator in the first seat; says what will be played. Raises Refused."""
        board, variant = self._chosen(command)
        await self._free(request)
        rules = board.variants[variant]
        creator = str(request.person)
        facts = (
            GameOpened(
                board=board.id,
                edition=board.edition,
                variant=variant,
                bonus=known_bonus(board, command.bonus),
                creator=creator,
                secret=self._entropy.seed(),
            ),
            PlayerJoined(creator, request.name, COLORS[0]),
        )
        also = Also(seats={0: request.person})
        try:
            await self._games.open(self._entropy.game_id(), board, facts, creator, request.chat, also)
        except ChatTaken:
            raise Refused("game-here") from None
        return f"{board.title}, {rules.title}"

    def _chosen(self, command: NewGame) -> tuple[Board, str]:
        """The board and the variant; a variant's name alone is enough where only one board has it."""
        boards = self._games.shelf.boards
        wanted = command.board or DEFAULT_BOARD
        if wanted not in boards:
            raise Refused("no-such-board", board=wanted, boards=", ".join(boards))
        board = boards[wanted]
        return board, known_variant(board, command.variant or next(iter(board.variants)))

    async def _free(self, request: Request) -> None:
        """Let the chat go where its game is over; refuse where it is not."""
        match = request.match
        if match is None:
            return
        if match.roster.status in (Status.LOBBY, Status.RUNNING):
            raise Refused("game-here")
        await self._games.store.release_chat(request.chat)

    async def restorable(self, request: Request) -> Request:
        """The same request about the game aborted last in this chat. Raises Refused."""
        if request.match and request.match.roster.status in (Status.LOBBY, Status.RUNNING):
            raise Refused("game-here")
        for game in await self._games.store.games_told(request.chat):
            match = await self._games.read(game)
            if match.roster.status is Status.ABORTED and not match.roster.seed:
                await self._let_go(request, match)
                return replace(request, match=match)
        raise Refused("nothing-to-restore")

    async def _let_go(self, request: Request, restored: Match) -> None:
        if request.match and request.match.id != restored.id:
            await self._games.store.release_chat(request.chat)
