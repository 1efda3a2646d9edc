"""What ``bodyplan view`` is made of: pages, the server that keeps one up to date, pictures."""
