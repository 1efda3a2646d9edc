"""What two documents mean differently."""
