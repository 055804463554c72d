"""The planner: which routes a seat wants for its tickets, and what it does in a turn to get them."""
