"""What is said: people's words read, and the bot's sentences in every language."""
