"""A check of many documents: which they are, what is found in each, and which findings are shown."""
