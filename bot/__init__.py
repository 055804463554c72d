"""The bot: everything between the rules of the game and the chats where people play it."""
