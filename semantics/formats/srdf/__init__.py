"""What SRDF documents mean."""
