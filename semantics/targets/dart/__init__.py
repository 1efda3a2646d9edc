"""What DART makes of a SKEL document."""
