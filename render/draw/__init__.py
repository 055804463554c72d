"""What the pictures are made of: shapes, text, colours, the map and its pieces, and image files."""
