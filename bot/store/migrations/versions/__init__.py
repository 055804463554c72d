"""The revisions of the database, one file each, in the order of their numbers."""
