"""Simulated games between computer players, with checks of the engine's invariants."""
