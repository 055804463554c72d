"""A Discord of the tests' own: its REST doors and its gateway on loopback, and members who play through it.

The real library logs in here unmodified. Every request is held against Discord's own description of its API
(`contract.py`), and against the limits that the description leaves out (`limits.py`); one that Discord would
not have taken fails the test, with its place in the JSON.
"""
