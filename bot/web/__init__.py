"""One server for the page and for the board in Telegram and Discord, their sessions, and their files."""
