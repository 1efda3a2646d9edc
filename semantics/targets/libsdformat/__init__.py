"""What libsdformat makes of a document."""
