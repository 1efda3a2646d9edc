"""What each target does with each element that a document uses."""
