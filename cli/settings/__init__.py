"""What holds for a document: what its project's configuration says, and what the call says over it."""
