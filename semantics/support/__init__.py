"""What each consumer does with each element that a document uses."""
