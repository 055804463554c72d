"""The game of Ticket to Ride: boards, rules, moments, actions and events.

Standard library only, no clock, no chance but the game's own sealed seed, and no I/O but board files.
"""
