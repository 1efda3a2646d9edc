"""Saving a document as the text that it was read from, with patches where something was changed."""
