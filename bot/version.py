"""The version of the program, as pyproject.toml has it."""

VERSION = "1.0.0"
