"""A target that no one has: it refuses, warns about and ignores a little of everything."""
