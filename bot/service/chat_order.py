"""Which of the chats that show a game is nearest to a player: it calls them, and they speak its language."""

from bot.model.identity import Chat, Person
from bot.store import Store


async def chats_by_preference(store: Store, person: Person, game: str) -> list[Chat]:
    """The chats that show a game: where the person sat down, then others of their platform, then the rest.

    Of those that are as near, the game's home comes first.
    """
    sat_down, home = await store.people.called_in(game, person), await store.chats.home_of(game)

    def distance(chat: Chat) -> tuple[bool, bool, bool]:
        return chat.platform != person.platform, chat != sat_down, chat != home

    return sorted(await store.chats.of_game(game), key=distance)
