"""The order in which the chats of a game concern a player: the first one mentions them."""

from bot.model.identity import Chat, Person
from bot.store import Store


async def chats_by_preference(store: Store, person: Person, game: str) -> list[Chat]:
    """The chats that show a game: where the person joined, then others of their platform, then the rest.

    Among equals, the home of the game comes first.
    """
    joined_in, home = await store.people.mentioned_in(game, person), await store.chats.home_of(game)

    def distance(chat: Chat) -> tuple[bool, bool, bool]:
        return chat.platform != person.platform, chat != joined_in, chat != home

    return sorted(await store.chats.of_game(game), key=distance)
