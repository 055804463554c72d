"""Baking: from a board's cities and routes alone to its map, layout and paints: `python -m render.bake`."""
