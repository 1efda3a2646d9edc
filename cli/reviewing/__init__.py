"""What ``bodyplan review`` is made of: trees of files out of Git, their comparison, the comment about it."""
