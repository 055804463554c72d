"""What the fake platforms share: an HTTP server on loopback, faults on demand, uploads, waiting.

A fake says only what is its platform's own: its routes, its checks, what its endpoints do.
"""
