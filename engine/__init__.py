"""The game of Ticket to Ride: boards, rules, states, actions and events.

Standard library only, no clock, no chance but the game's own sealed seed, and no I/O but board files.

The examples in docstrings run as tests. They use `europe` (the board), `game` (Europe for two: seat 0 holds
KKKLRR and begins a turn), `view` (what seat 0 sees of it) and `at` (any other game, from the keys of a
position): see `tests/test_doctests.py`.
"""
