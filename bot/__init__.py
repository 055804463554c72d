"""The table talk: what stands between the game and the chats that it is played in."""
