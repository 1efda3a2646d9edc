"""What a parsed document is, the options of a call, and the names that elements refer to each other by."""
