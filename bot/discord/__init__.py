"""Discord: slash commands, buttons and lists that need no state, private answers, posts in channels."""
