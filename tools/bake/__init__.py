"""Baking makes a board's map, layout and paints from its cities and routes: `python -P -m tools.bake`."""
