"""Computers among themselves: games by the thousand, and every promise checked."""
