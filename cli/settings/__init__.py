"""The settings of a document: those of its project's configuration, and those of the call before them."""
