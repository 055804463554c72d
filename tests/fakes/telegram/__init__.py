"""A Bot API of the tests' own: Telegram on loopback, and people who play through it in groups and alone.

The real library talks to it unmodified. Every request is held against the Bot API's own description
(`contract.py`), and against the limits that stand only in its prose (`limits.py`); one that Telegram would
not have taken fails the test, with its place in the request.
"""
