"""A fake Bot API: Telegram on loopback, and users who play through it in groups and in private.

The real library talks to it unmodified. Every request is held against the Bot API's own description
(`contract.py`), and against the limits that stand only in its prose (`limits.py`); one that Telegram would
not have taken fails the test, with its place in the request.
"""
