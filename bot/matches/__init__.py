"""Matches: a game as its log tells it, the people at it, and what they decide."""
