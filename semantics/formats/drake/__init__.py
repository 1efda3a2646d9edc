"""Drake's tags in documents of other formats: what they mean, and what they add to a description."""
