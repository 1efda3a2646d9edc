"""The language server: what editors ask about texts that are open, and the protocol in which they do."""
