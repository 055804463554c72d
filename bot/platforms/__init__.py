"""Where people are: the port that every platform implements, and its adapters."""
