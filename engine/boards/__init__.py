"""Boards as files: the shipped ones, and what reads and refuses one. `SCHEMA.md` says what to write."""
