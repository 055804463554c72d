"""Board files: the shipped ones, and the code that reads and validates them. `SCHEMA.md` describes them."""
