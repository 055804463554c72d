"""Pictures: pure functions from a View to an image file."""
