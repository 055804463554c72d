"""What serves people over one connection to Telegram."""

from dataclasses import dataclass

from bot.commands.dispatcher import Dispatcher
from bot.model.call import Call
from bot.model.message import Message
from bot.requests.directory import Directory
from bot.telegram.chat_id import TelegramAsker
from bot.telegram.dms import DirectMessages
from bot.telegram.group_replies import GroupReplies
from bot.telegram.groups import Groups
from bot.telegram.open_posts import OpenPosts
from bot.telegram.sender import Sender
from bot.telegram.updates import HandledUpdates, Later, or_apology


@dataclass(frozen=True, slots=True)
class Connection:
    """The parts that read and write over one connection."""

    dispatcher: Dispatcher
    sender: Sender
    groups: Groups
    dms: DirectMessages
    replies: GroupReplies
    open_posts: OpenPosts
    handled: HandledUpdates
    """The updates that this process has been given."""
    later: Later

    @property
    def directory(self) -> Directory:
        """What is known of people and chats."""
        return self.dispatcher.directory

    async def answer(self, asker: TelegramAsker, call: Call) -> Message:
        """The answer to a call, whose pictures are still to be drawn; a sentence where it fails."""
        return await or_apology(self.dispatcher.answer(asker, call), asker.phrases)


class ConnectionHandlers:
    """Serves people over a connection; the parts of the connection are at hand by their names."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._dispatcher = connection.dispatcher
        self._directory = connection.directory
        self._groups = connection.groups
        self._dms = connection.dms
        self._replies = connection.replies
        self._open_posts = connection.open_posts
        self._handled = connection.handled
        self._sender = connection.sender
        self._later = connection.later
