"""A fake Discord: its REST endpoints and its gateway on loopback, and users who play through it.

The real library logs in here unmodified. Every request is held against Discord's own description of its API
(`contract.py`), and against the limits that the description leaves out (`limits.py`); a request that Discord
would refuse fails the test, with its place in the JSON.
"""
