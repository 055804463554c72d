"""The board in a frame: Telegram's Mini App and Discord's Activity."""
