"""Pictures: pure functions from a View to a PNG file, and to words for those who cannot see it."""
