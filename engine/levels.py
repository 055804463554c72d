"""The levels of computer players, by name."""

LEVELS = ("random", "easy", "normal", "hard")
"""The weakest comes first."""

DEFAULT_LEVEL = "normal"
