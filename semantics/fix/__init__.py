"""Fixes of what is found: changes of the text, made of findings and tried out before they are offered."""
