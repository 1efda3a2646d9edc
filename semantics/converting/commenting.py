"""Comments that strict readers take."""

from __future__ import annotations


def sayable(comment: str) -> str:
    """A comment without two hyphens in a row, which readers of documents let pass and XML does not."""
    while "--" in comment:
        comment = comment.replace("--", "- -")
    return comment.removesuffix("-")
