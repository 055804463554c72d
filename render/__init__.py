"""Pictures: pure functions from a View to the bytes of a PNG file, and to words for those who cannot see it."""
